// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file upgrades calls of debug intrinsics to debug records, as LLVM does since version 19 when
// it reads a file. For example,
//
//	call void @llvm.dbg.value(metadata i32 %x, metadata !6, metadata !DIExpression()), !dbg !8
//
// becomes
//
//	#dbg_value(i32 %x, !6, !DIExpression(), !8)
//
// A module with both forms is invalid, so the upgrade covers all functions. Units get records from
// the parser (upgradeDbg). Text that is copied gets them from DebugCalls, which does not parse it.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

const dbgPrefix = "llvm.dbg."

// UpgradeDebug makes units read calls of debug intrinsics as records, and write new debug info as
// records. Call it before creating the first unit, and not after DropDebug.
func (f *File) UpgradeDebug() {
	if !f.ignoreDebug {
		f.upgradeDebug, f.DbgRecords = true, true
	}
}

// UpgradesDebug reports whether UpgradeDebug was called.
func (f *File) UpgradesDebug() bool { return f.upgradeDebug }

// upgradeDbg turns the call of a debug intrinsic, with its attachments, into a record.
func (p *parser) upgradeDbg(i *ir.Instr) {
	d := i.Aux.(*ir.DbgAux)
	d.Call, i.Flags = nil, 0
	if loc := i.DebugLoc(); len(i.Meta) > 1 || loc == nil {
		i.Meta = nil
		i.SetDebugLoc(loc)
	}
	if d.Kind != "addr" {
		return
	}
	d.Kind = "value"
	expr := d.Ops[len(d.Ops)-1].MD
	if expr == nil {
		return // the verifier refuses it
	}
	n := p.m.MDNode(expr)
	if n == nil || n.Name != "DIExpression" {
		return
	}
	at := slices.IndexFunc(n.Fields, func(f ir.MDField) bool { return endsAddress(f.Val.Text) })
	if at < 0 {
		at = len(n.Fields)
	}
	own := n.Clone()
	own.Fields = slices.Insert(own.Fields, at, ir.MDField{Val: &ir.MD{Kind: ir.MDIdent, Text: derefWord}})
	d.Ops[len(d.Ops)-1].MD = &ir.MD{Kind: ir.MDNodeRef, Node: own}
}

const derefWord = "DW_OP_deref"

// endsAddress reports whether a word of an expression begins its last part, which does not compute
// the address of the variable.
func endsAddress(word string) bool {
	return word == "DW_OP_stack_value" || word == "DW_OP_LLVM_fragment"
}

// DebugCall is the call of a debug intrinsic in the text, and the record that replaces it.
type DebugCall struct {
	Start, End int
	Record     string
}

// DebugCalls returns the calls of debug intrinsics in an item of a file that is to be upgraded. It
// returns an error for a call whose text it cannot convert.
func (f *File) DebugCalls(it *Item) ([]DebugCall, error) {
	if it.Kind != ItemDefine || !strings.Contains(f.src[it.Body:it.End], "@"+dbgPrefix) {
		return nil, nil
	}
	r := dbgReader{f: f, s: f.src[:it.End], i: it.Body}
	if err := r.all(); err != nil {
		return nil, ir.ErrorList{err}
	}
	return r.found, nil
}

// IsDebugIntrinsic reports whether an item only serves calls of debug intrinsics: their
// declaration, or the order of its uses.
func (f *File) IsDebugIntrinsic(it *Item) bool {
	switch it.Kind {
	case ItemDeclare:
		return debugForms[strings.TrimPrefix(it.Name, dbgPrefix)].intrinsic && strings.HasPrefix(it.Name, dbgPrefix)
	case ItemUseList:
		return strings.Contains(f.src[it.Head:it.End], "@"+dbgPrefix)
	}
	return false
}

// dbgReader finds calls of debug intrinsics in the text of a body.
type dbgReader struct {
	f     *File
	s     string // the file up to the end of the body
	i     int
	call  int // start of a call whose callee has not been read yet, or -1
	found []DebugCall
}

