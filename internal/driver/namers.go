// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file finds the references to a returned-continuation coroutine in the whole file, because a
// pass must know whether it sees all callers. The text is searched at most once a run, and only if
// a pass needs the result.

// continuedID is the common prefix of the intrinsics that begin returned-continuation coroutines.
var continuedID = []byte("@llvm.coro.id.retcon")

// namers holds the items that reference each coroutine, without the coroutine's own item and
// without adjacent duplicates.
type namers struct {
	once sync.Once
	by   map[*parse.Item][]*parse.Item
	asm  []*parse.Item // module-level assembly, which may reference any symbol
}

// find searches the file.
func (n *namers) find(f *parse.File) {
	n.by = map[*parse.Item][]*parse.Item{}
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind == parse.ItemDefine && bytes.Contains(f.Text[it.Body:it.End], continuedID) {
			n.by[it] = nil
		}
	}
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind == parse.ItemAsm {
			n.asm = append(n.asm, it)
		}
		f.References(it, func(to int) {
			of := &f.Items[to]
			if list, ok := n.by[of]; ok && of != it && (len(list) == 0 || list[len(list)-1] != it) {
				n.by[of] = append(list, it)
			}
		})
	}
}

// namedOutside describes a reference from outside the unit to each of its coroutines, the first by
// name; "" if there is none.
func (r *run) namedOutside(u *unit) map[*ir.Func]string {
	r.outside.once.Do(func() { r.outside.find(r.file) })
	inside := map[*parse.Item]bool{}
	for _, mem := range u.members {
		inside[mem.item] = true
	}
	named := map[*ir.Func]string{}
	for _, mem := range u.members {
		list, ok := r.outside.by[mem.item]
		if !ok || mem.f == nil || strings.HasPrefix(mem.f.Name, "\x00") { // the search needs a name
			continue
		}
		who := ""
		for _, it := range list {
			if inside[it] {
				continue
			}
			name := "code outside functions"
			switch it.Kind {
			case parse.ItemDefine, parse.ItemDeclare, parse.ItemGlobal:
				name = "@" + ir.QuoteName(it.Name)
			case parse.ItemNamedMD, parse.ItemMD:
				name = "metadata"
			}
			if who == "" || name < who {
				who = name
			}
		}
		for _, it := range r.outside.asm {
			if bytes.Contains(r.file.Source(it), []byte(mem.f.Name)) {
				who = "module asm"
			}
		}
		named[mem.f] = who
	}
	return named
}
