// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes calls in NVIDIA's ABI. Arguments and result are variables of the .param space in
// a scope of their own. For example, `%x = call i32 @f(i32 %y)` becomes
//
//	{ // callseq 0
//	.param .b32 param0;
//	st.param.b32 [param0], %r1;
//	.param .b32 retval0;
//	call.uni (retval0), f, (param0);
//	ld.param.b32 %r2, [retval0];
//	} // callseq 0

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

func (e *fn) call(i *ir.Instr) {
	c := i.Call()
	if i.Flags&ir.FlagMustTail != 0 {
		e.warn("lower coroutines for nvptx64: their transfers then go through a dispatch loop",
			"PTX has no guaranteed tail calls, so this call takes stack until the callee returns")
	}
	for _, b := range c.Bundles {
		switch b.Tag {
		case "convergencectrl", "align", "deopt", "nonnull", "dereferenceable", "separate_storage", "ignore", "cold":
		default:
			e.fail("", "the operand bundle \"%s\"", b.Tag)
			return
		}
	}
	switch f := i.Callee().(type) {
	case *ir.Func:
		if f.IsIntrinsic() {
			e.intrinsic(i, f)
			return
		}
		if f.Name == "__nvvm_reflect" {
			e.reflect(i)
			return
		}
		e.callFunc(i, f)
	case *ir.Const:
		if f.Kind == ir.ConstAsm {
			e.inlineAsm(i, f.Asm)
			return
		}
		if s, off, ok := e.symbolic(f); ok && off == 0 {
			if fn, ok := s.(*ir.Func); ok {
				e.callFunc(i, fn)
				return
			}
		}
		e.callPointer(i)
	default:
		e.callPointer(i)
	}
}

// callFunc calls a function by name. If the call has other types than the function, it calls by
// address, because ptxas checks the types.
func (e *fn) callFunc(i *ir.Instr, f *ir.Func) {
	if e.kernels[e.actualFunc(f)] != nil {
		e.fail("", "a kernel cannot be called")
		return
	}
	if f.FTy != i.Call().FTy || !e.samePassing(i, f) {
		e.callPointer(i)
		return
	}
	if g := e.actualFunc(f); e.expands(g) {
		e.expand(i, g)
		return
	}
	e.callSequence(i, f, opnd{})
}

// argAttrs returns the attributes of an argument. If the call does not specify how the argument is
// passed, it takes the callee's attributes.
func (e *fn) argAttrs(i *ir.Instr, k int) *ir.AttrSet {
	c := i.Call()
	var attrs *ir.AttrSet
	if k < len(c.ArgAttrs) {
		attrs = c.ArgAttrs[k]
	}
	if f := i.CalledFunc(); f != nil && k < len(f.Params) && !attrs.Has(e.m, "byval") && f.Params[k].Attrs.Has(e.m,
		"byval") {
		return f.Params[k].Attrs
	}
	return attrs
}

// samePassing reports whether call and callee agree on the passing of all parameters.
func (e *fn) samePassing(i *ir.Instr, f *ir.Func) bool {
	for k, p := range f.Params {
		if e.passing(p.Type(), e.argAttrs(i, k)) != e.passing(p.Type(), p.Attrs) {
			return false
		}
	}
	return true
}

func (e *fn) callPointer(i *ir.Instr) {
	target := e.reg(e.value(i.Callee())[0])
	e.callSequence(i, nil, target)
}

// callSequence writes a call of f, or of the address in target if f is nil.
func (e *fn) callSequence(i *ir.Instr, f *ir.Func, target opnd) {
	c := i.Call()
	fixed := len(c.FTy.Params())
	n := c.NArgs
	if c.FTy.IsVariadic() {
		n = fixed
	}
	ret := c.FTy.Ret()
	if !ret.IsVoid() && !e.fits(ret) {
		return
	}
	type arg struct {
		pass  passing
		vals  []opnd
		attrs *ir.AttrSet
		from  addr
	}
	args := make([]arg, n)
	for k := range args {
		a := &args[k]
		a.attrs = e.argAttrs(i, k)
		t := i.Arg(k).Type()
		if !e.fits(t) {
			return
		}
		a.pass = e.passing(t, a.attrs)
		if a.pass.bits == 0 && a.pass.size == 0 {
			e.fail("", "an argument of type %s has no size", t)
			return
		}
		if a.pass.byval {
			a.from = e.address(i.Arg(k))
		} else {
			a.vals = e.value(i.Arg(k))
		}
	}
	var pack opnd
	if c.FTy.IsVariadic() {
		var ok bool
		if pack, ok = e.packVariadic(i, fixed); !ok {
			return
		}
	}
	retPass := passing{}
	returns := !e.noResult(ret)
	if returns {
		retPass = e.passing(ret, nil)
	}
	id := e.calls
	e.calls++
	e.linef("{ // callseq %d", id)
	names := make([]string, 0, n+1)
	for k, a := range args {
		name := e.argName + itoa(k)
		names = append(names, name)
		e.declare(a.pass, name)
		to := addr{sym: name, space: spaceParam}
		if a.pass.byval {
			e.copyBytes(to, a.from, a.pass.size, a.pass.align, "")
		} else {
			e.storeParam(to, i.Arg(k).Type(), a.pass, a.attrs, a.vals)
		}
	}
	if c.FTy.IsVariadic() {
		name := e.argName + itoa(n)
		names = append(names, name)
		e.declare(passing{bits: 64}, name)
		e.storeOne("st.param.b64", addr{sym: name}, pack)
	}
	result := ""
	if returns {
		e.declare(retPass, e.retName+"0")
		result = "(" + e.retName + "0), "
	}
	list := "(" + strings.Join(names, ", ") + ")"
	if f != nil {
		e.line("call.uni " + result + e.refer(f) + ", " + list + ";")
	} else {
		label := e.protoWord + itoa(e.protos)
		e.protos++
		e.line(label + " : " + e.prototype(c, i, ret, retPass) + ";")
		e.linef("call %s%%rd%d, %s, %s;", result, target.v, list, label)
	}
	if returns && i.HasUses() {
		align := retPass.align
		if retPass.bits != 0 {
			align = 16
		}
		e.load(addr{sym: e.retName + "0", space: spaceParam}, ret, align, "", e.def(i))
	}
	e.linef("} // callseq %d", id)
}

