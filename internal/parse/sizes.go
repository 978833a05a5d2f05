// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file finds the globals that hold only sizes that splitting writes: async function pointers,
// and records of coroutines whose caller provides the frame. It searches the text without parsing.
// It also counts names in comments and strings, so it may exclude too many globals, but never too
// few.

import (
	"maps"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// SizePointers returns the globals that coroutines of the file name as the place of their size, for
// example @fp in
//
//	%id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fp)
//
// Its value reports whether all coroutines that name the global are still to be split.
//
// The set excludes a global to which a function of the file may write in another way: by a store
// or an atomic access, by a copy, through an address computed from it, or through an alias. Passing
// the address to a call, storing it, or listing it in a table only forwards it to code that reads
// the size, which is its purpose.
func (f *File) SizePointers() map[string]bool {
	own := maps.Clone(f.sizeGlobals())
	if len(own) == 0 {
		return own
	}
	for k := range f.Items {
		it := &f.Items[k]
		if it.Kind != ItemDefine && it.Kind != ItemGlobal {
			continue
		}
		text := f.src[it.Head:it.End]
		eachName(text, 0, func(name string, at, _ int) bool {
			if _, known := own[name]; known && (it.Kind == ItemGlobal && isAlias(text) ||
				it.Kind == ItemDefine && mayWrite(text, at)) {
				delete(own, name)
			}
			return true
		})
	}
	return own
}

// sizeGlobals returns the globals that coroutines of the file name as the place of their size. For the
// values see SizePointers.
func (f *File) sizeGlobals() map[string]bool {
	f.sizesOnce.Do(func() {
		f.sizes = map[string]bool{}
		for _, id := range [...]ir.Intrinsic{ir.CoroIDAsync, ir.CoroIDRetconOnceDynamic} {
			if !f.Mentions(id.Name(), strings.IndexByte(id.Name(), 'y')) {
				continue
			}
			for k := range f.Items {
				if it := &f.Items[k]; f.IsCoroutine(it) {
					f.idPointers(it, id.Name(), f.sizes)
				}
			}
		}
	})
	return f.sizes
}

// holdsSize reports whether splitting may write a size into a global of the file.
func (f *File) holdsSize(name string) bool {
	_, holds := f.sizeGlobals()[name]
	return holds
}

// NamesAny reports whether an item's text contains a symbol that is a key of names.
func (f *File) NamesAny(it *Item, names map[string]bool) (found bool) {
	eachName(f.src[it.Head:it.End], 0, func(name string, _, _ int) bool {
		_, found = names[name]
		return !found
	})
	return found
}

// idPointers adds the globals that the calls of id in a function name. The global is the first
// symbol among the arguments.
func (f *File) idPointers(it *Item, id string, found map[string]bool) {
	text := f.src[it.Body:it.End]
	eachName(text, 0, func(name string, _, end int) bool {
		if name == id {
			eachName(text, end, func(name string, _, _ int) bool {
				marked, seen := found[name]
				found[name] = f.Presplit(it) && (marked || !seen)
				return false
			})
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
		from = at + 1
		var name string
		if strings.HasPrefix(text[from:], `"`) {
			n := strings.IndexByte(text[from+1:], '"')
			if n < 0 {
				return
			}
			name = ir.Unescape(text[from+1 : from+1+n])
			from += n + 2
		} else {
			n := from
			for n < len(text) && lexTab[text[n]]&lexName != 0 {
				n++
			}
			name, from = text[from:n], n
		}
		if !visit(name, at, from) {
			return
		}
	}
}

// isAlias reports whether an item is an alias or ifunc: `@a = ... alias ...`.
func isAlias(text string) bool {
	for _, w := range [...]string{"alias", "ifunc"} {
		for from := 0; ; {
			k := strings.Index(text[from:], w)
			if k < 0 {
				break
			}
			at, end := from+k, from+k+len(w)
			if lexTab[text[at-1]]&lexName == 0 && end < len(text) && lexTab[text[end]]&lexName == 0 {
				return true
			}
			from = end
		}
	}
	return false
}

// mayWrite reports whether the instruction that names a global at offset `at` of a function's text
// may write to it or forward its address to a write. This is the last instruction that begins on
// the line before the name. If none begins there, the instruction is unknown and the result is
// true. For example, `store i32 0, ptr @fp` may write to @fp, and `store ptr @fp, ptr %ctx` does
// not.
func mayWrite(text string, at int) bool {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	op, rest := lastOp(text[from:at])
	switch op {
	case ir.OpLoad, ir.OpICmp, ir.OpRet:
		return false
	case ir.OpStore: // a store of the address, not to it
		return hasComma(rest)
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		to := strings.Index(rest, "@"+ir.IntrinsicPrefix)
		return to >= 0 && !strings.HasPrefix(rest[to:], "@"+ir.CoroPrefix)
	}
	return true
}

// lastOp returns the last instruction that begins in a part of a line, and the text after its
// opcode. It returns OpInvalid if there is none. An opcode that is followed by optional flags and a
// parenthesis belongs to a constant expression and does not count.
func lastOp(line string) (op ir.Op, rest string) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '"':
			n := strings.IndexByte(line[i+1:], '"')
			if n < 0 {
				return op, rest
			}
			i += n + 2
		case c == '%' || c == '@' || c == '!' || c == '#' || c == '$':
			i++
			if i < len(line) && line[i] == '"' {
				continue
			}
			for i < len(line) && lexTab[line[i]]&lexName != 0 {
				i++
			}
		case lexTab[c]&lexName != 0:
			n := i
			for n < len(line) && lexTab[line[n]]&lexName != 0 {
				n++
			}
			if o, ok := ir.OpByName(line[i:n]); ok && !opensExpr(line[n:]) {
				op, rest = o, line[n:]
			}
			i = n
		default:
			i++
		}
	}
	return op, rest
}

// opensExpr reports whether text, which follows an opcode, begins with the operands of a constant
// expression.
func opensExpr(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t")
		word := 0
		for word < len(text) && lexTab[text[word]]&lexName != 0 {
			word++
		}
		switch text[:word] {
		case "inbounds", "nuw", "nusw", "nsw", "exact", "nneg", "disjoint", "samesign":
			text = text[word:]
		default:
			return word == 0 && strings.HasPrefix(text, "(")
		}
	}
}

// hasComma reports whether text has a comma outside of brackets.
func hasComma(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			n := strings.IndexByte(text[i+1:], '"')
			if n < 0 {
				return true
			}
			i += n + 1
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth <= 0 {
				return true
			}
		}
	}
	return false
}