// all reads the body word by word. Strings, comments and other names are skipped.
func (r *dbgReader) all() *ir.Error {
	r.call = -1
	word, from := "", 0 // the last word, and its start
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case r.opaque():
		case c == '@' && strings.HasPrefix(r.s[r.i+1:], dbgPrefix):
			if err := r.intrinsic(); err != nil {
				return err
			}
			r.call, word = -1, ""
		case lexTab[c]&lexName != 0 && c != '$':
			start := r.i
			r.name()
			now := r.s[start:r.i]
			if now == "call" {
				r.call = start
				if tailWord(word) && skipBlank(r.s, from+len(word)) == start {
					r.call = from
				}
			}
			word, from = now, start
		case c == '%' || c == '@' || c == '!' || c == '#' || c == '$':
			r.i++
			if r.at(r.i) == '"' {
				r.quoted()
			}
			r.name()
			if c == '@' || c == '%' {
				r.call, word = -1, ""
			}
		default:
			r.i++
		}
	}
	return nil
}

func tailWord(w string) bool { return w == "tail" || w == "notail" || w == "musttail" }

// name skips the characters of a bare name.
func (r *dbgReader) name() {
	for r.i < len(r.s) && lexTab[r.s[r.i]]&lexName != 0 {
		r.i++
	}
}

// opaque skips a string or a comment, and reports whether there was one.
func (r *dbgReader) opaque() bool {
	switch r.s[r.i] {
	case '"':
		r.quoted()
	case ';':
		r.i = commentEnd(r.s, r.i)
	default:
		return false
	}
	return true
}

// quoted skips a string.
func (r *dbgReader) quoted() {
	n := strings.IndexByte(r.s[r.i+1:], '"')
	if n < 0 {
		r.i = len(r.s)
		return
	}
	r.i += n + 2
}

// at returns a character, or 0 after the end.
func (r *dbgReader) at(k int) byte {
	if k < len(r.s) {
		return r.s[k]
	}
	return 0
}

// accept skips blanks and a character, and reports whether the character was there.
func (r *dbgReader) accept(c byte) bool {
	k := skipBlank(r.s, r.i)
	if r.at(k) == c {
		r.i = k + 1
		return true
	}
	return false
}

// intrinsic reads the rest of a call, from the name of the debug intrinsic on.
func (r *dbgReader) intrinsic() *ir.Error {
	at := r.i
	r.i++
	r.name()
	name := r.s[at+1 : r.i]
	form := debugForms[name[len(dbgPrefix):]]
	fail := func() *ir.Error {
		e := ir.Errorf(ir.PosAt(at), "unsupported: cannot write this use of @%s as a debug record", name)
		e.Hint = "leave out --llvm-version, and the file keeps its calls of debug intrinsics"
		return e
	}
	if r.call < 0 || !form.intrinsic || !r.accept('(') {
		return fail()
	}
	var ops []string
	for !r.accept(')') {
		if len(ops) > 0 && !r.accept(',') {
			return fail()
		}
		r.i = skipBlank(r.s, r.i)
		from := r.i
		r.name()
		op, ok := "", r.s[from:r.i] == "metadata"
		if ok {
			op, ok = r.operand()
		}
		if !ok {
			return fail()
		}
		ops = append(ops, op)
	}
	if len(ops) != form.operands {
		return fail()
	}
	loc, ok := r.location()
	if !ok {
		return fail()
	}
	if loc == "" {
		e := ir.Errorf(ir.PosAt(at), "invalid #dbg record DILocation (@%s has no !dbg attachment)", name)
		e.Debug = true
		return e
	}
	kind := name[len(dbgPrefix):]
	if kind == "addr" {
		kind = "value"
		if ops[len(ops)-1], ok = r.deref(ops[len(ops)-1]); !ok {
			return fail()
		}
	}
	start, indent := r.call, ""
	for start > 0 && (r.s[start-1] == ' ' || r.s[start-1] == '\t') {
		start--
	}
	if r.s[start-1] == '\n' {
		indent = "    "
	} else {
		start = r.call
	}
	r.found = append(r.found, DebugCall{start, r.i,
		indent + "#dbg_" + kind + "(" + strings.Join(append(ops, loc), ", ") + ")"})
	return nil
}

