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

// isAlias reports whether an item is an alias or ifunc: `@a = ... alias ...`.
func isAlias(text string) bool { return hasWord(text, "alias") || hasWord(text, "ifunc") }

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
	for from, end := range Words(line) {
		if o, ok := ir.OpByName(line[from:end]); ok && !opensExpr(line[end:]) {
			op, rest = o, line[end:]
		}
	}
	return op, rest
}

// opensExpr reports whether text, which follows an opcode, begins with the operands of a constant
// expression.
func opensExpr(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t")
		w := word(text, 0)
		if flagOf(w, ^ir.Flags(0)) == 0 {
			return strings.HasPrefix(text, "(")
		}
		text = text[len(w):]
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
