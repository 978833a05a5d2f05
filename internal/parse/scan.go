// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file splits a file into its top-level items. It finds the bounds of each item and the name
// it defines. It does not parse the items.
//
// A definition ends at the brace that closes its body. The scanner counts braces outside of strings
// and comments. Every other item ends before the next line that begins an item. This is correct
// because `define`, `@x =`, `!5 =` and so on cannot start a line inside an item. Two items rarely
// share a line. To find the second one, the scanner looks within a line for names followed by an
// equals sign, and for `define`, `declare` and `attributes #`.

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"

	"github.com/corolower/corolower/internal/ir"
)

// Kind is the kind of a top-level item.
type Kind uint8

// These are the kinds of items.
const (
	ItemInvalid  Kind = iota
	ItemSource        // source_filename = "..."
	ItemTriple        // target triple = "..."
	ItemLayout        // target datalayout = "..."
	ItemAsm           // module asm "..."
	ItemType          // %T = type ...
	ItemComdat        // $c = comdat any
	ItemGlobal        // @g = ... global, constant, alias or ifunc
	ItemDeclare       // declare ...
	ItemDefine        // define ... { ... }
	ItemAttrs         // attributes #N = { ... }
	ItemNamedMD       // !name = !{...}
	ItemMD            // a run of numbered metadata nodes, `!N = ...`; see File.MDSpan
	ItemSummary       // ^N = ...
	ItemUseList       // uselistorder, uselistorder_bb
	ItemTail          // comments and blank lines at the end of the file
	NumItemKinds      // number of kinds
)

// Item is a top-level item. Items tile the file: an item's text is [Start, End). It includes the
// comments and blank lines before the item, and the rest of its last line if only blanks and a
// comment are there.
type Item struct {
	Kind  Kind
	Start int // first byte of the leading blank lines and comments
	Head  int // first byte of the item proper
	Body  int // ItemDefine: the opening brace of the body; 0 for other kinds
	End   int // one past the last byte
	Num   int // ItemAttrs: its number; ItemMD: the number of nodes
	// Name is the unquoted name of a symbol, type, comdat or named metadata. The package comment
	// describes numbered ones.
	Name string
}

// These are the scanner's character classes.
const (
	scanLine  = 1 << iota // ends an item or hides its contents: newline, quote, comment
	scanBrace             // relevant in a body
	scanHead              // relevant in a definition's header
	scanBlank             // space, tab, carriage return, newline
	scanItem              // may begin an item within a line
	scanWord              // scanItem, and the first letter of a keyword
)

var scanTab = func() (t [256]uint8) {
	t['\n'] |= scanLine | scanBlank
	t['"'] |= scanLine | scanBrace | scanHead
	t[';'] |= scanLine | scanBrace | scanHead
	t['{'] |= scanBrace | scanHead
	t['}'] |= scanBrace
	t['@'] |= scanHead
	t['('] |= scanHead
	t[')'] |= scanHead
	t[' '] |= scanBlank
	t['\t'] |= scanBlank
	t['\r'] |= scanBlank
	for _, c := range "@%$!" {
		t[c] |= scanItem
	}
	t['d'] |= scanItem | scanWord
	t['a'] |= scanItem | scanWord
	return t
}()

// sizeOfItem is less than the average size of an item in most files, in bytes. It serves to
// estimate the number of items.
const sizeOfItem = 512

// maxFile is the size of the largest file, because positions are 32 bits wide.
const maxFile = 1<<32 - 16

type scanner struct {
	f   *File
	s   string
	err *ir.Error

	summary bool // the current item is part of a summary
	unnamed int  // the number of the next symbol without a name
}

// Scan splits text into top-level items. name appears in messages. The File keeps text, and strings
// that share its memory, so the caller must not change text afterwards. The error is an *ir.Error
// with a position.
func Scan(name string, text []byte) (*File, error) {
	if int64(len(text)) > maxFile {
		return nil, ir.Errorf(ir.PosAt(0), "file of more than 4 GB")
	}
	f := &File{Name: name, Text: text}
	// View the file's bytes as a string without a copy. They never change after this point, and a
	// copy would double the memory.
	f.src = unsafe.String(unsafe.SliceData(text), len(text))
	f.Items = make([]Item, 0, min(len(text)/sizeOfItem, 1<<16)+8)
	s := &scanner{f: f, s: f.src}
	if err := s.run(); err != nil {
		return nil, err
	}
	f.detect()
	return f, nil
}

