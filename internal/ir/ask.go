package ir

// Small questions about values that many passes ask.

// BeforeAt positions a builder in front of an instruction, whose debug location what is made takes.
func BeforeAt(bld *Builder, i *Instr) {
	bld.Before(i)
	bld.SetDebugLoc(i.DebugLoc())
}

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

// Underlying goes from an address to what it points into, through casts and getelementptr of any indices.
func Underlying(v Value) Value {
	for {
		switch x := v.(type) {
		case *Instr:
			if x.Op == OpBitCast || x.Op == OpAddrSpaceCast || x.Op == OpGEP {
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
