// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads metadata: nodes, strings, values, and attachments. It reads specialized nodes
// generically as a name and fields, so it preserves kinds of nodes and fields that are newer than
// this program.

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// mdRef reads a reference such as `!12`.
func (p *parser) mdRef() *ir.MD {
	if p.text == p.lastMDText {
		p.next()
		return p.lastMD
	}
	n, err := strconv.Atoi(p.text)
	if err == nil {
		_, ok := p.f.mdOffset(n)
		if ok {
			md := p.m.MDRef(n)
			p.lastMD, p.lastMDText = md, p.text
			p.next()
			return md
		}
	}
	p.failTok("use of undefined metadata '!%s'", p.text)
	return nil
}

// mdNode reads a node: `!12`, `!{...}`, `distinct !{...}`, `!DILocation(...)`.
func (p *parser) mdNode() *ir.MD {
	if p.tok == tMD {
		return p.mdRef()
	}
	return &ir.MD{Kind: ir.MDNodeRef, Node: p.inlineNode()}
}

func (p *parser) inlineNode() *ir.MDNode {
	n := &ir.MDNode{Num: -1, New: -1}
	n.Distinct = p.acceptWord("distinct")
	switch p.tok {
	case '!':
		p.next()
		n.Fields = p.tuple()
	case tMDName:
		n.Name = p.text
		p.next()
		n.Fields = p.nodeFields(n.Name)
	default:
		p.failTok("expected metadata node, found %s", p.describe())
	}
	return n
}

// tuple reads `{ ... }`.
func (p *parser) tuple() []ir.MDField {
	p.enter()
	p.expect('{', "here")
	var out []ir.MDField
	p.list('}', "in metadata list", func() { out = append(out, ir.MDField{Val: p.md()}) })
	p.leave()
	return out
}

// md reads any metadata except locals: a node, a string, null, or a typed constant. mdOperand reads
// locals.
func (p *parser) md() *ir.MD {
	switch p.tok {
	case tMD:
		return p.mdRef()
	case '!':
		p.next()
		if p.tok == tString {
			md := &ir.MD{Kind: ir.MDString, Text: p.text}
			p.next()
			return md
		}
		return &ir.MD{Kind: ir.MDNodeRef, Node: &ir.MDNode{Num: -1, New: -1, Fields: p.tuple()}}
	case tMDName:
		return &ir.MD{Kind: ir.MDNodeRef, Node: p.inlineNode()}
	case tWord:
		switch p.text {
		case "null":
			p.next()
			return &ir.MD{Kind: ir.MDNull}
		case "distinct":
			return &ir.MD{Kind: ir.MDNodeRef, Node: p.inlineNode()}
		}
	}
	if !p.startsType() {
		p.failTok("expected metadata operand, found %s", p.describe())
	}
	at := p.start
	t := p.anyType("expected metadata operand")
	if t.Kind() == ir.MetadataTy {
		p.fail(at, "invalid metadata-value-metadata roundtrip")
	}
	return &ir.MD{Kind: ir.MDValue, Val: p.constant(t)}
}

// nodeFields reads the fields of a specialized node with their parentheses.
func (p *parser) nodeFields(name string) []ir.MDField {
	p.enter()
	p.expect('(', "here")
	var out []ir.MDField
	p.list(')', "here, or ')'", func() {
		f := ir.MDField{}
		if p.tok == tLabel {
			f.Name = p.text
			at := p.start
			p.next()
			if len(out) >= maxFields {
				p.failTok("node with more than %d fields", maxFields)
			}
			for k := range out {
				if out[k].Name == f.Name {
					p.fail(at, "field '%s' cannot be specified more than once", f.Name)
				}
			}
		} else if !positional(name) {
			p.failTok("expected field label here, found %s", p.describe())
		}
		f.Val = p.fieldValue(f.Name)
		out = append(out, f)
	})
	p.leave()
	return out
}

// positional reports whether the operands of a node have no names.
func positional(name string) bool { return name == "DIExpression" || name == "DIArgList" }

func (p *parser) fieldValue(name string) *ir.MD {
	switch p.tok {
	case tInt, tString:
		md := &ir.MD{Kind: ir.MDInt, Text: p.text}
		if p.tok == tString {
			md.Kind = ir.MDQuoted
		}
		p.next()
		return md
	case '{':
		return p.rawList()
	case tWord:
		if p.text == "null" || p.text == "distinct" || isTypeWord(p.text) {
			return p.md()
		}
		if name == "" {
			p.checkDwarfOp()
		}
		return p.words()
	}
	return p.md()
}

// checkDwarfOp rejects a word in a DIExpression that is neither an operator of DWARF or LLVM nor a
// base type encoding.
func (p *parser) checkDwarfOp() {
	w := p.text
	if strings.HasPrefix(w, "DW_ATE_") {
		return
	}
	op, ok := strings.CutPrefix(w, "DW_OP_")
	if ok && dwarfOps[op] {
		return
	}
	for _, numbered := range [...]string{"lit", "reg", "breg"} {
		if s, is := strings.CutPrefix(op, numbered); ok && is && isNumber(s) && len(s) <= 2 && s <= "31" {
			return
		}
	}
	known := make([]string, 0, len(dwarfOps))
	for k := range dwarfOps {
		known = append(known, "DW_OP_"+k)
	}
	p.failHint(p.start, nearest(w, known), "invalid DWARF op '%s'", w)
}