// MentionsCoro reports whether a text may contain a coroutine, that is, whether it contains
// `llvm.coro.` or `llvm.nvvm.coro.`.
func MentionsCoro(text []byte) bool {
	for {
		k := bytes.Index(text, coroPrefix)
		if k < 0 {
			return false
		}
		end := k + len(coroPrefix)
		if bytes.HasSuffix(text[:end], []byte("llvm.coro.")) || bytes.HasSuffix(text[:end], []byte("llvm.nvvm.coro.")) {
			return true
		}
		text = text[end:]
	}
}

// coroPrefix is the common part of llvm.coro.* and llvm.nvvm.coro.*.
var coroPrefix = []byte(".coro.")

func (sc *scanner) run() error {
	s, f := sc.s, sc.f
	i := 0
	for {
		start := i
		i = skipBlank(s, i)
		sc.gap(start, i)
		if i >= len(s) {
			if start < len(s) {
				f.Items = append(f.Items, Item{Kind: ItemTail, Start: start, Head: len(s), End: len(s)})
			}
			return nil
		}
		it := Item{Start: start, Head: i}
		end := sc.item(&it)
		if sc.err != nil {
			return sc.err
		}
		it.End = sc.lineEnd(end)
		i = it.End
		f.add(it)
	}
}

// skipBlank returns the first position at or after i that is in neither white space nor a comment.
func skipBlank(s string, i int) int {
	for i < len(s) {
		if scanTab[s[i]]&scanBlank != 0 {
			i++
			continue
		}
		if s[i] != ';' {
			break
		}
		i = commentEnd(s, i)
	}
	return i
}

// commentEnd returns the end of the comment at i: a newline or, as in LLVM, a carriage return.
func commentEnd(s string, i int) int {
	s = s[i:]
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		s = s[:n]
	}
	if n := strings.IndexByte(s, '\r'); n >= 0 {
		s = s[:n]
	}
	return i + len(s)
}

// lineEnd extends an item's end over blanks and a comment to the end of its line, with the newline.
// It returns i if something else follows on the line.
func (sc *scanner) lineEnd(i int) int {
	s, j := sc.s, i
	for ; j < len(s); j++ {
		switch s[j] {
		case ' ', '\t', '\r':
		case '\n':
			return j + 1
		case ';':
			if !sc.summary || !inSummary(s, j) {
				sc.comment(j)
			}
			end := commentEnd(s, j)
			if strings.HasPrefix(s[end:], "\r\n") {
				end++
			}
			return min(end+1, len(s))
		default:
			return i
		}
	}
	return j
}

// afterString returns the offset after the string that begins at i.
func (sc *scanner) afterString(i int) int {
	n := strings.IndexByte(sc.s[i+1:], '"')
	if n < 0 {
		return sc.fail(i, "end of file in string constant")
	}
	return i + n + 2
}

// fail records the first error, and returns the end of the file.
func (sc *scanner) fail(at int, format string, args ...any) int {
	if sc.err == nil {
		sc.err = ir.Errorf(ir.PosAt(at), format, args...)
	}
	return len(sc.s)
}

