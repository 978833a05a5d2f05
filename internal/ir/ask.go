// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Small queries about values that many passes need.

// CastConst returns a constant cast to another pointer type.
func CastConst(m *Module, v Value, t *Type) Value {
	switch {
	case v.Type() == t:
		return v
	case v.Type().AddrSpace() != t.AddrSpace():
		return m.ConstCast(OpAddrSpaceCast, v, t)
	}
	return m.ConstCast(OpBitCast, v, t)
}

// Underlying follows an address to the object it points into. It looks through casts, getelementptr
// with any indices, and calls like llvm.launder.invariant.group. For example, the object of
// `getelementptr i8, ptr %a, i64 %i` is that of %a.
func Underlying(v Value) Value {
	for {
		switch x := v.(type) {
		case *Instr:
			if x.Op == OpBitCast || x.Op == OpAddrSpaceCast || x.Op == OpGEP || IsLaundering(x) {
				v = x.Arg(0)
				continue
			}
		case *Const:
			if x.Kind == ConstExpr && (x.Op == OpBitCast || x.Op == OpAddrSpaceCast || x.Op == OpGEP) {
				v = x.Elems[0]
				continue
			}
		}
		return v
	}
}

// AppendCalls appends the direct calls of a function in another to a list, in the order of the code.
func AppendCalls(list []*Instr, in, callee *Func) []*Instr {
	for i := range in.Instrs() {
		if i.CalledFunc() == callee {
			list = append(list, i)
		}
	}
	return list
}

// NumInstrs counts instructions. It stops after the block in which the count exceeds limit.
func NumInstrs(f *Func, limit int) int {
	n := 0
	for b := f.Entry(); b != nil && n <= limit; b = b.Next() {
		n += b.Len()
	}
	return n
}

// CodeSize returns the number of instructions of a function without calls that describe variables,
// so it is the same with and without debug info.
func CodeSize(f *Func) (n int) {
	for i := range f.Instrs() {
		if !CalledIntrinsic(i).IsDebug() {
			n++
		}
	}
	return n
}

// ValueName returns the name of an instruction, parameter, global or function, and "" for any other
// value.
func ValueName(v Value) string {
	switch x := v.(type) {
	case *Instr:
		return x.Name()
	case *Param:
		return x.Name
	case *Global:
		return x.Name
	case *Func:
		return x.Name
	}
	return ""
}

// AsInstr returns v as an instruction, or nil.
func AsInstr(v Value) *Instr {
	i, _ := v.(*Instr)
	return i
}

// StripCasts looks through bitcasts, address space casts and getelementptr with only zero indices,
// both as instructions and as constant expressions.
func StripCasts(v Value) Value {
	for {
		switch x := v.(type) {
		case *Instr:
			if x.Op == OpBitCast || x.Op == OpAddrSpaceCast || x.Op == OpGEP && AllZero(x) {
				v = x.Arg(0)
				continue
			}
		case *Const:
			if x.Kind == ConstExpr && (x.Op == OpBitCast || x.Op == OpAddrSpaceCast) {
				v = x.Elems[0]
				continue
			}
			if x.Kind == ConstExpr && x.Op == OpGEP && zeroElems(x.Elems[1:]) {
				v = x.Elems[0]
				continue
			}
		}
		return v
	}
}

// AllocaCount returns the number of elements of an alloca. ok is false if it is not a constant, or
// one that only the linker knows.
func AllocaCount(a *Instr) (n uint64, ok bool) {
	if a.NumArgs() == 0 {
		return 1, true
	}
	c, _ := a.Arg(0).(*Const)
	if c == nil || !c.IsInt() {
		return 0, false
	}
	return c.Uint64(), true
}

// AllZero reports whether all indices of a getelementptr are zero, so that its result is its base
// address.
func AllZero(gep *Instr) bool {
	for k := 1; k < gep.NumArgs(); k++ {
		if c, ok := gep.Arg(k).(*Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}

func zeroElems(vs []Value) bool {
	for _, v := range vs {
		if c, ok := v.(*Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}
