// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads types, and type definitions on demand.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

var simpleTypes = map[string]ir.Kind{
	"void": ir.Void, "label": ir.Label, "token": ir.Token, "metadata": ir.MetadataTy,
	"x86_mmx": ir.X86MMX, "x86_amx": ir.X86AMX,
	"half": ir.Half, "bfloat": ir.BFloat, "float": ir.Float,
	"double": ir.Double, "x86_fp80": ir.X86FP80, "fp128": ir.FP128,
	"ppc_fp128": ir.PPCFP128,
}

// isBits reports whether a word is an integer type or a byte type: `i32`, `b8`.
func isBits(w string) bool { return len(w) > 1 && (w[0] == 'i' || w[0] == 'b') && w[1]-'0' < 10 }

// isTypeWord reports whether a word begins a type.
func isTypeWord(w string) bool {
	if isBits(w) {
		return true
	}
	switch w {
	case "ptr", "target", "opaque":
		return true
	}
	_, ok := simpleTypes[w]
	return ok
}

// commonType reports whether a type begins here that most calls return. It is a fast path without a
// table lookup.
func (p *parser) commonType() bool {
	if p.tok != tWord {
		return p.tok == tLocal || p.tok == '{'
	}
	w := p.text
	return w == "void" || w == "ptr" || len(w) > 1 && w[0] == 'i' && w[1]-'0' < 10
}

// startsType reports whether the current token can begin a type.
func (p *parser) startsType() bool {
	switch p.tok {
	case tWord:
		return isTypeWord(p.text)
	case tLocal, tLocalNum, '[', '{', '<':
		return true
	}
	return false
}

// typ reads a type that values can have.
func (p *parser) typ() *ir.Type {
	at := p.start
	t := p.anyType("expected type")
	if t.Kind() == ir.Void {
		p.fail(at, "void type only allowed for function results")
	}
	return t
}

// anyType reads a type, possibly void.
func (p *parser) anyType(msg string) *ir.Type {
	at := p.start
	t := p.baseType(msg)
	for n := 0; ; n++ {
		if n > maxNesting {
			p.failTok("nesting deeper than %d levels", maxNesting)
		}
		switch p.tok {
		case '*':
			t = p.pointer(at, t, 0)
			p.next()
		case '(':
			t = p.funcType(at, t)
		case tWord:
			if p.text != "addrspace" || t.Kind() == ir.Void {
				return t
			}
			p.next()
			as := p.addrSpace()
			if p.tok != '*' {
				p.failTok("expected '*' in address space")
			}
			t = p.pointer(at, t, as)
			p.next()
		default:
			return t
		}
	}
}

// pointer returns the type `t*`.
func (p *parser) pointer(at int, t *ir.Type, as int) *ir.Type {
	switch t.Kind() {
	case ir.Label:
		p.fail(at, "basic block pointers are invalid")
	case ir.Void:
		p.failHint(at, "use i8* instead", "pointers to void are invalid; use i8* instead")
	case ir.MetadataTy, ir.Token, ir.X86AMX:
		p.fail(at, "pointer to this type is invalid")
	}
	return p.m.PtrTo(t, as)
}

func (p *parser) baseType(msg string) *ir.Type {
	ts := p.m.Types
	switch p.tok {
	case tWord:
		w := p.text
		if isBits(w) {
			bits, err := strconv.Atoi(w[1:])
			if err != nil || bits < 1 || bits > maxIntBits {
				if _, isInt := number(w, 1); isInt == len(w) {
					p.failTok("bitwidth for integer type out of range")
				}
				p.failTok("%s, found %s", msg, p.describe())
			}
			p.next()
			if w[0] == 'b' {
				return ts.Byte(bits)
			}
			return ts.Int(bits)
		}
		if w == "ptr" {
			p.next()
			if as, ok := p.optAddrSpace(); ok {
				return ts.OpaquePtr(as)
			}
			return ts.OpaquePtr(0)
		}
		if k, ok := simpleTypes[w]; ok {
			p.next()
			return ts.Simple(k)
		}
		if w == "target" {
			p.next()
			return p.targetType()
		}
		if w == "opaque" {
			p.failTok("opaque type is only allowed in a type definition")
		}
	case tLocal:
		t := p.namedType(p.text)
		p.next()
		return t
	case tLocalNum:
		t := p.namedType(numberedName(p.text))
		p.next()
		return t
	case '{':
		p.next()
		return p.structType(false)
	case '[':
		p.next()
		return p.arrayType()
	case '<':
		p.next()
		if p.tok == '{' {
			p.next()
			t := p.structType(true)
			p.expect('>', "at end of packed struct")
			return t
		}
		return p.vectorType()
	}
	if p.tok == tEOF {
		p.failTok("%s", msg)
	}
	p.failTok("%s, found %s", msg, p.describe())
	return nil
}

