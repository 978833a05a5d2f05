// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads the instructions that access memory: alloca, load, store and the atomic ones.

import (
	"github.com/corolower/corolower/internal/ir"
)

func (p *parser) alloca(at int) *ir.Instr {
	var flags ir.Flags
	if p.acceptWord("inalloca") {
		flags |= ir.FlagInAlloca
	}
	if p.acceptWord("swifterror") {
		flags |= ir.FlagSwiftError
	}
	tat := p.start
	t := p.typ()
	if t.Kind() == ir.FuncTy || !t.IsFirstClass() || t.Kind() == ir.Label ||
		t.Kind() == ir.MetadataTy || t.Kind() == ir.Token {
		p.fail(tat, "invalid type for alloca")
	}
	if t.Kind() == ir.Struct && t.IsOpaque() {
		p.fail(tat, "cannot allocate unsized type")
	}
	as := p.f.allocaAS
	var count ir.Value
	var align uint32
	for n := 0; p.comma(); n++ {
		switch {
		case p.is("align"):
			p.next()
			align = p.alignValue()
		case p.is("addrspace"):
			p.next()
			as = p.addrSpace()
		case n == 0 && p.startsType():
			cat := p.start
			count = p.typed()
			if !count.Type().IsInt() {
				p.fail(cat, "element count must have integer type")
			}
		default:
			p.failTok("expected metadata or 'align', found %s", p.describe())
		}
	}
	pt := p.m.PtrTo(t, as)
	var i *ir.Instr
	if count != nil {
		i = p.m.NewInstr(ir.OpAlloca, pt, count)
	} else {
		i = p.m.NewInstr(ir.OpAlloca, pt)
	}
	i.Flags, i.ElemTy, i.Align = flags, t, align
	if as != 0 {
		i.Aux = &ir.AllocaAux{AddrSpace: as}
	}
	return i
}

// scope reads `syncscope("x")`.
func (p *parser) scope(i *ir.Instr) {
	if !p.acceptWord("syncscope") {
		return
	}
	p.expect('(', "in synchronization scope")
	i.Aux = &ir.AtomicAux{Scope: p.str()}
	p.expect(')', "in synchronization scope")
}

func (p *parser) ordering() ir.Ordering {
	if p.tok == tWord {
		for k := ir.Unordered; k <= ir.SeqCst; k++ {
			if ir.OrderingNames[k] == p.text {
				p.next()
				return k
			}
		}
		p.failHint(p.start, nearest(p.text, ir.OrderingNames[1:]), "expected ordering on atomic instruction, found %s",
			p.describe())
	}
	p.failTok("expected ordering on atomic instruction")
	return 0
}

// optAlign reads `, align n`.
func (p *parser) optAlign(i *ir.Instr) {
	for p.comma() {
		if !p.acceptWord("align") {
			p.failTok("expected metadata or 'align', found %s", p.describe())
		}
		i.Align = p.alignValue()
	}
}

func (p *parser) accessFlags() (flags ir.Flags) {
	if p.acceptWord("atomic") {
		flags |= ir.FlagAtomic
	}
	return flags | p.volatileFlags()
}

// volatileFlags reads `volatile` and `elementwise`.
func (p *parser) volatileFlags() (flags ir.Flags) {
	if p.acceptWord("volatile") {
		flags |= ir.FlagVolatile
	}
	if p.acceptWord("elementwise") {
		flags |= ir.FlagElementwise
	}
	return flags
}

// checkElementwise checks the type of an access with `elementwise`.
func (p *parser) checkElementwise(at int, t *ir.Type, word string) {
	if t.Kind() != ir.Vector || t.IsScalable() {
		p.fail(at, "%s elementwise operand must be a fixed vector type", word)
	}
}

// checkPointee checks the pointee of a typed pointer against the type of the access.
func (p *parser) checkPointee(at int, t, ptr *ir.Type, msg string) {
	if e := ptr.Elem(); e != nil && e != t {
		p.fail(at, msg, t, e)
	}
}

func (p *parser) load(at int) *ir.Instr {
	flags := p.accessFlags()
	t := p.typ()
	p.expect(',', "after load's type")
	vat := p.start
	v := p.typed()
	if !v.Type().IsPtr() || !t.IsFirstClass() || t.Kind() == ir.Label || t.Kind() == ir.MetadataTy {
		p.fail(vat, "load operand must be a pointer to a first class type")
	}
	p.checkPointee(at, t, v.Type(), "explicit pointee type '%s' doesn't match operand's pointee type '%s'")
	if t.Kind() == ir.Struct && t.IsOpaque() {
		p.fail(at, "loading unsized types is not allowed")
	}
	i := p.m.NewInstr(ir.OpLoad, t, v)
	i.Flags = flags
	p.order(at, i, ir.Release, "Release")
	return i
}