// item finds the kind, name and end of the item at it.Head.
func (sc *scanner) item(it *Item) int {
	s, i := sc.s, it.Head
	sc.summary = s[i] == '^'
	switch s[i] {
	case '!':
		return sc.metadata(it)
	case '@', '%', '$':
		name, end, ok := symbolName(s, i+1)
		if s[i] == '@' {
			name, end, ok = sc.defined(i + 1)
		}
		if !ok {
			return sc.fail(i, "expected a name here")
		}
		it.Name = name
		switch s[i] {
		case '@':
			it.Kind = ItemGlobal
		case '%':
			it.Kind = ItemType
		default:
			it.Kind = ItemComdat
		}
		if e := skipBlank(s, end); e >= len(s) || s[e] != '=' {
			return sc.fail(min(e, len(s)-1), "expected '=' here")
		}
		return sc.lines(end)
	case '^':
		it.Kind = ItemSummary
		return sc.lines(i + 1)
	}
	w := word(s, i)
	switch w {
	case "define":
		it.Kind = ItemDefine
		return sc.define(it)
	case "declare":
		it.Kind = ItemDeclare
		end := sc.lines(i + len(w))
		sc.declName(it, end)
		return end
	case "attributes":
		it.Kind = ItemAttrs
		n, ok := numberAfter(s, i+len(w), '#')
		if !ok {
			return sc.fail(min(skipBlank(s, i+len(w)), len(s)-1), "expected attribute group id")
		}
		if n < 0 {
			return sc.fail(skipBlank(s, i+len(w)), "attribute group number is too large")
		}
		it.Num = n
		return sc.lines(i + len(w))
	case "source_filename":
		it.Kind = ItemSource
	case "target":
		j := skipBlank(s, i+len(w))
		switch word(s, j) {
		case "triple":
			it.Kind = ItemTriple
		case "datalayout":
			it.Kind = ItemLayout
		default:
			return sc.fail(min(j, len(s)-1), "unknown target property")
		}
	case "module":
		it.Kind = ItemAsm
		if j := skipBlank(s, i+len(w)); word(s, j) != "asm" {
			return sc.fail(min(j, len(s)-1), "expected 'module asm'")
		}
	case "uselistorder", "uselistorder_bb":
		it.Kind = ItemUseList
	default:
		return sc.fail(i, "expected top-level entity")
	}
	return sc.lines(i)
}

// word returns the run of letters, digits and underscores at i.
func word(s string, i int) string {
	j := i
	for j < len(s) && lexTab[s[j]]&lexAlnum != 0 {
		j++
	}
	return s[i:j]
}

// numberAfter reads `#12` or `!12` after blanks.
func numberAfter(s string, i int, mark byte) (int, bool) {
	i = skipBlank(s, i)
	if i >= len(s) || s[i] != mark {
		return 0, false
	}
	n, j := number(s, i+1)
	return n, j > i+1
}

// number reads decimal digits at i and returns the number and its end. It returns -1 for a number
// of 2^31 or more.
func number(s string, i int) (int, int) {
	n := int64(0) // int has 32 bits on some machines
	for i < len(s) && s[i]-'0' < 10 {
		if n >= 0 {
			n = n*10 + int64(s[i]-'0')
		}
		if n > 1<<31-1 {
			n = -1
		}
		i++
	}
	return int(n), i
}

// symbolName reads the name after a sigil: bare, quoted or a number.
func symbolName(s string, i int) (name string, end int, ok bool) {
	if i >= len(s) {
		return "", i, false
	}
	if s[i] == '"' {
		n := strings.IndexByte(s[i+1:], '"')
		if n < 0 {
			return "", i, false
		}
		return ir.Unescape(s[i+1 : i+1+n]), i + n + 2, n > 0
	}
	j := i
	if s[i]-'0' < 10 {
		for j < len(s) && s[j]-'0' < 10 {
			j++
		}
		return numberedName(s[i:j]), j, true
	}
	j = nameEnd(s, i)
	return s[i:j], j, j > i
}

// nameEnd returns the end of the bare name at i.
func nameEnd(s string, i int) int {
	for i < len(s) && lexTab[s[i]]&lexName != 0 {
		i++
	}
	return i
}

// defined reads the name of a symbol at its definition or declaration. An empty name, `@""`, means
// that the symbol has the next number.
func (sc *scanner) defined(i int) (name string, end int, ok bool) {
	if strings.HasPrefix(sc.s[i:], `""`) {
		name, end, ok = numberedName(strconv.Itoa(sc.unnamed)), i+2, true
	} else {
		name, end, ok = symbolName(sc.s, i)
	}
	if digits, numbered := strings.CutPrefix(name, numberedName("")); numbered {
		if n, err := strconv.Atoi(digits); err == nil {
			sc.unnamed = n + 1
		}
	}
	return name, end, ok
}

// numberedName returns the Name of a numbered symbol or type; see the package comment.
func numberedName(digits string) string { return "\x00" + digits }

