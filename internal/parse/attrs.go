// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads attributes of parameters, results, functions and call sites, and attribute
// groups.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// attrPlace is the syntactic position of an attribute list.
type attrPlace uint8

const (
	onParam attrPlace = iota // parameters, arguments and results
	onFunc                   // functions and call sites: groups are allowed
	inGroup                  // attributes #N = { ... }
)

// maxGroup is the largest valid number of an attribute group.
const maxGroup = 1<<31 - 1

// attrSet reads the attributes at the current token. It returns nil if there are none.
func (p *parser) attrSet(place attrPlace) *ir.AttrSet {
	// Most positions have no attribute, or a single word, so decide by the first token.
	switch p.tok {
	case tWord:
		if attrForms[p.text] == formInvalid || place == onFunc && p.text == "align" {
			return nil
		}
	case tString, tAttrs:
		if p.tok == tAttrs && place != onFunc {
			return nil
		}
	default:
		return nil
	}
	from, end := p.start, 0
	base := len(p.attrBuf)
	var groups []int
	lost := false
	for {
		if p.tok == tAttrs && place == onFunc {
			n, err := strconv.Atoi(p.text)
			if err != nil || n > maxGroup {
				p.failTok("attribute group number '#%s' is too large", p.text)
			}
			if p.f.hasGroup(n) { // LLVM treats a missing group as empty
				groups = append(groups, n)
			} else {
				lost = true
			}
			end = p.stop
			p.next()
			continue
		}
		if place == onFunc && p.is("align") || !p.attr(place) {
			break
		}
		end = p.lastStop()
	}
	text := p.src[from:end]
	if s := p.u.attrs[text]; s != nil && place != inGroup {
		p.attrBuf = p.attrBuf[:base]
		return s
	}
	s := &ir.AttrSet{List: append([]ir.Attr(nil), lastOfEach(p.attrBuf[base:])...), Groups: groups, Lost: lost}
	p.attrBuf = p.attrBuf[:base]
	p.u.attrs[text] = s
	return s
}

// joinSets concatenates two attribute lists. A nil list is empty.
func joinSets(a, b *ir.AttrSet) *ir.AttrSet {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ir.AttrSet{List: lastOfEach(slices.Concat(a.List, b.List)), Groups: slices.Concat(a.Groups, b.Groups),
		Lost: a.Lost || b.Lost}
}

// lastOfEach keeps the last attribute of each name. It drops vscale_range(0), which means no range.
// It reuses the storage of list.
func lastOfEach(list []ir.Attr) []ir.Attr {
	out := list[:0]
	for k := range list {
		a := list[k]
		if a.Name == "vscale_range" && !a.Str && strings.Trim(a.Val, "0, ") == "" {
			continue
		}
		same := false
		for j := range out {
			if out[j].Name == a.Name && out[j].Str == a.Str {
				out[j], same = a, true
				break
			}
		}
		if !same {
			out = append(out, a)
		}
	}
	return out
}

// lastStop returns the end of the previous token, without the blanks after it.
func (p *parser) lastStop() int {
	i := p.start
	for i > 0 && lexTab[p.src[i-1]]&lexSpace != 0 {
		i--
	}
	return i
}

// attr reads one attribute and appends it to attrBuf. It returns false if the current token starts
// no attribute.
func (p *parser) attr(place attrPlace) bool {
	switch p.tok {
	case tString:
		a := ir.Attr{Name: p.text, Str: true}
		p.next()
		if p.accept('=') {
			a.Val, a.Has = p.str(), true
		}
		p.attrBuf = append(p.attrBuf, a)
		return true
	case tWord:
	default:
		return false
	}
	form := attrForms[p.text]
	if form == formInvalid {
		return false
	}
	a := ir.Attr{Name: p.text}
	at := p.start
	p.next()
	p.attrValue(&a, form, place, at)
	p.attrBuf = append(p.attrBuf, a)
	return true
}

func (p *parser) attrValue(a *ir.Attr, form attrForm, place attrPlace, at int) {
	switch form {
	case formWord:
	case formAlign, formStack:
		paren := false
		switch {
		case place == inGroup:
			p.expect('=', "after "+a.Name)
		case form == formStack && p.tok != '(':
			p.failTok("expected '('")
		default:
			paren = p.accept('(')
		}
		a.Val, a.Has = strconv.FormatUint(uint64(p.alignValue()), 10), true
		if paren {
			p.expect(')', "")
		}
	case formBytes:
		n := p.start + 1
		v := p.parenUint(1<<63, "number of bytes")
		if v == 0 {
			p.fail(n, "dereferenceable bytes must be non-zero")
		}
		a.Val, a.Has = strconv.FormatUint(v, 10), true
	case formOptType:
		if p.tok != '(' {
			if !p.f.TypedPtrs {
				p.failTok("expected '(' after '%s'", a.Name)
			}
			return
		}
		fallthrough
	case formType:
		p.expect('(', "")
		a.Type = p.typ()
		a.Has = true
		p.expect(')', "")
	case formUWTable:
		if p.tok == '(' {
			p.rawParens(a, func() { p.oneOf("uwtable kind", "sync", "async") })
		}
	case formOptBytes:
		if p.tok == '(' {
			p.rawParens(a, func() { p.uint(1<<63, "number of bytes") })
		}
	case formSizes:
		p.rawParens(a, func() {
			p.uint(1<<32-1, "integer")
			if p.accept(',') {
				p.uint(1<<32-1, "integer")
			}
		})
	case formKind:
		p.rawParens(a, func() { p.allocKind() })
	case formDenormals:
		p.rawParens(a, p.denormals)
	case formMemory:
		p.rawParens(a, p.memoryEffects)
	case formCaptures:
		p.rawParens(a, p.captures)
	case formFPClass:
		p.rawParens(a, p.fpClass)
	case formRange:
		p.rawParens(a, func() {
			t := p.typ()
			if !t.IsInt() {
				p.fail(at, "the range must have integer type!")
			}
			if p.tok == tInt {
				p.intConst(t)
			}
			p.expectInt()
			p.expect(',', "in range")
			p.expectInt()
		})
	case formInits:
		p.rawParens(a, func() {
			for {
				p.expect('(', "in initializes")
				p.expectInt()
				p.expect(',', "in initializes")
				p.expectInt()
				p.expect(')', "in initializes")
				if !p.accept(',') {
					return
				}
			}
		})
	}
}