// words reads flags such as `DIFlagPublic | DIFlagVector`, or an operator of an expression, and
// returns their text.
func (p *parser) words() *ir.MD {
	from, end := p.start, p.stop
	p.next()
	for p.tok == '|' {
		p.next()
		if p.tok != tWord && p.tok != tInt {
			p.failTok("expected debug info flag")
		}
		end = p.stop
		p.next()
	}
	return &ir.MD{Kind: ir.MDIdent, Text: p.src[from:end]}
}

// rawList reads `{!1, null}`, the operands of a GenericDINode, and returns the text.
func (p *parser) rawList() *ir.MD {
	from := p.start
	p.next()
	end := p.list('}', "in metadata list", func() { p.md() })
	return &ir.MD{Kind: ir.MDIdent, Text: p.src[from:end]}
}

// attachments reads the attachments of an instruction, for example `!dbg !5, !tbaa !6`, with the
// comma before them.
func (p *parser) attachments() []ir.Attachment {
	if !p.extraComma {
		if p.tok != ',' {
			return nil
		}
		p.next()
		if p.tok != tMDName {
			p.failTok("expected metadata after comma, found %s", p.describe())
		}
	}
	p.extraComma = false
	base := len(p.metaBuf)
	for {
		if p.tok != tMDName {
			p.failTok("expected metadata after comma")
		}
		p.attachment()
		if p.tok != ',' {
			break
		}
		p.next()
	}
	out := p.m.NewMeta(len(p.metaBuf) - base)
	copy(out, p.metaBuf[base:])
	p.metaBuf = p.metaBuf[:base]
	return out
}

// attachment reads one attachment and appends it to metaBuf.
func (p *parser) attachment() {
	kind := ir.Unescape(p.text)
	p.next()
	switch p.tok {
	case tMD, '!', tMDName:
	default:
		if !p.is("distinct") {
			p.failTok("expected metadata node, found %s", p.describe())
		}
	}
	md := p.mdNode()
	p.metaBuf = append(p.metaBuf, ir.Attachment{Kind: kind, MD: md})
}

// headerMeta reads attachments of a function, which have no commas.
func (p *parser) headerMeta() []ir.Attachment {
	base := len(p.metaBuf)
	for p.tok == tMDName {
		p.attachment()
	}
	out := append([]ir.Attachment(nil), p.metaBuf[base:]...)
	p.metaBuf = p.metaBuf[:base]
	if p.f.ignoreDebug {
		out = withoutDebug(out)
	}
	return out
}

// LoadMD implements ir.Source.
func (f *File) LoadMD(m *ir.Module, n int) (*ir.MDNode, error) {
	off, ok := f.mdOffset(n)
	if !ok {
		return nil, nil
	}
	var node *ir.MDNode
	err := f.parse(m, off, f.mdEnd(off), func(p *parser) {
		p.next() // the number
		p.expect('=', "here")
		if !p.is("distinct") && p.startsType() {
			p.failTok("unexpected type in metadata definition")
		}
		node = p.inlineNode()
		p.finishNode()
		node.Num = n
	})
	if err != nil {
		return nil, err
	}
	return node, nil
}

// MDSpan returns the range of node !n in the text, from its exclamation mark to its closing
// bracket. ok is false if the file has no such node.
func (f *File) MDSpan(n int) (start, end int, ok bool) {
	start, ok = f.mdOffset(n)
	if !ok {
		return 0, 0, false
	}
	depth := 0
	for i := start; i < len(f.Text); i++ {
		switch f.Text[i] {
		case '"':
			k := bytes.IndexByte(f.Text[i+1:], '"')
			if k < 0 {
				return 0, 0, false
			}
			i += k + 1
		case ';':
			i = commentEnd(f.src, i) - 1
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return start, i + 1, true
			}
		}
	}
	return 0, 0, false
}

// finishNode requires the end of the item, or the definition of the next node in the run.
func (p *parser) finishNode() {
	if p.tok != tMD {
		p.finish()
		return
	}
	p.next()
	p.expect('=', "here")
}

// mdEnd returns the end of the item, a run of nodes, that holds the node at off. The parser stops
// before the next node.
func (f *File) mdEnd(off int) int {
	lo, hi := 0, len(f.Items)
	for lo < hi {
		mid := (lo + hi) / 2
		if f.Items[mid].End <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return f.Items[lo].End
}

// LoadNamedMD implements ir.Source.
func (f *File) LoadNamedMD(m *ir.Module, name string) ([]*ir.MD, error) {
	i, ok := f.namedMD[name]
	if !ok {
		return nil, nil
	}
	it := &f.Items[i]
	var out []*ir.MD
	err := f.parse(m, it.Head, it.End, func(p *parser) {
		p.next() // the name
		p.expect('=', "here")
		p.expect('!', "here")
		p.expect('{', "here")
		p.list('}', "in metadata list", func() { out = append(out, p.mdNode()) })
		p.finish()
	})
	return out, err
}

// mdOperand reads metadata as the operand of a call or a debug record: a value of the function, or
// any metadata that md accepts. Exactly one of the results is set.
func (p *parser) mdOperand() (ir.Value, *ir.MD) {
	if p.startsType() && !p.is("null") {
		t := p.typ()
		if t.Kind() == ir.MetadataTy {
			p.failTok("invalid metadata-value-metadata roundtrip")
		}
		return p.value(t), nil
	}
	return nil, p.md()
}
