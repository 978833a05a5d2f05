// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// The value of an integer if some of the values that it depends on are known.

// maxHops limits the number of blocks between a suspend and the terminator that tests its result.
const maxHops = 8

// maxEval limits the number of values that one evaluation visits.
const maxEval = 200

// Evaluator computes integers of at most 64 bits from constants and known values.
type Evaluator struct {
	M     *Module
	Known func(i *Instr) (n uint64, ok bool)
	steps int
}

// Eval computes a value. ok is false if the value depends on anything that is not known.
func (x *Evaluator) Eval(v Value) (n uint64, ok bool) {
	if x.steps++; x.steps > maxEval || !v.Type().IsInt() || v.Type().Bits() > 64 {
		return 0, false
	}
	if c, is := v.(*Const); is {
		return c.Uint64(), c.Kind == ConstInt
	}
	i := AsInstr(v)
	if i == nil {
		return 0, false
	}
	bits := v.Type().Bits()
	if given, is := x.Known(i); is {
		return mask(given, bits), true
	}
	switch i.Op {
	case OpTrunc, OpZExt, OpFreeze:
		n, ok = x.Eval(i.Arg(0))
	case OpSExt:
		if n, ok = x.Eval(i.Arg(0)); ok {
			from := 64 - i.Arg(0).Type().Bits()
			n = uint64(int64(n<<from) >> from)
		}
	case OpSelect:
		yes, known := x.Eval(i.Arg(0))
		if !known {
			return 0, false
		}
		if n, ok = x.Eval(i.Arg(2 - int(yes))); !ok {
			return 0, false
		}
	case OpICmp:
		t := i.Arg(0).Type()
		a, b, both := x.both(i)
		if ok = both; ok && FoldCompare(i.Pred(), x.M.ConstInt(t, int64(a)), x.M.ConstInt(t, int64(b))) {
			n = 1
		}
	case OpAdd, OpSub, OpMul, OpAnd, OpOr, OpXor, OpShl, OpLShr, OpUDiv, OpURem:
		if a, b, both := x.both(i); both {
			n, ok = FoldBits(i.Op, bits, a, b)
		}
	}
	return mask(n, bits), ok
}

// both computes the two operands of an instruction.
func (x *Evaluator) both(i *Instr) (a, b uint64, ok bool) {
	if a, ok = x.Eval(i.Arg(0)); ok {
		b, ok = x.Eval(i.Arg(1))
	}
	return a, b, ok
}

func mask(n uint64, bits int) uint64 {
	if bits >= 64 {
		return n
	}
	return n & (1<<bits - 1)
}

// EdgeOf returns the index of the successor that a branch or switch takes if the instruction s is n.
// It returns -1 if that does not depend on s alone. For example, it returns 1 for n = 0 here:
//
//	%wide = sext i8 %s to i32
//	switch i32 %wide, label %out [ i32 0, label %resumed ]
func EdgeOf(t, s *Instr, n int64) int {
	depends := false
	k, ok := EdgeIf(t, func(i *Instr) (uint64, bool) {
		depends = depends || i == s
		return uint64(n), i == s
	})
	if !ok || !depends {
		return -1
	}
	return k
}

// EdgeIf returns the index of the successor that a branch or switch takes with known values.
func EdgeIf(t *Instr, known func(i *Instr) (uint64, bool)) (k int, ok bool) {
	if t == nil || t.Op != OpSwitch && (t.Op != OpBr || t.NumArgs() != 3) {
		return 0, false
	}
	x := Evaluator{M: t.Func().Module(), Known: known}
	n, ok := x.Eval(t.Arg(0))
	if t.Op == OpBr {
		return 1 - int(n), ok
	}
	return t.CaseOf(n), ok
}

// TestedSuspend returns the suspend whose result a branch or switch tests, and EdgeOf for the result n.
// It returns nil and -1 if no edge depends on such a result alone.
func TestedSuspend(t *Instr, n int64) (s *Instr, k int) {
	k, ok := EdgeIf(t, func(i *Instr) (uint64, bool) {
		if !IsCoro(i, CoroSuspend) || s != nil && i != s {
			return 0, false
		}
		s = i
		return uint64(n), true
	})
	if !ok || s == nil {
		return nil, -1
	}
	return s, k
}

// SuspendEdge returns the same as TestedSuspend for the result -1 (the coroutine suspends), 0 (it is
// resumed) or 1 (it is destroyed). It also returns nil and -1 if another suspend may be between the
// two, because the result is an old one then.
func SuspendEdge(t *Instr, n int64) (s *Instr, k int) {
	if s, k = TestedSuspend(t, n); s == nil {
		return nil, -1
	}
	b := t.Block()
	for hop := 0; hop < maxHops && b != nil; hop++ {
		for i := b.Last(); i != nil; i = i.Prev() {
			if i == s {
				return s, k
			}
			if IsCoro(i, CoroSuspend) {
				return nil, -1
			}
		}
		b = b.SinglePred()
	}
	return nil, -1
}
