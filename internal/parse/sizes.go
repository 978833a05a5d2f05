package parse

// Which globals of a file tell nothing but sizes that splitting writes: async function pointers,
// and records of coroutines whose frame the caller brings. Found in the text without parsing. What
// stands in a comment or a string counts too, so this may doubt too much, never too little.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// SizePointers gives the globals that coroutines of the file name as where their size is written,
// with whether all that name one are marked as coroutines that are to be split, and the globals
// that the file declares, among which are async function pointers of others: less those to which
// some function of the file may write otherwise. That is a store or an atomic access to one, a copy
// to one, an address of which more is computed, an alias of it. A call that one is passed to, a
// place where its address is stored, a table that has it only hand it on to who reads it: that is
// what it is for.
func (f *File) SizePointers() (own, foreign map[string]bool) {
	own, foreign = map[string]bool{}, map[string]bool{}
	for _, id := range [...]ir.Intrinsic{ir.CoroIDAsync, ir.CoroIDRetconOnceDynamic} {
		if !bytes.Contains(f.Text, []byte(id.Name())) {
			continue
		}
		for k := range f.Items {
			if it := &f.Items[k]; f.IsCoroutine(it) {
				f.idPointers(it, id.Name(), own)
			}
		}
	}
	if len(own) == 0 {
		return own, foreign
	}
	for k := range f.Items {
		if it := &f.Items[k]; it.Kind == ItemGlobal && strings.Contains(f.src[it.Head:it.End], "external") {
			foreign[it.Name] = true
		}
	}
	for k := range f.Items {
		it := &f.Items[k]
		if it.Kind != ItemDefine && it.Kind != ItemGlobal {
			continue
		}
		text := f.src[it.Head:it.End]
		eachName(text, 0, func(name string, at, _ int) bool {
			if _, known := own[name]; (known || foreign[name]) && (it.Kind == ItemGlobal && isAlias(text) ||
				it.Kind == ItemDefine && mayWrite(text, at)) {
				delete(own, name)
				delete(foreign, name)
			}
			return true
		})
	}
	return own, foreign
}

// NamesAny reports whether an item's text names a symbol that is a key of names.
func (f *File) NamesAny(it *Item, names map[string]bool) (found bool) {
	eachName(f.src[it.Head:it.End], 0, func(name string, _, _ int) bool {
		_, found = names[name]
		return !found
	})
	return found
}

// idPointers adds the globals that the ids of a function name: the first symbol among their
// arguments.
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

// eachName tells visit of each `@name` in a text, from an offset on, with the offsets of the `@`
// and of what follows the name, until visit answers false.
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

// isAlias reports an item `@a = ... alias ...` or `ifunc`.
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

// mayWrite reports that an instruction which names a global, at an offset of a function's text, may
// write to it or lead to one that does. It is the last instruction that begins on the line in front
// of the name; where none does, it is not known which.
func mayWrite(text string, at int) bool {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	op, behind := lastOp(text[from:at])
	switch op {
	case ir.OpLoad, ir.OpICmp, ir.OpRet:
		return false
	case ir.OpStore: // of the address, not to it
		return hasComma(behind)
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		to := strings.Index(behind, "@"+ir.IntrinsicPrefix)
		return to >= 0 && !strings.HasPrefix(behind[to:], "@"+ir.CoroPrefix)
	}
	return true
}

// lastOp finds the last instruction that begins in a piece of a line, and gives what stands behind
// its opcode; OpInvalid: there is none. An opcode with a parenthesis behind it, and flags between,
// is one of a constant expression.
func lastOp(line string) (op ir.Op, behind string) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '"':
			n := strings.IndexByte(line[i+1:], '"')
			if n < 0 {
				return op, behind
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
				op, behind = o, line[n:]
			}
			i = n
		default:
			i++
		}
	}
	return op, behind
}

// opensExpr reports that behind an opcode the operands of a constant expression begin.
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

// hasComma reports a comma that stands in no brackets.
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
