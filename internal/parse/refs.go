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
	text := f.src[it.Head:it.End]
	for {
		k := strings.IndexByte(text, '@')
		if k < 0 {
			return
		}
		text = text[k+1:]
		if strings.HasPrefix(text, "llvm.") {
			continue
		}
		var name string
		if strings.HasPrefix(text, `"`) {
			n := strings.IndexByte(text[1:], '"')
			if n < 0 {
				continue // the end of a string
			}
			name = ir.Unescape(text[1 : 1+n])
		} else {
			n := 0
			for n < len(text) && lexTab[text[n]]&lexName != 0 {
				n++
			}
			name = text[:n]
		}
		if to, ok := f.symbols.find(f.Items, name); ok {
			visit(int(to))
		}
	}
}
