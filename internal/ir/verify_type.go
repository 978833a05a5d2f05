// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks operand counts, payloads and types of each opcode.

import "slices"

// payload reports whether an instruction has the number of operands and the Aux that its opcode
// requires.
func (v *verifier) payload(i *Instr) bool {
	n := len(i.args)
	info := i.Op.Info()
	if info.Terminator {
		return successors(i) && (!i.IsCall() || i.Call().isSound())
	}
	for k := range i.args {
		if _, ok := i.args[k].val.(*Block); ok {
			return false
		}
	}
	switch {
	case info.Binary:
		return n == 2
	case info.Cast:
		return n == 1
	}
	switch i.Op {
	case OpFNeg, OpFreeze, OpLoad, OpVAArg:
		return n == 1
	case OpICmp, OpFCmp, OpExtractElement, OpStore, OpAtomicRMW:
		return n == 2
	case OpInsertElement, OpShuffleVector, OpSelect, OpCmpXchg:
		return n == 3
	case OpFence:
		return n == 0
	case OpExtractValue, OpInsertValue:
		a, ok := i.Aux.(*IndexAux)
		want := 1
		if i.Op == OpInsertValue {
			want = 2
		}
		return ok && n == want && len(a.Indices) > 0
	case OpAlloca:
		return n <= 1 && i.ElemTy != nil
	case OpGEP:
		return n >= 1 && i.ElemTy != nil
	case OpPhi:
		_, ok := i.Aux.(*PhiAux)
		return ok
	case OpCall:
		c, ok := i.Aux.(*CallAux)
		return ok && c.isSound() && i.CalleeArg()+1 == n
	case OpCatchPad, OpCleanupPad:
		return n >= 1
	}
	return true
}

// isSound reports whether a call has a function type, and attributes for as many arguments as it has.
func (c *CallAux) isSound() bool {
	return c.FTy != nil && c.FTy.kind == FuncTy && (c.ArgAttrs == nil || len(c.ArgAttrs) == c.NArgs)
}

// instr checks the types of one instruction. Its payload and the links of its operands must be
// sound.
func (v *verifier) instr(i *Instr) {
	info := i.Op.Info()
	if i.Flags != 0 {
		v.flags(i, info)
	}
	v.intrinsicOperands(i)
	switch {
	case info.Binary:
		v.binary(i)
		return
	case info.Cast:
		v.cast(i)
		return
	}
	if i.typ.kind == Label || i.typ.kind == FuncTy || i.typ.kind == MetadataTy && !i.IsCall() {
		v.fail(i, "Instruction returns a non-scalar type!")
		return
	}
	switch i.Op {
	case OpRet, OpBr, OpSwitch, OpIndirectBr:
		v.terminator(i)
	case OpCall, OpInvoke, OpCallBr:
		v.call(i)
	case OpFNeg:
		v.check(i.arg(0).Type() == i.typ && i.typ.Scalar().IsFloat(), i, "FNeg operator only works with float types!")
	case OpICmp, OpFCmp:
		v.compare(i)
	case OpPhi:
		if i.typ.kind == Token {
			v.fail(i, "PHI nodes cannot have token type!")
		}
		for k := range i.args {
			if !v.check(i.arg(k).Type() == i.typ, i, "PHI node operands are not the same type as the result!") {
				break
			}
		}
	case OpSelect:
		v.selectTypes(i)
	case OpFreeze:
		v.check(i.arg(0).Type() == i.typ, i, "Freeze operand must have the type of its result")
	case OpExtractElement, OpInsertElement, OpShuffleVector, OpExtractValue, OpInsertValue:
		v.parts(i)
	case OpGEP:
		v.gep(i)
	case OpAlloca, OpLoad, OpStore, OpFence, OpCmpXchg, OpAtomicRMW, OpVAArg:
		v.memory(i)
	case OpResume, OpCleanupRet, OpCatchRet, OpCatchSwitch, OpLandingPad, OpCatchPad, OpCleanupPad:
		v.ehInstr(i)
	}
}

func (i *Instr) arg(k int) Value { return i.args[k].val }