// structType reads the fields after `{` and the closing brace.
func (p *parser) structType(packed bool) *ir.Type {
	fields, base := p.fields()
	t := p.m.Types.Struct(fields, packed)
	p.typeBuf = p.typeBuf[:base]
	return t
}

// fields reads the fields of a struct and appends their types to typeBuf, above base.
func (p *parser) fields() (fields []*ir.Type, base int) {
	p.enter()
	base = len(p.typeBuf)
	p.list('}', "or '}' at end of struct", func() {
		at := p.start
		t := p.typ()
		if !validElement(t) {
			p.fail(at, "invalid element type for struct")
		}
		p.typeBuf = append(p.typeBuf, t)
	})
	p.leave()
	return p.typeBuf[base:], base
}

func validElement(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Void, ir.Label, ir.MetadataTy, ir.FuncTy, ir.Token:
		return false
	}
	return true
}

func (p *parser) arrayType() *ir.Type {
	p.enter()
	n := p.uint(1<<64-1, "number in array type")
	p.expectWord("x", "after element count")
	at := p.start
	elem := p.typ()
	if !validElement(elem) {
		p.fail(at, "invalid array element type")
	}
	p.expect(']', "at end of array")
	p.leave()
	return p.m.Types.Array(elem, n)
}

func (p *parser) vectorType() *ir.Type {
	p.enter()
	scalable := p.acceptWord("vscale")
	if scalable {
		p.expectWord("x", "after vscale")
	}
	at := p.start
	n := p.uint(1<<32-1, "number in vector type")
	if n == 0 {
		p.fail(at, "zero element vector is illegal")
	}
	p.expectWord("x", "after element count")
	at = p.start
	elem := p.typ()
	switch k := elem.Kind(); {
	case k == ir.Int, k == ir.Ptr, elem.IsFloat(), k == ir.TargetExt, k == ir.Byte:
	default:
		p.fail(at, "invalid vector element type")
	}
	p.expect('>', "at end of vector")
	p.leave()
	return p.m.Types.Vector(elem, n, scalable)
}

// funcType reads the parameters of a function type; the current token is the parenthesis.
func (p *parser) funcType(at int, ret *ir.Type) *ir.Type {
	if !validReturn(ret) {
		p.fail(at, "invalid function return type")
	}
	p.enter()
	p.next()
	base := len(p.typeBuf)
	variadic := false
	for p.tok != ')' {
		if len(p.typeBuf) > base {
			p.expect(',', "in argument list")
		}
		if p.accept(tDots) {
			variadic = true
			break
		}
		t := p.argType()
		if p.tok == tLocal || p.tok == tLocalNum {
			p.failTok("argument name invalid in function type")
		}
		p.typeBuf = append(p.typeBuf, t)
	}
	p.expect(')', "at end of argument list")
	p.leave()
	t := p.m.Types.Func(ret, p.typeBuf[base:], variadic)
	p.typeBuf = p.typeBuf[:base]
	return t
}

// argType reads the type of a parameter.
func (p *parser) argType() *ir.Type {
	at := p.start
	t := p.anyType("expected type")
	if t.Kind() == ir.Void {
		p.fail(at, "argument can not have void type")
	}
	if !t.IsFirstClass() || t.Kind() == ir.Label {
		p.fail(at, "invalid type for function argument")
	}
	return t
}

func validReturn(t *ir.Type) bool {
	switch t.Kind() {
	case ir.FuncTy, ir.Label, ir.MetadataTy:
		return false
	}
	return true
}

// targetType reads target("name", types..., ints...).
func (p *parser) targetType() *ir.Type {
	p.enter()
	p.expect('(', "in target extension type")
	name := p.str()
	base := len(p.typeBuf)
	var ints []uint64
	for p.accept(',') {
		if p.tok == tInt {
			ints = append(ints, p.uint(1<<32-1, "integer parameter"))
			continue
		}
		if len(ints) > 0 {
			p.failTok("expected uint32 param")
		}
		p.typeBuf = append(p.typeBuf, p.anyType("expected type"))
	}
	p.expect(')', "in target extension type")
	p.leave()
	t := p.m.Types.TargetExt(name, p.typeBuf[base:], ints)
	p.typeBuf = p.typeBuf[:base]
	return t
}

