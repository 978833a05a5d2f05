// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file verifies the input: the part of the pass `verify` outside function bodies, which reads
// all other items of the file, and the whole file.

// verifyFile parses the whole file as it was read, verifies it if verify is set, and returns what is
// wrong with it.
func (r *run) verifyFile(verify bool) ir.ErrorList {
	m := r.file.NewUnit()
	m.Version, m.Oldest, m.Triple = r.version, r.oldest, r.triple
	if err := r.file.LoadInto(m, nil); err != nil || !verify {
		return ir.AsList(err)
	}
	return sortFindings(ir.Verify(m))
}

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

// sharedSubprogram returns an error if two functions of the file have the same DISubprogram. Units
// verify only their own functions.
func (r *run) sharedSubprogram() *ir.Error {
	first := map[string]*parse.Item{}
	for i := range r.file.Items {
		it := &r.file.Items[i]
		if it.Kind != parse.ItemDefine {
			continue
		}
		header := string(r.file.Text[it.Head:it.Body])
		at := strings.LastIndex(header, " !dbg !")
		if at < 0 {
			continue
		}
		node, _, _ := strings.Cut(strings.TrimSpace(header[at+len(" !dbg "):]), " ")
		other := first[node]
		if other == nil {
			first[node] = it
			continue
		}
		e := ir.Errorf(ir.PosAt(it.Head), "DISubprogram attached to more than one function (in function '%s')", it.Name)
		e.Debug = true
		e.Notes = []ir.Note{{Pos: ir.PosAt(other.Head), Msg: "it is attached to this function, too"}}
		return e
	}
	return nil
}
