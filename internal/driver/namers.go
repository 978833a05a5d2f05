package driver

import (
	"bytes"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file finds out who names a returned-continuation coroutine, anywhere in the file: whether
// all its callers are known depends on it. The text is searched once a run, and only if a pass
// asks.

// continuedID is what begins every returned-continuation coroutine, of each kind.
var continuedID = []byte("@llvm.coro.id.retcon")

// namers has, by coroutine, the items that name it: no item twice in a row, its own left out.
type namers struct {
	once sync.Once
	by   map[*parse.Item][]*parse.Item
	asm  []*parse.Item // module-level assembly, which may name anything
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

// namedOutside gives the answer to who names a coroutine of the file that is no function of the
// unit, the first by name; "" nobody.
func (r *run) namedOutside(u *unit) func(f *ir.Func) string {
	inside := map[*parse.Item]bool{}
	for _, mem := range u.members {
		inside[mem.item] = true
	}
	return func(f *ir.Func) string {
		const unknown = "unknown code"
		r.outside.once.Do(func() { r.outside.find(r.file) })
		mem := u.own[f]
		if mem == nil || strings.HasPrefix(f.Name, "\x00") { // a number is no name that is looked for
			return unknown
		}
		for _, it := range r.outside.asm {
			if bytes.Contains(r.file.Source(it), []byte(f.Name)) {
				return "module asm"
			}
		}
		list, ok := r.outside.by[mem.item]
		if !ok {
			return unknown
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
		return who
	}
}