func (v *verifier) terminator(i *Instr) {
	switch i.Op {
	case OpRet:
		ret := v.f.FTy.Ret()
		if ret.kind == Void {
			v.check(len(i.args) == 0, i, "Found return instr that returns non-void in Function of void return type!")
			return
		}
		v.check(len(i.args) == 1 && i.arg(0).Type() == ret, i,
			"Function return type does not match operand type of return inst!")
	case OpBr:
		if len(i.args) == 3 {
			v.check(i.arg(0).Type().IsIntN(1), i, "Branch condition is not 'i1' type!")
		}
	case OpSwitch:
		t := i.arg(0).Type()
		if !v.check(t.kind == Int, i, "Switch condition must be an integer!") {
			return
		}
		seen := map[*Const]bool{}
		for k := 2; k < len(i.args); k += 2 {
			c, ok := i.arg(k).(*Const)
			if !v.check(ok && c.Kind == ConstInt && c.typ == t, i,
				"Switch constants must all be same type as switch value!") {
				return
			}
			// Integers of up to 64 bits are interned, so this compares pointers. It does not detect
			// duplicates among wider integers.
			v.check(!seen[c], i, "Duplicate integer as switch case")
			seen[c] = true
		}
	case OpIndirectBr:
		v.check(i.arg(0).Type().kind == Ptr, i, "Indirectbr operand must have pointer type!")
	}
}

func (v *verifier) binary(i *Instr) {
	a, b := i.arg(0).Type(), i.arg(1).Type()
	if !v.check(a == b, i, "Both operands to a binary operator are not of the same type!") {
		return
	}
	isInt, isFloat := a.Scalar().kind == Int, a.Scalar().IsFloat()
	switch i.Op {
	case OpAdd, OpSub, OpMul, OpUDiv, OpSDiv, OpURem, OpSRem:
		v.check(isInt, i, "Integer arithmetic operators only work with integral types!")
		v.check(a == i.typ, i, "Integer arithmetic operators must have same type for operands and result!")
	case OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem:
		v.check(isFloat, i, "Floating-point arithmetic operators only work with floating-point types!")
		v.check(a == i.typ, i, "Floating-point arithmetic operators must have same type for operands and result!")
	case OpAnd, OpOr, OpXor:
		v.check(isInt, i, "Logical operators only work with integral types!")
		v.check(a == i.typ, i, "Logical operators must have same type for operands and result!")
	default:
		v.check(isInt, i, "Shifts only work with integral types!")
		v.check(a == i.typ, i, "Shift return type must be same as operands!")
	}
}

func (v *verifier) cast(i *Instr) {
	from, to := i.arg(0).Type(), i.typ
	if !CastValid(i.Op, from, to) {
		v.fail(i, "invalid cast opcode for cast from '"+from.String()+"' to '"+to.String()+"'")
	}
}

// boolLike reports whether b is i1, or a vector of i1 with as many elements as t.
func boolLike(b, t *Type) bool {
	if t.kind == Vector {
		return b.kind == Vector && b.n == t.n && b.scalable == t.scalable && b.Scalar().IsIntN(1)
	}
	return b.IsIntN(1)
}

func (v *verifier) compare(i *Instr) {
	a, b := i.arg(0).Type(), i.arg(1).Type()
	word, ok := "ICmp", a.Scalar().kind == Int || a.Scalar().kind == Ptr
	pred := i.Pred() >= PredEQ && i.Pred() <= PredSLE
	if i.Op == OpFCmp {
		word, ok = "FCmp", a.Scalar().IsFloat()
		pred = i.Pred() >= PredFalse && i.Pred() <= PredTrue
	}
	v.checkJoined(a == b, i, "Both operands to ", word, " instruction are not of the same type!")
	v.checkJoined(ok, i, "Invalid operand types for ", word, " instruction")
	v.checkJoined(pred, i, "Invalid predicate in ", word, " instruction!")
	v.checkJoined(boolLike(i.typ, a), i, word, " result is not a truth value as wide as its operands")
}

func (v *verifier) selectTypes(i *Instr) {
	c, a, b := i.arg(0).Type(), i.arg(1).Type(), i.arg(2).Type()
	if a.kind == Token {
		v.fail(i, "select values cannot have token type")
		return
	}
	v.check(a == b && (c.IsIntN(1) || a.kind == Vector && boolLike(c, a)), i,
		"Invalid operands for select instruction!")
	v.check(a == i.typ, i, "Select values must have same type as select instruction!")
}