func (p *parser) expectInt() {
	if p.tok != tInt {
		p.failTok("expected integer")
	}
	p.next()
}

// rawParens reads `( ... )`, parses its contents with inside, and stores them as text.
func (p *parser) rawParens(a *ir.Attr, inside func()) {
	from := p.stop
	p.expect('(', "after '"+a.Name+"'")
	inside()
	if p.tok != ')' {
		p.failTok("expected ')' at end of '%s', found %s", a.Name, p.describe())
	}
	a.Val, a.Has = strings.TrimSpace(p.src[from:p.start]), true
	p.next()
}

func (p *parser) oneOf(what string, words ...string) {
	if p.tok == tWord {
		for _, w := range words {
			if p.text == w {
				p.next()
				return
			}
		}
		p.failHint(p.start, nearest(p.text, words), "unknown %s %s", what, p.describe())
	}
	p.failTok("expected %s", what)
}

func (p *parser) allocKind() {
	at := p.start
	known := []string{"alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"}
next:
	for w := range strings.SplitSeq(p.str(), ",") {
		for _, k := range known {
			if w == k {
				continue next
			}
		}
		p.failHint(at, nearest(w, known), "unknown allockind %s", w)
	}
}

// denormals reads the contents of denormal_fpenv(...): how the function treats denormal results and
// operands, in general and of float.
func (p *parser) denormals() {
	mode := func() {
		for {
			p.oneOf("denormal mode", "ieee", "preservesign", "positivezero", "dynamic")
			if !p.accept('|') {
				return
			}
		}
	}
	if p.tok != tLabel {
		if mode(); !p.accept(',') {
			return
		}
	}
	if p.tok != tLabel || p.text != "float" {
		p.failTok("expected 'float:' in denormal_fpenv, found %s", p.describe())
	}
	p.next()
	mode()
}

// memoryEffects reads the contents of memory(...): a default access kind, and access kinds of
// locations.
func (p *parser) memoryEffects() {
	for {
		if p.tok == tLabel {
			switch p.text {
			case "argmem", "inaccessiblemem", "errnomem", "target_mem", "target_mem0",
				"target_mem1", "target_mem2", "target_mem3", "other":
			default:
				p.failTok("expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, "+
					"read, write, readwrite), found %s", p.describe())
			}
			p.next()
		}
		p.oneOf("memory access", "none", "read", "write", "readwrite")
		if !p.accept(',') {
			return
		}
	}
}

func (p *parser) captures() {
	for {
		if p.tok == tLabel {
			if p.text != "ret" {
				p.failTok("expected 'ret' in captures, found %s", p.describe())
			}
			p.next()
		}
		p.oneOf("capture component", "none", "address", "address_is_null", "provenance", "read_provenance")
		if !p.accept(',') {
			return
		}
	}
}

func (p *parser) fpClass() {
	if p.tok == tInt {
		p.uint(1023, "nofpclass test mask")
		return
	}
	for n := 0; p.tok != ')' || n == 0; n++ {
		p.oneOf("nofpclass test", "all", "nan", "snan", "qnan", "inf", "ninf", "nsub", "nnorm", "nzero", "pzero",
			"psub", "pnorm", "pinf", "zero", "sub",
			"norm")
	}
}

func (f *File) hasGroup(n int) bool {
	_, ok := f.groups[n]
	return ok
}

// LoadAttrGroup implements ir.Source.
func (f *File) LoadAttrGroup(m *ir.Module, n int) (list []ir.Attr, ok bool, err error) {
	i, ok := f.groups[n]
	if !ok {
		return nil, false, nil
	}
	it := &f.Items[i]
	err = f.parse(m, it.Head, it.End, func(p *parser) {
		p.expectWord("attributes", "")
		p.next() // the number
		p.expect('=', "here")
		p.expect('{', "here")
		base := len(p.attrBuf)
		for p.attr(inGroup) {
		}
		if p.tok != '}' {
			p.failHint(p.start, nearest(p.text, keys(attrForms)), "unknown attribute %s", p.describe())
		}
		p.next()
		p.finish()
		list = append([]ir.Attr(nil), lastOfEach(p.attrBuf[base:])...)
	})
	return list, err == nil, err
}