// operand reads up to the comma or parenthesis that ends an operand, and returns it without
// comments.
func (r *dbgReader) operand() (string, bool) {
	r.i = skipBlank(r.s, r.i)
	from, depth := r.i, 0
	for r.i < len(r.s) {
		if r.opaque() {
			continue
		}
		switch c := r.s[r.i]; c {
		case '(', '[', '{', '<':
			depth++
		case ',', ')', ']', '}', '>':
			if depth == 0 {
				op := r.plain(from)
				return op, op != "" && (c == ',' || c == ')')
			}
			if c != ',' {
				depth--
			}
		}
		r.i++
	}
	return "", false
}

// plain returns the text from an offset to here without comments.
func (r *dbgReader) plain(from int) string {
	text := r.s[from:r.i]
	if strings.IndexByte(text, ';') >= 0 {
		var out strings.Builder
		r.f.Uncommented(from, r.i, func(part []byte) { out.Write(part) })
		text = out.String()
	}
	return strings.TrimSpace(text)
}

// location reads the attributes and attachments of a call, and returns the node attached as !dbg.
func (r *dbgReader) location() (loc string, ok bool) {
	for {
		k := skipBlank(r.s, r.i)
		switch c := r.at(k); {
		case c == '#':
			r.i = k + 1
			r.name()
			if r.at(k+1)-'0' > 9 { // the next record
				r.i = k
				return loc, true
			}
			continue
		case c == '"':
			r.i = k
			r.quoted()
			if r.accept('=') {
				r.i = skipBlank(r.s, r.i)
				r.quoted()
			}
			continue
		case c != ',':
			start := k
			for lexTab[r.at(k)]&lexName != 0 {
				k++
			}
			if attrForms[r.s[start:k]] == formInvalid {
				return loc, true // the next instruction
			}
			if r.i = k; r.at(k) == '(' && !r.group() {
				return "", false
			}
			continue
		}
		r.i = k + 1
		from := skipBlank(r.s, r.i)
		if r.at(from) != '!' {
			return "", false
		}
		r.i = from + 1
		r.name()
		kind := r.s[from:r.i]
		node, ok := r.node()
		if !ok {
			return "", false
		}
		if kind == "!dbg" {
			loc = node
		}
	}
}

// node reads a metadata node: `!7`, `!{...}`, or `!DILocation(...)`, perhaps `distinct`.
func (r *dbgReader) node() (string, bool) {
	from := skipBlank(r.s, r.i)
	r.i = from
	r.name() // distinct
	if r.i > from {
		r.i = skipBlank(r.s, r.i)
	}
	if r.at(r.i) != '!' {
		return "", false
	}
	r.i++
	digits := r.i
	r.name()
	if digits < r.i && r.s[digits]-'0' <= 9 {
		return r.plain(from), true
	}
	if open := r.at(r.i); open != '(' && open != '{' {
		return "", false
	}
	if !r.group() {
		return "", false
	}
	return r.plain(from), true
}

// group skips a text in parentheses or braces.
func (r *dbgReader) group() bool {
	for depth := 0; r.i < len(r.s); {
		if r.opaque() {
			continue
		}
		switch r.s[r.i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if r.i++; depth == 0 {
			return true
		}
	}
	return false
}

// deref appends DW_OP_deref to the address that an expression computes. The expression is the
// operand of llvm.dbg.addr, or the number of its node.
func (r *dbgReader) deref(expr string) (string, bool) {
	const open = "!DIExpression("
	if n, end := number(expr, 1); end == len(expr) && end > 1 {
		from, to, ok := r.f.MDSpan(n)
		if !ok {
			return "", false
		}
		_, expr, _ = strings.Cut(r.f.src[from:to], "=")
		expr = strings.TrimSpace(expr)
	}
	if !strings.HasPrefix(expr, open) || !strings.HasSuffix(expr, ")") {
		return "", false
	}
	var words []string
	for w := range strings.SplitSeq(expr[len(open):len(expr)-1], ",") {
		if w = strings.TrimSpace(w); w != "" {
			words = append(words, w)
		}
	}
	at := slices.IndexFunc(words, endsAddress)
	if at < 0 {
		at = len(words)
	}
	return open + strings.Join(slices.Insert(words, at, derefWord), ", ") + ")", true
}
