// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file describes the references to a returned-continuation coroutine from outside its unit,
// because a pass must know whether it sees all callers.

// continuedID is the common prefix of the intrinsics that begin returned-continuation coroutines.
var continuedID = []byte("@llvm.coro.id.retcon")

// namedOutside describes a reference from outside the unit to each of its coroutines, the first by
// name; "" if there is none.
func (r *run) namedOutside(u *unit) map[*ir.Func]string {
	inside := map[*parse.Item]bool{}
	for _, mem := range u.members {
		inside[mem.item] = true
	}
	named := map[*ir.Func]string{}
	for _, mem := range u.members {
		if mem.f == nil || strings.HasPrefix(mem.f.Name, "\x00") || // the search needs a name
			!bytes.Contains(r.file.Source(mem.item), continuedID) {
			continue
		}
		who := ""
		for _, it := range r.calls.Namers(mem.no) {
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
		for _, it := range r.calls.Asm {
			if bytes.Contains(r.file.Source(it), []byte(mem.f.Name)) {
				who = "module asm"
			}
		}
		named[mem.f] = who
	}
	return named
}