// namedType returns the struct %name. Its body is loaded on first use.
func (p *parser) namedType(name string) *ir.Type {
	if t := p.m.Types.LookupNamed(name); t != nil {
		return t
	}
	f, types := p.f, p.m.Types
	f.index()
	i, ok := f.types[name]
	if !ok {
		p.failTok("use of undefined type named '%s'", ir.QuoteName(name))
	}
	item := &f.Items[i]
	if !f.definesStruct(item) {
		return p.typeAlias(item)
	}
	return types.Named(name, "%"+ir.QuoteName(name), func(t *ir.Type) error {
		m := types.Unit() // an earlier unit may have created the type
		err := f.loadType(m, t, item)
		if err != nil {
			m.Spoil()
			if m.Err == nil {
				m.Err = err
			}
		}
		return err
	})
}

// definesStruct reports whether a type definition defines a struct or an opaque type.
func (f *File) definesStruct(it *Item) bool {
	s := f.src[:it.End]
	_, i, _ := symbolName(s, it.Head+1)
	i = skipBlank(s, i) + 1 // after the equals sign
	if i = skipBlank(s, min(i, len(s))); word(s, i) != "type" {
		return true // loadType rejects it
	}
	i = skipBlank(s, i+len("type"))
	if i < len(s) && s[i] == '<' {
		i = skipBlank(s, i+1)
	}
	return i >= len(s) || s[i] == '{' || word(s, i) == "opaque"
}

// typeAlias returns the type of a name that is not a struct: `%A = type [10 x i32]`.
func (p *parser) typeAlias(it *Item) *ir.Type {
	u := p.u
	if t := u.aliases[it.Name]; t != nil {
		return t
	}
	if u.loading[it.Name] || u.depth >= maxTypeDepth {
		p.failTok("type '%%%s' contains itself, or too many other types", ir.QuoteName(it.Name))
	}
	defer u.nest(p.m, it)()
	var t *ir.Type
	err := p.f.parse(p.m, it.Head, it.End, func(q *parser) {
		q.next() // the name
		q.expect('=', "after name")
		q.expectWord("type", "after name")
		t = q.anyType("expected type")
		q.finish()
	})
	if err != nil {
		p.raise(p.start, err)
	}
	u.aliases[it.Name] = t
	return t
}

// keptDepth is the nesting depth up to which types are shared with later units.
const keptDepth = 32

// nest marks a type as being read until the caller calls done. The nesting depth counts from the
// type that the unit needs first. If a unit shared the inner types of a deep nest, a later unit
// would count from these and accept a nest that it must reject.
func (u *unit) nest(m *ir.Module, it *Item) (done func()) {
	u.depth++
	if u.depth > keptDepth {
		m.Spoil()
	}
	u.loading[it.Name] = true
	return func() {
		u.depth--
		delete(u.loading, it.Name)
	}
}

// loadType parses a type definition. It also loads structs that are fields by value, so that it
// detects a struct that contains itself. Otherwise a later traversal of the type would not
// terminate.
func (f *File) loadType(m *ir.Module, t *ir.Type, it *Item) error {
	u := f.unitOf(m)
	if u.depth >= maxTypeDepth {
		return ir.Errorf(ir.PosAt(it.Head), "types nested deeper than %d levels", maxTypeDepth)
	}
	defer u.nest(m, it)()
	return f.parse(m, it.Head, it.End, func(p *parser) {
		p.next() // the name
		p.expect('=', "after name")
		p.expectWord("type", "after name")
		switch {
		case p.is("opaque"):
			p.next()
			p.finish()
			return
		case p.tok == '{' || p.tok == '<':
			at := p.start
			packed := p.accept('<')
			p.expect('{', "in struct type")
			fields, base := p.fields()
			if packed {
				p.expect('>', "at end of packed struct")
			}
			p.finish()
			t.SetBody(fields, packed)
			p.typeBuf = p.typeBuf[:base]
			for _, e := range t.Fields() {
				p.checkSized(at, t, e)
			}
		default:
			p.failTok("forward references to non-struct type")
		}
	})
}

// checkSized loads the structs inside e, the type of a field of t. It rejects a struct that is
// still being loaded, because that struct contains itself.
func (p *parser) checkSized(at int, t, e *ir.Type) {
	for e.Kind() == ir.Array || e.Kind() == ir.Vector {
		e = e.Elem()
	}
	if e.Kind() != ir.Struct {
		return
	}
	if !e.IsNamed() {
		for _, x := range e.Fields() {
			p.checkSized(at, t, x)
		}
		return
	}
	if p.u.loading[e.Name()] {
		p.fail(at, "identified structure type '%s' is recursive", t.Name())
	}
	before := p.m.Err
	e.Fields()
	if p.m.Err != nil && before == nil {
		p.raise(at, p.m.Err)
	}
}

// indexable reports whether a pointer to the type can be indexed, that is, whether memory can hold
// its values. It looks only at the outermost type.
func indexable(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Struct:
		return !t.IsOpaque()
	case ir.Void, ir.Label, ir.Token, ir.MetadataTy, ir.FuncTy:
		return false
	}
	return true
}
