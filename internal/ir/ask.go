package ir

// Small questions about values that many passes ask.

// CastConst is a constant in another pointer type.
func CastConst(m *Module, v Value, t *Type) Value {
	switch {
	case v.Type() == t:
		return v
	case v.Type().AddrSpace() != t.AddrSpace():
		return m.ConstCast(OpAddrSpaceCast, v, t)
	}
	return m.ConstCast(OpBitCast, v, t)
}

// Underlying goes from an address to what it points into, through casts, getelementptr of any
// indices, and launder.invariant.group and its like.
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

// NumInstrs counts instructions, up to a little more than a limit.
func NumInstrs(f *Func, limit int) int {
	n := 0
	for b := f.Entry(); b != nil && n <= limit; b = b.Next() {
		n += b.Len()
	}
	return n
}

// ValueName is the name of a local value, "" for others.
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

// AsInstr gives v as an instruction, or nil.
func AsInstr(v Value) *Instr {
	i, _ := v.(*Instr)
	return i
}

// GEPIndices are the indices of a getelementptr.
func GEPIndices(gep *Instr) []Value {
	idx := make([]Value, 0, gep.NumArgs()-1)
	for k := 1; k < gep.NumArgs(); k++ {
		idx = append(idx, gep.Arg(k))
	}
	return idx
}

// StripCasts looks through bitcasts, address space casts and zero GEPs, instructions and constant
// expressions alike.
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

// AllZero reports a getelementptr whose indices are all zero: it leads where its base does.
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
