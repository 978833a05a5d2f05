// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks calls: signatures, musttail, tokens, intrinsics, swifterror.

func (v *verifier) call(i *Instr) {
	c := i.Call()
	callee := i.Callee()
	params := c.FTy.Params()
	asm, isConst := callee.(*Const)
	isAsm := isConst && asm.Kind == ConstAsm
	if !isAsm {
		ct := callee.Type()
		if !v.check(ct.kind == Ptr, i, "Called function must be a pointer!") {
			return
		}
		v.check(ct.Elem() == nil || ct.Elem() == c.FTy, i, "Called function is not the same type as the call!")
	}
	if c.FTy.IsVariadic() {
		if !v.check(c.NArgs >= len(params), i, "Called function requires more parameters than were provided!") {
			return
		}
	} else if !v.check(c.NArgs == len(params), i, "Incorrect number of arguments passed to called function!") {
		return
	}
	for k, t := range params {
		v.check(i.arg(k).Type() == t, i, "Call parameter type does not match function signature!")
	}
	for k := len(params); k < c.NArgs; k++ {
		t := i.arg(k).Type()
		v.check(t.kind != Void && t.kind != Label && t.kind != FuncTy, i, "Call argument has no first-class type")
	}
	v.check(i.typ == c.FTy.Ret(), i, "Call result is not of the type that the function returns")
	for k, s := range c.ArgAttrs {
		if s != nil && k < c.NArgs {
			v.paramAttrs(i, s, i.arg(k).Type(), k)
		}
	}
	f, _ := callee.(*Func)
	v.callee(i, f)
	if IsLifetime(i) && c.NArgs == 1 { // the form since LLVM 22
		a := AsInstr(i.arg(0))
		c, isConst := i.arg(0).(*Const)
		v.check(a != nil && a.Op == OpAlloca || isConst && c.Kind == ConstPoison, i, "llvm.lifetime.start/end can only be used on alloca or poison")
	}
	if i.Op == OpCall && i.Flags&FlagMustTail != 0 {
		v.musttail(i, isAsm)
	} else if f != nil && f.Intrinsic() == RetPopless {
		v.fail(i, "llvm.ret.popless call must be musttail")
	}
	if i.Op != OpCall && i.Flags&(FlagMustTail|FlagTail|FlagNoTail) != 0 {
		v.fail(i, "only a call may be marked tail, musttail or notail")
	}
	if i.IsTerminator() {
		return
	}
	if f != nil && v.f.attached("dbg") && f.attached("dbg") && !f.Declared && !f.interposable() {
		v.debug = true
		v.check(i.DebugLoc() != nil, i, "inlinable function call in a function with debug info must have a "+
			"!dbg location")
		v.debug = false
	}
}

// attached reports whether a function has a metadata attachment of a kind.
func (f *Func) attached(kind string) bool {
	for k := range f.Meta {
		if f.Meta[k].Kind == kind {
			return true
		}
	}
	return false
}

// interposable reports whether another definition may win at link time because of f's linkage.
func (f *Func) interposable() bool {
	switch f.Linkage {
	case "weak", "linkonce", "common", "extern_weak":
		return true
	}
	return false
}

// Messages of LLVM's verifier about invalid uses of intrinsics.
const (
	MsgInvokedIntrinsic = "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, " +
		"coro_destroy, " +
		"clang.arc.attachedcall or wasm.(re)throw"
	MsgIntrinsicAddress = "Cannot take the address of an intrinsic!"
)

// callee checks a call against its callee f, which is nil for an indirect call.
func (v *verifier) callee(i *Instr, f *Func) {
	c := i.Call()
	if f == nil {
		v.check(c.FTy.Ret().kind != Token, i, "Return type cannot be token for indirect call!")
		for _, t := range c.FTy.Params() {
			v.check(t.kind != Token, i, "Function has token parameter but isn't an intrinsic")
			v.check(t.kind != MetadataTy, i, "Function has metadata parameter but isn't an intrinsic")
		}
		return
	}
	if !f.IsIntrinsic() {
		return
	}
	v.check(f.FTy == c.FTy, i, "Intrinsic called with incompatible signature")
	if i.Op == OpInvoke {
		v.check(f.Intrinsic().Is(Invocable), i, MsgInvokedIntrinsic)
	}
	v.placed(i, f.Intrinsic())
	imm := f.Intrinsic().Info().ImmArgs
	for k, p := range f.Params {
		if k < c.NArgs && (imm.Has(k) || p.Attrs.Has(v.m, "immarg")) {
			x, ok := i.arg(k).(*Const)
			v.check(ok && (x.Kind == ConstInt || x.Kind == ConstFloat), i, "immarg operand has non-immediate parameter")
		}
	}
}

