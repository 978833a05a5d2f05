// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// The value of an integer if some of the values that it depends on are known.

import "github.com/corolower/corolower/internal/ir"

// maxEval limits the number of values that one evaluation visits.
const maxEval = 200

// evaluator computes integers of at most 64 bits from constants and known values.
type evaluator struct {
	m     *ir.Module
	known func(i *ir.Instr) (n uint64, ok bool)
	steps int
}

// eval computes a value. ok is false if the value depends on anything that is not known.
func (x *evaluator) eval(v ir.Value) (n uint64, ok bool) {
	if x.steps++; x.steps > maxEval || !v.Type().IsInt() || v.Type().Bits() > 64 {
		return 0, false
	}
	if c, is := v.(*ir.Const); is {
		return c.Uint64(), c.Kind == ir.ConstInt
	}
	i := ir.AsInstr(v)
	if i == nil {
		return 0, false
	}
	bits := v.Type().Bits()
	if given, is := x.known(i); is {
		return mask(given, bits), true
	}
	switch i.Op {
	case ir.OpTrunc, ir.OpZExt, ir.OpFreeze:
		n, ok = x.eval(i.Arg(0))
	case ir.OpSExt:
		if n, ok = x.eval(i.Arg(0)); ok {
			from := 64 - i.Arg(0).Type().Bits()
			n = uint64(int64(n<<from) >> from)
		}
	case ir.OpSelect:
		yes, known := x.eval(i.Arg(0))
		if !known {
			return 0, false
		}
		if n, ok = x.eval(i.Arg(2 - int(yes))); !ok {
			return 0, false
		}
	case ir.OpICmp:
		t := i.Arg(0).Type()
		a, ok1 := x.eval(i.Arg(0))
		b, ok2 := x.eval(i.Arg(1))
		if ok = ok1 && ok2; ok && ir.FoldCompare(i.Pred(), x.m.ConstInt(t, int64(a)), x.m.ConstInt(t, int64(b))) {
			n = 1
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpUDiv, ir.OpURem:
		a, ok1 := x.eval(i.Arg(0))
		b, ok2 := x.eval(i.Arg(1))
		if ok = ok1 && ok2; ok {
			n, ok = ir.FoldBits(i.Op, bits, a, b)
		}
	}
	return mask(n, bits), ok
}

func mask(n uint64, bits int) uint64 {
	if bits >= 64 {
		return n
	}
	return n & (1<<bits - 1)
}