// parts checks the instructions on elements of vectors and aggregates.
func (v *verifier) parts(i *Instr) {
	a := i.arg(0).Type()
	switch i.Op {
	case OpExtractElement:
		v.check(a.kind == Vector && i.arg(1).Type().kind == Int && i.typ == a.Scalar(), i,
			"Invalid extractelement operands!")
	case OpInsertElement:
		v.check(a.kind == Vector && i.arg(1).Type() == a.Scalar() && i.arg(2).Type().kind == Int && i.typ == a, i,
			"Invalid insertelement operands!")
	case OpShuffleVector:
		m := i.arg(2).Type()
		v.check(a.kind == Vector && i.arg(1).Type() == a && m.kind == Vector && m.Scalar().IsIntN(32) &&
			i.typ.kind == Vector &&
			i.typ.n == m.n && i.typ.Scalar() == a.Scalar(), i, "Invalid shufflevector operands!")
	case OpExtractValue:
		v.check(i.typ == PartType(a, i.Aux.(*IndexAux).Indices), i, "Invalid ExtractValueInst operands!")
	case OpInsertValue:
		v.check(i.typ == a && i.arg(1).Type() == PartType(a, i.Aux.(*IndexAux).Indices), i,
			"Invalid InsertValueInst operands!")
	}
}

func (v *verifier) gep(i *Instr) {
	base := i.arg(0).Type()
	if !v.check(base.Scalar().kind == Ptr, i, "GEP base pointer is not a vector or a vector of pointers") {
		return
	}
	v.check(i.ElemTy.isSized(), i, "GEP into unsized type!")
	width := base
	t := i.ElemTy
	for k := 1; k < len(i.args); k++ {
		x := i.arg(k)
		if !v.check(x.Type().Scalar().kind == Int, i, "GEP indexes must be integers") {
			return
		}
		if x.Type().kind == Vector {
			width = x.Type()
		}
		if k == 1 {
			continue
		}
		if t = Indexed(t, x); !v.check(t != nil, i, "Invalid indices for GEP pointer type!") {
			return
		}
	}
	ok := i.typ.Scalar().kind == Ptr && i.typ.Scalar().n == base.Scalar().n &&
		(i.typ.kind == Vector) == (width.kind == Vector)
	if ok && width.kind == Vector {
		ok = i.typ.n == width.n && i.typ.scalable == width.scalable
	}
	if e := i.typ.Scalar().Elem(); ok && e != nil {
		ok = e == t
	}
	v.check(ok, i, "GEP is not of right type for indices!")
	if e := base.Scalar().Elem(); e != nil {
		v.check(e == i.ElemTy, i, "explicit pointee type doesn't match operand's pointee type")
	}
}

// isSized reports whether values of the type can be stored. The result is cached for structs: the
// body of a struct does not change once it is known, and then the bodies of its members are known,
// too.
func (t *Type) isSized() bool {
	switch t.kind {
	case Void, Label, MetadataTy, Token, FuncTy, KindInvalid:
		return false
	case Array, Vector:
		return t.elems[0].isSized()
	case Struct:
		if t.sized != 0 {
			return t.sized > 0
		}
		opaque := t.IsOpaque() // loads the body
		t.sized = 1            // ends the recursion for a struct that contains itself, which the parser rejects
		if opaque || slices.ContainsFunc(t.Fields(), func(e *Type) bool { return !e.isSized() }) {
			t.sized = -1
		}
		return t.sized > 0
	}
	return true
}