// placed checks the intrinsics with rules about their position: deoptimize must precede a return,
// va_start must be in a variadic function, and convergence tokens must be at the start of their regions.
func (v *verifier) placed(i *Instr, id Intrinsic) {
	switch id {
	case Deoptimize:
		ret := i.next
		if !v.check(ret != nil && ret.Op == OpRet, i, "calls to experimental_deoptimize must be followed by a return") {
			return
		}
		v.check(i.typ.kind == Void || len(ret.args) == 1 && ret.arg(0) == Value(i), i,
			"calls to experimental_deoptimize must be followed by a return of the value computed by "+
				"experimental_deoptimize")
	case VAStart:
		v.check(v.f.FTy.variadic, i, "va_start called in a non-varargs function")
	case ConvergenceEntry:
		v.check(i.block == v.f.first, i, "Entry intrinsic can occur only in the entry block.")
		v.check(!v.convergentBefore(i), i, "Entry intrinsic cannot be preceded by a convergent operation in the "+
			"same basic block.")
	case ConvergenceLoop:
		v.check(!v.convergentBefore(i), i, "Loop intrinsic cannot be preceded by a convergent operation in the "+
			"same basic block.")
	}
}

// convergentBefore reports whether the block has a convergent call before an instruction.
func (v *verifier) convergentBefore(i *Instr) bool {
	for p := i.prev; p != nil; p = p.prev {
		if !p.IsCall() {
			continue
		}
		f := p.CalledFunc()
		if p.Call().Attrs.Has(v.m, "convergent") || f != nil && f.Attrs.Has(v.m, "convergent") {
			return true
		}
	}
	return false
}

// intrinsicOperands checks that no instruction takes the address of an intrinsic.
func (v *verifier) intrinsicOperands(i *Instr) {
	n := len(i.args)
	if i.IsCall() {
		// Three operands may be intrinsics: the callee, an operand of the bundle
		// clang.arc.attachedcall, and the argument of coro.prepare.retcon or coro.prepare.async.
		if id := CalledIntrinsic(i); id == CoroPrepareRetcon || id == CoroPrepareAsync {
			return
		}
		n = i.NumCallArgs()
	}
	for k := 0; k < n; k++ {
		if f, ok := i.arg(k).(*Func); ok && f.IsIntrinsic() {
			v.fail(i, MsgIntrinsicAddress)
		}
	}
}

// congruent reports whether a tail call may exchange two types: they are equal, or pointers in one
// address space.
func congruent(a, b *Type) bool {
	return a == b || a.kind == Ptr && b.kind == Ptr && a.n == b.n
}

// SameCC reports whether two spellings mean the same calling convention.
func SameCC(a, b string) bool {
	if a == "ccc" {
		a = ""
	}
	if b == "ccc" {
		b = ""
	}
	return a == b
}

// musttail checks that a call marked musttail can reuse the caller's frame.
func (v *verifier) musttail(i *Instr, isAsm bool) {
	c, f := i.Call(), v.f
	if CalledIntrinsic(i) == RetPopless {
		v.check(i.next != nil && i.next.Op == OpRet, i, "musttail intrinsic call must precede a ret")
		return // the intrinsic selects how that return is lowered
	}
	v.check(!isAsm, i, "cannot use musttail call with inline asm")
	v.check(c.FTy.IsVariadic() == f.FTy.IsVariadic(), i, "cannot guarantee tail call due to mismatched varargs")
	v.check(congruent(c.FTy.Ret(), f.FTy.Ret()), i, "cannot guarantee tail call due to mismatched return types")
	v.check(SameCC(c.CC, f.CC), i, "cannot guarantee tail call due to mismatched calling conv")
	var result Value = i
	next := i.next
	if next != nil && next.Op == OpBitCast {
		v.check(next.arg(0) == result, i, "bitcast following musttail call must use the call")
		result, next = next, next.next
	}
	if !v.check(next != nil && next.Op == OpRet, i, "musttail call must precede a ret with an optional bitcast") {
		return
	}
	if len(next.args) == 1 && next.arg(0) != result {
		k, ok := next.arg(0).(*Const)
		v.check(ok && (k.Kind == ConstUndef || k.Kind == ConstPoison), i, "musttail call result must be returned")
	}
	if c.CC == "swifttailcc" || c.CC == "tailcc" {
		v.checkJoined(!f.FTy.IsVariadic(), i, "cannot guarantee ", c.CC, " tail call for varargs function")
		v.tailCCAttrs(i)
		return
	}
	if callee := i.CalledFunc(); callee == nil || !callee.IsIntrinsic() {
		if !v.check(len(c.FTy.Params()) == len(f.FTy.Params()), i,
			"cannot guarantee tail call due to mismatched parameter counts") {
			return
		}
		for k, t := range c.FTy.Params() {
			v.check(congruent(t, f.FTy.Params()[k]), i, "cannot guarantee tail call due to mismatched parameter types")
		}
	}
	for k, p := range f.Params {
		if k < c.NArgs {
			v.check(SameABI(v.m, p.Attrs, c.argAttrs(k)), i,
				"cannot guarantee tail call due to mismatched ABI impacting function attributes")
		}
	}
}