// lines returns the end of an item that is not a definition. i is after its first word or name. The
// item ends before the next item, or before trailing blanks.
func (sc *scanner) lines(i int) int {
	s := sc.s
	for i < len(s) {
		c := s[i]
		class := scanTab[c] & (scanLine | scanItem | scanWord)
		if class == 0 {
			i++
			continue
		}
		if class&scanLine == 0 {
			if (class&scanWord == 0 || sc.startsWord(i)) && !sc.summary && sc.startsItem(i) {
				return i
			}
			i++
			continue
		}
		switch c {
		case '"':
			i = sc.afterString(i)
		case ';':
			end := commentEnd(s, i)
			if end == len(s) {
				return i
			}
			if !sc.summary || !inSummary(s, i) {
				sc.comment(i)
			}
			i = end
		default:
			if i+1 < len(s) && startsFast[s[i+1]] && sc.startsItem(i+1) {
				return i
			}
			j := skipBlank(s, i)
			if j >= len(s) || sc.startsItem(j) {
				return i
			}
			sc.gap(i, j)
			i = j
		}
	}
	return i
}

// startsFast holds the bytes that usually begin an item at the start of a line. Other bytes take
// the slow path.
var startsFast = func() (t [256]bool) {
	for _, c := range "!@%$^d" {
		t[c] = true
	}
	return t
}()

// startsWord reports whether the letter at i, within a line, may begin `define`, `declare` or
// `attributes`.
func (sc *scanner) startsWord(i int) bool {
	s := sc.s
	return i+7 <= len(s) && (s[i+1] == 'e' || s[i+1] == 't') && lexTab[s[i-1]]&lexName == 0 &&
		strings.IndexByte("@%$!#\\", s[i-1]) < 0
}

// startsItem reports whether an item begins at i, which is neither in a blank nor in a comment.
func (sc *scanner) startsItem(i int) bool {
	s := sc.s
	switch s[i] {
	case '!':
		j := mdNameEnd(s, i+1)
		return j > i+1 && equalsSign(s, j)
	case '@', '%', '$':
		_, j, ok := symbolName(s, i+1)
		return (ok || strings.HasPrefix(s[i:], `@""`)) && equalsSign(s, j)
	case '^':
		_, j := number(s, i+1)
		return j > i+1 && equalsSign(s, j)
	case 'd', 'a', 's', 't', 'm', 'u':
	default:
		return false
	}
	w := word(s, i)
	j := i + len(w)
	switch w {
	case "define", "declare", "uselistorder", "uselistorder_bb":
		return true
	case "attributes":
		_, ok := numberAfter(s, j, '#')
		return ok
	case "source_filename":
		return equalsSign(s, j)
	case "target":
		next := word(s, skipBlank(s, j))
		return next == "triple" || next == "datalayout"
	case "module":
		return word(s, skipBlank(s, j)) == "asm"
	}
	return false
}

func equalsSign(s string, i int) bool {
	if i+1 < len(s) && s[i] == ' ' && s[i+1] == '=' {
		return true
	}
	i = skipBlank(s, i)
	return i < len(s) && s[i] == '='
}

// mdNameEnd returns the end of the name of metadata at i.
func mdNameEnd(s string, i int) int {
	for i < len(s) && lexTab[s[i]]&(lexName|lexBackslash) != 0 {
		i++
	}
	return i
}

// metadata scans a named node, or a run of numbered nodes, and records their offsets.
func (sc *scanner) metadata(it *Item) int {
	s, i := sc.s, it.Head
	if i+1 < len(s) && s[i+1]-'0' >= 10 {
		j := mdNameEnd(s, i+1)
		if j == i+1 || !equalsSign(s, j) {
			return sc.fail(i, "expected top-level entity")
		}
		it.Kind, it.Name = ItemNamedMD, ir.Unescape(s[i+1:j])
		return sc.lines(j)
	}
	it.Kind = ItemMD
	for {
		n, j := number(s, i+1)
		if j == i+1 || n < 0 || !equalsSign(s, j) {
			return sc.fail(i, "expected metadata id and '=' here")
		}
		if !sc.f.addMD(n, i) {
			return sc.fail(i, "metadata id is already used")
		}
		it.Num++
		end := sc.lines(j)
		if sc.err != nil {
			return end
		}
		i = skipBlank(s, end)
		if i+1 >= len(s) || s[i] != '!' || s[i+1]-'0' >= 10 {
			return end
		}
		sc.gap(end, i)
	}
}

// declName finds the name of a declaration: the name after the first @ outside of strings and
// comments.
func (sc *scanner) declName(it *Item, end int) {
	s := sc.s
	for i := it.Head; i < end; {
		switch s[i] {
		case '"':
			i += strings.IndexByte(s[i+1:], '"') + 2
			continue
		case ';':
			i = commentEnd(s, i)
			continue
		case '@':
			if name, _, ok := sc.defined(i + 1); ok {
				it.Name = name
				return
			}
		}
		i++
	}
	if sc.err == nil {
		sc.fail(it.Head, "expected function name")
	}
}