func (e *fn) declare(p passing, name string) {
	e.b = append(e.b, '\t')
	e.b = append(p.decl(e.b, name), ";\n"...)
}

// prototype returns the prototype of a call by address.
func (e *fn) prototype(c *ir.CallAux, i *ir.Instr, ret *ir.Type, retPass passing) string {
	var b []byte
	b = append(b, ".callprototype ("...)
	if !e.noResult(ret) {
		b = retPass.decl(b, "_")
	}
	b = append(b, ") _ ("...)
	for k := range c.FTy.Params() {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = e.passing(i.Arg(k).Type(), e.argAttrs(i, k)).decl(b, "_")
	}
	if c.FTy.IsVariadic() {
		if len(c.FTy.Params()) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, ".param .b64 _"...)
	}
	return string(append(b, ')'))
}

// packVariadic stores the variable arguments in sequence in local memory, each with its own
// alignment, and returns the address.
func (e *fn) packVariadic(i *ir.Instr, fixed int) (opnd, bool) {
	c := i.Call()
	at := (e.depotSize + 7) &^ 7
	off := int64(0)
	for k := fixed; k < c.NArgs; k++ {
		t := i.Arg(k).Type()
		if k < len(c.ArgAttrs) && c.ArgAttrs[k].Has(e.m, "byval") {
			e.fail("", "a variable argument that is passed by value")
			return opnd{}, false
		}
		if !e.fits(t) {
			return opnd{}, false
		}
		align := e.lay.ABIAlign(t)
		off = (off + align - 1) &^ (align - 1)
		e.depotAlign = max(e.depotAlign, align, 8)
		e.store(addr{sym: e.depotName(), off: at + off, space: spaceLocal}, t, align, "", e.value(i.Arg(k)))
		off += e.lay.AllocSize(t)
	}
	e.depotSize = at + max(off, 8)
	e.depotAlign = max(e.depotAlign, 8)
	return e.pointer(addr{sym: e.depotName(), off: at, space: spaceLocal}, spaceGeneric), true
}

// vaStart stores the address of the variable arguments. It is the last parameter.
func (e *fn) vaStart(i *ir.Instr) {
	if !e.f.FTy.IsVariadic() {
		e.fail("", "a function without variable arguments")
		return
	}
	p := e.fresh(clsRD)
	e.loadOne("ld.param.b64", p, addr{sym: e.paramName(e.name, len(e.f.Params)), space: spaceParam})
	to := e.address(i.Arg(0))
	e.storeOne("st"+spaceNames[to.space]+".b64", to, p)
}

func (e *fn) vaCopy(i *ir.Instr) {
	p, from, to := e.fresh(clsRD), e.address(i.Arg(1)), e.address(i.Arg(0))
	e.loadOne("ld"+spaceNames[from.space]+".b64", p, from)
	e.storeOne("st"+spaceNames[to.space]+".b64", to, p)
}

// vaArg loads the next variable argument. The caller aligned it like its type (packVariadic).
func (e *fn) vaArg(i *ir.Instr) {
	list, t, p := e.address(i.Arg(0)), i.Type(), e.fresh(clsRD)
	e.loadOne("ld"+spaceNames[list.space]+".b64", p, list)
	align := e.lay.ABIAlign(t)
	if align > 1 {
		p = e.new2("and.b64", clsRD, e.new2("add.s64", clsRD, p, immRD(uint64(align-1))), immRD(-uint64(align)))
	}
	e.storeOne("st"+spaceNames[list.space]+".b64", list, e.new2("add.s64", clsRD, p, immRD(uint64(e.lay.AllocSize(t)))))
	e.load(addr{base: p}, t, align, "", e.def(i))
}

// neverReturns reports whether a call does not return.
func (e *fn) neverReturns(i *ir.Instr) bool {
	if i.Call().Attrs.Has(e.m, "noreturn") {
		return true
	}
	f := i.CalledFunc()
	return f != nil && f.HasAttr("noreturn")
}

// reflect evaluates __nvvm_reflect, with which libdevice queries the GPU.
func (e *fn) reflect(i *ir.Instr) {
	name, ok := e.stringArg(i.Arg(0))
	if !ok {
		e.fail("", "__nvvm_reflect of a name that is not constant")
		return
	}
	v := uint64(0)
	switch name {
	case "__CUDA_ARCH":
		v = uint64(e.sm) * 10
	case "__CUDA_FTZ":
		flag, said := e.m.FlagValue("nvvm-reflect-ftz")
		if said && flag != 0 || !said && e.ftz != "" {
			v = 1
		}
	}
	e.define(i, []opnd{immR(v)})
}

// stringArg reads a constant C string.
func (e *fn) stringArg(v ir.Value) (string, bool) {
	s, off, ok := e.symbolic(v)
	g, isVar := s.(*ir.Global)
	if !ok || !isVar || off != 0 {
		return "", false
	}
	init, _ := g.Initializer()
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstString {
		return "", false
	}
	text, _, _ := strings.Cut(ir.Unescape(c.Text), "\x00")
	return text, true
}
