// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file holds the part of the pass `verify` outside function bodies: it reads all other items
// of the file.

// mdBatch is the number of metadata nodes that a module reads before it is dropped.
const mdBatch = 10000

// verifyRest reads all globals, declarations, aliases, attribute groups and metadata of the file,
// and returns the errors. It stops at the first error in a metadata node.
func (r *run) verifyRest() ir.ErrorList {
	var out ir.ErrorList
	add := func(err error) {
		if err != nil {
			out = append(out, ir.AsList(err)...)
		}
	}
	m := r.file.NewUnit()
	for i := range r.file.Items {
		it := &r.file.Items[i]
		switch it.Kind {
		case parse.ItemGlobal, parse.ItemDeclare:
			v, err := m.Lookup(it.Name)
			add(err)
			if g, ok := v.(*ir.Global); ok && err == nil {
				_, err = g.Initializer()
				add(err)
			}
		case parse.ItemAttrs:
			m.AttrGroup(it.Num)
		}
		add(m.Err)
		m.Err = nil
	}
	if len(out) == 0 {
		if l := ir.Verify(m); len(l) > 0 {
			add(l)
		}
	}
	for k, n := range r.file.MDNumbers() {
		if k%mdBatch == 0 {
			m = r.file.NewUnit()
		}
		m.MDNode(m.MDRef(n))
		if m.Err != nil {
			add(m.Err)
			break
		}
	}
	return out
}