// argAttrs returns the attributes of argument k, which may be nil.
func (c *CallAux) argAttrs(k int) *AttrSet {
	if k < len(c.ArgAttrs) {
		return c.ArgAttrs[k]
	}
	return nil
}

// passingAttrs lists the attributes that change how a parameter is passed.
var passingAttrs = [...]string{"sret", "byval", "inalloca", "inreg", "alignstack", "swiftself", "swiftasync",
	"swifterror",
	"preallocated", "byref"}

// SameABI reports whether two parameters agree in the attributes that change how they are passed.
func SameABI(m *Module, a, b *AttrSet) bool {
	if a.Empty() && b.Empty() {
		return true
	}
	same := func(name string) bool {
		x, y := a.Get(m, name), b.Get(m, name)
		if x == nil || y == nil {
			return x == y
		}
		return x.Type == y.Type && x.Val == y.Val
	}
	for _, n := range passingAttrs {
		if !same(n) {
			return false
		}
	}
	if a.Has(m, "byval") || a.Has(m, "byref") {
		return same("align")
	}
	return true
}

// BarsTailCC returns the first attribute of a parameter that forbids musttail calls under tailcc
// and swifttailcc, or "".
func BarsTailCC(m *Module, s *AttrSet) string {
	for _, n := range [...]string{"inalloca", "inreg", "swifterror", "preallocated", "byref"} {
		if s.Has(m, n) {
			return n
		}
	}
	return ""
}

// tailCCAttrs checks for attributes that a musttail call under tailcc or swifttailcc must not have.
func (v *verifier) tailCCAttrs(i *Instr) {
	c := i.Call()
	bad := func(s *AttrSet) string { return BarsTailCC(v.m, s) }
	for _, p := range v.f.Params {
		if n := bad(p.Attrs); n != "" {
			v.fail(i, n+" attribute not allowed in "+c.CC+" musttail caller")
		}
	}
	for k := 0; k < c.NArgs; k++ {
		if n := bad(c.argAttrs(k)); n != "" {
			v.fail(i, n+" attribute not allowed in "+c.CC+" musttail callee")
		}
	}
}

// swiftErrors checks that swifterror values are only loaded, stored to and passed on.
func (v *verifier) swiftErrors() {
	for _, p := range v.f.Params {
		if !p.Attrs.Empty() && p.Attrs.Has(v.m, "swifterror") {
			v.swiftErrorUses(p, p.uses)
		}
	}
	if !v.swiftErr {
		return
	}
	for b := v.f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			if i.Op == OpAlloca && i.Flags&FlagSwiftError != 0 {
				v.swiftErrorUses(i, i.uses)
			}
		}
	}
}

func (v *verifier) swiftErrorUses(val Value, u *Use) {
	for ; u != nil; u = u.next {
		i := u.user
		switch i.Op {
		case OpLoad:
		case OpStore:
			v.check(i.args[1].val == val, i, "swifterror value should be the second operand when used by stores")
		case OpCall, OpInvoke:
			k := u.Index()
			ok := k < i.Call().NArgs && i.Call().argAttrs(k).Has(v.m, "swifterror")
			if f := i.CalledFunc(); !ok && f != nil && f.FTy == i.Call().FTy && k < len(f.Params) {
				ok = f.Params[k].Attrs.Has(v.m, "swifterror")
			}
			v.check(ok, i, "swifterror value when used in a callsite should be marked with swifterror attribute")
		default:
			v.fail(i, "swifterror value can only be loaded and stored from, or as a swifterror argument!")
		}
	}
}