// define finds the name, body and end of a definition.
func (sc *scanner) define(it *Item) int {
	s := sc.s
	i, parens := it.Head, 0
	for i < len(s) {
		c := s[i]
		if scanTab[c]&scanHead == 0 {
			i++
			continue
		}
		switch c {
		case '"':
			i = sc.afterString(i)
		case ';':
			sc.comment(i)
			i = commentEnd(s, i)
		case '@':
			symbol := symbolName
			if it.Name == "" {
				symbol = func(_ string, i int) (string, int, bool) { return sc.defined(i) }
			}
			name, end, ok := symbol(s, i+1)
			if !ok {
				return sc.fail(i, "expected function name")
			}
			it.Name = cmp.Or(it.Name, name)
			i = end
		case '(':
			parens++
			i++
		case ')':
			parens--
			i++
		default:
			if it.Name != "" && parens <= 0 && !opensNode(s, i) && opensBody(s, i+1) {
				it.Body = i
				return sc.body(i)
			}
			i++
		}
	}
	if it.Name == "" {
		return sc.fail(it.Head, "expected function name")
	}
	return sc.fail(it.Head, "expected '{' in function body")
}

// opensNode reports whether a brace begins a metadata node, which may be attached in the header.
func opensNode(s string, brace int) bool {
	return strings.HasSuffix(strings.TrimRight(s[:brace], " \t"), "!")
}

// opensBody reports whether a brace opens a body and not a type or constant in the header. It
// decides by the text after the brace, which begins at i. For example, the first two braces of
//
//	define void @f() prefix { i32 } { i32 1 } {
//	  ret void
//	}
//
// open a type and a constant, and the third one opens the body.
func opensBody(s string, i int) bool {
	i = skipBlank(s, i)
	if i >= len(s) {
		return true
	}
	switch c := s[i]; {
	case c == '%':
		_, j, ok := symbolName(s, i+1)
		return ok && equalsSign(s, nameEnd(s, j)) // also after a wrong name such as %3.x, which the parser rejects
	case c == '#', c == '}':
		return true // a debug record, or an empty body, which the parser rejects
	case c == '"' || c-'0' < 10 || c == '-' || c == '$' || c == '.':
		return true // a label; types and typed constants begin differently
	case lexTab[c]&lexAlnum != 0:
		j := nameEnd(s, i)
		return j < len(s) && s[j] == ':' || !isTypeWord(word(s, i))
	}
	return false
}

// body returns the end of the body whose opening brace is at open.
func (sc *scanner) body(open int) int {
	s, i, depth := sc.s, open+1, 1
	for {
		if i = sc.brace(i); i >= len(s) {
			return sc.fail(open, "found end of file in a function body that opens here")
		}
		switch s[i] {
		case '{':
			depth++
			i++
		case '}':
			depth--
			i++
			if depth == 0 {
				return i
			}
		case '"':
			i = sc.afterString(i)
		default:
			if !sc.inBody(i) {
				sc.comment(i)
			}
			i = commentEnd(s, i)
		}
	}
}

// brace finds the first byte at or after i that matters in a body. Bodies are most of a file, so
// the loop tests eight bytes at a time, which is three times as fast as one by one. XOR with a
// repeated character turns equal bytes into zero. Subtracting one from each byte then borrows at
// the first zero byte, which sets its high bit. For braces, adding five to a byte sets its high
// bit; this also selects a few bytes that are rare in IR, which the code checks again.
func (sc *scanner) brace(i int) int {
	const (
		ones      = 0x0101010101010101
		high      = 0x80 * ones
		quote     = '"' * ones
		semicolon = ';' * ones
	)
	text := sc.f.Text
	for i+8 <= len(text) {
		v := binary.LittleEndian.Uint64(text[i:])
		q, c := v^quote, v^semicolon
		found := ((q-ones)&^q | (c-ones)&^c | (v&^high + 5*ones) | v) & high
		if found == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(found) / 8; scanTab[text[i]]&scanBrace != 0 {
			return i
		}
		i++
	}
	for i < len(text) && scanTab[text[i]]&scanBrace == 0 {
		i++
	}
	return i
}
