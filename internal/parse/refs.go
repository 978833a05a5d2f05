package parse

// References between symbols, found in the text without parsing: a name behind an `@` that the file
// defines. What stands in a comment or a string counts too, so this may name too much, never too
// little.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// IsCoroutine reports whether a definition's text has a coro.id: a coroutine, or a function into
// which the ramp of one was inlined.
func (f *File) IsCoroutine(it *Item) bool {
	return it.Kind == ItemDefine && bytes.Contains(f.Text[it.Body:it.End], []byte("@llvm.coro.id")) && f.HasCoro(it)
}

// References tells visit of each definition that an item's text names, by its index in Items, in
// the order of the text, as often as it is named.
func (f *File) References(it *Item, visit func(to int)) {
	f.Names(it, func(to int) {
		if f.Items[to].Kind == ItemDefine {
			visit(to)
		}
	})
}

// Names is References for all symbols that the file defines or declares.
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