// order reads the scope, the ordering and the alignment of a load or store. An atomic one cannot have
// the ordering never.
func (p *parser) order(at int, i *ir.Instr, never ir.Ordering, name string) {
	atomic := i.Flags&ir.FlagAtomic != 0
	if i.Flags&ir.FlagElementwise != 0 {
		if !atomic {
			p.fail(at, "a %s that is not atomic cannot be elementwise", i.Op)
		}
		t := i.Type()
		if i.Op == ir.OpStore {
			t = i.Arg(0).Type()
		}
		p.checkElementwise(at, t, "atomic "+i.Op.String())
	}
	if atomic {
		p.scope(i)
		i.Order = p.ordering()
	}
	p.optAlign(i)
	if atomic && i.Align == 0 {
		p.fail(at, "atomic %s must have explicit non-zero alignment", i.Op)
	}
	if atomic && (i.Order == never || i.Order == ir.AcqRel) {
		p.fail(at, "atomic %s cannot use %s ordering", i.Op, name)
	}
}

func (p *parser) store(at int) *ir.Instr {
	flags := p.accessFlags()
	vat := p.start
	v := p.typed()
	if !v.Type().IsFirstClass() || v.Type().Kind() == ir.Label || v.Type().Kind() == ir.MetadataTy {
		p.fail(vat, "store operand must be a first class value")
	}
	p.expect(',', "after store operand")
	pat := p.start
	ptr := p.typed()
	if !ptr.Type().IsPtr() {
		p.fail(pat, "store operand must be a pointer")
	}
	p.checkPointee(vat, v.Type(), ptr.Type(), "stored value and pointer type do not match ('%s' and '%s')")
	i := p.m.NewInstr(ir.OpStore, p.m.Types.Void(), v, ptr)
	i.Flags = flags
	p.order(at, i, ir.Acquire, "Acquire")
	return i
}

func (p *parser) cmpXchg(at int) *ir.Instr {
	var flags ir.Flags
	if p.acceptWord("weak") {
		flags |= ir.FlagWeak
	}
	if p.acceptWord("volatile") {
		flags |= ir.FlagVolatile
	}
	pat := p.start
	ptr := p.typed()
	if !ptr.Type().IsPtr() {
		p.fail(pat, "cmpxchg operand must be a pointer")
	}
	p.expect(',', "after cmpxchg address")
	cat := p.start
	cmp := p.typed()
	p.expect(',', "after cmpxchg cmp operand")
	nat := p.start
	nv := p.typed()
	if cmp.Type() != nv.Type() {
		p.fail(nat, "compare value and new value type do not match")
	}
	if t := cmp.Type(); !t.IsInt() && !t.IsPtr() {
		p.fail(nat, "cmpxchg operand must be a first class value")
	}
	p.checkPointee(cat, cmp.Type(), ptr.Type(), "compare value of type '%s' and pointer to '%s' do not match")
	ts := p.m.Types
	i := p.m.NewInstr(ir.OpCmpXchg, ts.Struct([]*ir.Type{cmp.Type(), ts.Int(1)}, false), ptr, cmp, nv)
	i.Flags = flags
	p.scope(i)
	i.Order = p.ordering()
	i.Order2 = p.ordering()
	if i.Order == ir.Unordered {
		p.fail(at, "invalid cmpxchg success ordering")
	}
	if i.Order2 == ir.Unordered || i.Order2 == ir.Release || i.Order2 == ir.AcqRel {
		p.fail(at, "invalid cmpxchg failure ordering")
	}
	p.optAlign(i)
	return i
}

func (p *parser) atomicRMW(at int) *ir.Instr {
	flags := p.volatileFlags()
	sub := -1
	if p.tok == tWord {
		for k, n := range ir.RMWNames {
			if n == p.text {
				sub = k
				break
			}
		}
	}
	if sub < 0 {
		p.failHint(p.start, nearest(p.text, ir.RMWNames[:]), "expected binary operation in atomicrmw, found %s",
			p.describe())
	}
	name := p.text
	p.next()
	pat := p.start
	ptr := p.typed()
	if !ptr.Type().IsPtr() {
		p.fail(pat, "atomicrmw operand must be a pointer")
	}
	p.expect(',', "after atomicrmw address")
	vat := p.start
	v := p.typed()
	t := v.Type()
	p.checkPointee(vat, t, ptr.Type(), "atomicrmw value of type '%s' and pointer to '%s' do not match")
	e := t
	if flags&ir.FlagElementwise != 0 {
		p.checkElementwise(vat, t, "atomicrmw")
		e = t.Scalar()
	}
	switch name {
	case "xchg":
		if !e.IsInt() && !e.IsFloat() && !e.IsPtr() {
			p.fail(vat, "atomicrmw xchg operand must be an integer, floating point, or pointer type")
		}
	case "fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum", "fmaximumnum", "fminimumnum":
		if !t.Scalar().IsFloat() {
			p.fail(vat, "atomicrmw %s operand must be a floating point type", name)
		}
	default:
		if !e.IsInt() {
			p.fail(vat, "atomicrmw %s operand must be an integer", name)
		}
	}
	i := p.m.NewInstr(ir.OpAtomicRMW, t, ptr, v)
	i.Flags, i.Sub = flags, uint8(sub)
	p.scope(i)
	i.Order = p.ordering()
	if i.Order == ir.Unordered {
		p.fail(at, "atomicrmw cannot be unordered")
	}
	p.optAlign(i)
	return i
}
