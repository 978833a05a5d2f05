// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file finds references between symbols in the text without parsing: a name after an `@` that
// the file defines. It also counts names in comments and strings, so it may return too many
// references, but never too few.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// IsCoroutine reports whether a definition's text contains a coro.id: it is a coroutine, or a
// function into which a coroutine's ramp was inlined.
func (f *File) IsCoroutine(it *Item) bool {
	return it.Kind == ItemDefine && bytes.Contains(f.Text[it.Body:it.End], []byte("@llvm.coro.id")) && f.HasCoro(it)
}

// References calls visit for each name of a definition in an item's text, with the definition's
// index in Items. The calls follow the order of the text and repeat if a name does.
func (f *File) References(it *Item, visit func(to int)) {
	f.Names(it, func(to int) {
		if f.Items[to].Kind == ItemDefine {
			visit(to)
		}
	})
}

// Names is like References, for all symbols that the file defines or declares.
func (f *File) Names(it *Item, visit func(to int)) {
	f.index()
	eachName(f.src[it.Head:it.End], 0, func(name string, _, _ int) bool {
		if !strings.HasPrefix(name, ir.IntrinsicPrefix) {
			if to, ok := f.symbols[name]; ok {
				visit(int(to))
			}
		}
		return true
	})
}

// eachName calls visit for each `@name` in a text from an offset on, with the offsets of the `@`
// and of the text after the name. It stops when visit returns false.
func eachName(text string, from int, visit func(name string, at, end int) bool) {
	for {
		k := strings.IndexByte(text[from:], '@')
		if k < 0 {
			return
		}
		at := from + k
		from = at + 1 // not after the name: the quote of an `@"` may end a string
		if name, end, ok := symbolName(text, from); ok && !visit(name, at, end) {
			return
		}
	}
}