func (v *verifier) memory(i *Instr) {
	switch i.Op {
	case OpAlloca:
		v.check(i.ElemTy.isSized(), i, "Cannot allocate unsized type")
		v.check(i.typ.kind == Ptr && (i.typ.Elem() == nil || i.typ.Elem() == i.ElemTy), i,
			"alloca result has the wrong type")
		if len(i.args) == 1 {
			v.check(i.arg(0).Type().kind == Int, i, "Alloca array size must have integer type")
		}
		if i.Flags&FlagSwiftError != 0 {
			v.check(i.ElemTy.kind == Ptr, i, "swifterror alloca must have pointer type")
			v.check(len(i.args) == 0 || isOne(i.arg(0)), i, "swifterror alloca must not be array allocation")
		}
	case OpLoad:
		v.pointer(i, 0, "Load operand must be a pointer.", i.typ)
		v.check(i.typ.isSized(), i, "loading unsized types is not allowed")
		v.check(i.Order != Release && i.Order != AcqRel, i, "Load cannot have Release ordering")
		v.atomicAccess(i, i.typ, "load")
	case OpStore:
		t := i.arg(0).Type()
		v.pointer(i, 1, "Store operand must be a pointer.", t)
		v.check(t.isSized(), i, "storing unsized types is not allowed")
		v.check(i.Order != Acquire && i.Order != AcqRel, i, "Store cannot have Acquire ordering")
		v.atomicAccess(i, t, "store")
	case OpFence:
		v.check(i.Order >= Acquire, i, "fence instructions may only have acquire, release, acq_rel, or "+
			"seq_cst ordering.")
	case OpCmpXchg:
		t := i.arg(1).Type()
		v.pointer(i, 0, "First cmpxchg operand must be a pointer.", t)
		v.check(t == i.arg(2).Type(), i, "Expected value type and new value type of cmpxchg do not match!")
		v.check(t.kind == Int || t.kind == Ptr, i, "cmpxchg operand must have integer or pointer type")
		v.check(i.Order > Unordered && i.Order2 > Unordered && i.Order2 != Release && i.Order2 != AcqRel, i,
			"cmpxchg has an invalid ordering")
		v.check(i.typ.kind == Struct && len(i.typ.elems) == 2 && i.typ.elems[0] == t && i.typ.elems[1].IsIntN(1), i,
			"cmpxchg result must be a pair of the value type and i1")
	case OpAtomicRMW:
		t := i.arg(1).Type()
		v.pointer(i, 0, "First atomicrmw operand must be a pointer.", t)
		v.check(i.Order > Unordered, i, "atomicrmw instructions cannot be unordered.")
		v.check(i.typ == t, i, "atomicrmw result must have the type of its operand")
		v.check(int(i.Sub) < len(RMWNames), i, "Invalid binary operation!")
		e := t
		if i.Flags&FlagElementwise != 0 {
			v.check(t.kind == Vector && !t.scalable, i, "atomicrmw elementwise operand must be a fixed vector type")
			e = t.Scalar()
		}
		v.check(t.Scalar().kind == Int || t.Scalar().IsFloat() || e.kind == Ptr, i,
			"atomicrmw operand must have integer, floating point or pointer type!")
	case OpVAArg:
		v.check(i.arg(0).Type().kind == Ptr, i, "va_arg operand must be a pointer")
	}
}

const tailFlags = FlagTail | FlagMustTail | FlagNoTail

// flags checks that an instruction has only flags that its opcode allows, at most one kind of tail
// call, and fast-math flags only on floating-point types.
func (v *verifier) flags(i *Instr, info *OpInfo) {
	has := i.Flags
	if i.IsCall() {
		has &^= tailFlags // see call
		tail := i.Flags & tailFlags
		v.check(tail&(tail-1) == 0, i, "a call is marked tail, musttail or notail, and no two of them")
	}
	v.check(has&^info.Flags == 0, i, "instruction carries a flag that its opcode does not have")
	if has&FastMath != 0 {
		t := i.typ
		if i.Op == OpFCmp {
			t = i.arg(0).Type()
		}
		v.check(t.TakesFastMath(), i, "fast-math flags on a type that is not floating point")
	}
}

func isOne(x Value) bool {
	c, ok := x.(*Const)
	return ok && c.IsInt() && c.Uint64() == 1
}

// pointer checks that operand k is a pointer, and if pointers have types, a pointer to t.
func (v *verifier) pointer(i *Instr, k int, msg string, t *Type) {
	p := i.arg(k).Type()
	if v.check(p.kind == Ptr, i, msg) && p.Elem() != nil {
		v.check(p.Elem() == t, i, "explicit value type doesn't match operand's pointee type")
	}
}

func (v *verifier) atomicAccess(i *Instr, t *Type, word string) {
	v.check(i.Flags&FlagElementwise == 0 || i.Order != NotAtomic && t.kind == Vector && !t.scalable, i,
		"an elementwise access must be atomic, and of a fixed vector type")
	if i.Order == NotAtomic {
		a, ok := i.Aux.(*AtomicAux)
		if ok && a.Scope != "" {
			v.fail(i, "Non-atomic "+word+" cannot have SynchronizationScope specified")
		}
		if i.Flags&FlagAtomic != 0 {
			v.fail(i, "atomic "+word+" without an ordering")
		}
		return
	}
	if i.Flags&FlagAtomic == 0 {
		v.fail(i, "ordering on a "+word+" that is not atomic")
	}
	s := t.Scalar()
	v.checkJoined(s.kind == Int || s.kind == Ptr || s.kind == Byte || s.IsFloat(), i, "atomic ", word,
		" operand must have integer, pointer, or floating point type!")
	v.checkJoined(i.Align != 0, i, "atomic ", word, " needs an alignment")
}
