// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// The arithmetic of the interpreter.

import (
	"math"
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
)

// compute returns the result of a step that does not access memory.
func (f *frame) compute(s *step) word {
	switch s.op {
	case ir.OpSelect:
		return f.choice(s)
	case ir.OpFreeze:
		w := f.get(s.a)
		if w.bad != 0 {
			faultf("freeze of poison: any value may come out")
		}
		return w
	case ir.OpExtractValue:
		lo, hi, bad := s.from.take(f.get(s.a), int(s.n))
		return word{lo, hi, badness(bad)}
	case ir.OpInsertValue:
		w, x := f.get(s.a), f.get(s.b)
		s.form.put(&w, int(s.n), x.lo, x.hi, x.bad != 0)
		return w
	case ir.OpExtractElement:
		n := f.get(s.b)
		if n.bad != 0 || n.lo >= uint64(len(s.from.fields)) {
			return word{bad: 1}
		}
		lo, hi, bad := s.from.take(f.get(s.a), int(n.lo))
		return word{lo, hi, badness(bad)}
	case ir.OpInsertElement:
		w, x, n := f.get(s.a), f.get(s.b), f.get(s.c)
		if n.bad != 0 || n.lo >= uint64(len(s.form.fields)) {
			return word{bad: uint16(1<<len(s.form.fields) - 1)}
		}
		s.form.put(&w, int(n.lo), x.lo, x.hi, x.bad != 0)
		return w
	case ir.OpBitCast, ir.OpPtrToInt, ir.OpIntToPtr:
		return recast(s, f.get(s.a))
	}
	x, y := f.get(s.a), word{}
	if s.b != none {
		y = f.get(s.b)
	}
	if len(s.form.fields) == 1 {
		lo, hi, bad := scalar(s, s.from.fields[0].bits, s.form.fields[0].bits, x, y)
		return word{lo, hi, x.bad | y.bad | badness(bad)}
	}
	var w word
	for k := range s.form.fields {
		var a, b word
		var badA, badB bool
		a.lo, a.hi, badA = s.from.take(x, k)
		b.lo, b.hi, badB = s.from.take(y, k)
		lo, hi, bad := scalar(s, s.from.fields[k].bits, s.form.fields[k].bits, a, b)
		s.form.put(&w, k, lo, hi, bad || badA || badB)
	}
	return w
}

// choice returns the result of a select.
func (f *frame) choice(s *step) word {
	c, x, y := f.get(s.a), f.get(s.b), f.get(s.c)
	if len(s.from.fields) == 1 {
		switch {
		case c.bad != 0:
			return word{bad: uint16(1<<len(s.form.fields) - 1)}
		case c.lo&1 != 0:
			return x
		}
		return y
	}
	var w word
	for k := range s.form.fields {
		v := y
		is, _, badIs := s.from.take(c, k)
		if is != 0 {
			v = x
		}
		lo, hi, bad := s.form.take(v, k)
		s.form.put(&w, k, lo, hi, bad || badIs)
	}
	return w
}

// recast casts a value without changing its bits. If an element is poison, every element of the
// result that overlaps its bits is poison.
func recast(s *step, w word) word {
	if w.bad == 0 || len(s.form.fields) == len(s.from.fields) {
		return w
	}
	var bad uint16
	for k, x := range s.from.fields {
		if w.bad>>k&1 == 0 {
			continue
		}
		for j, y := range s.form.fields {
			if x.at < y.at+y.bits && y.at < x.at+x.bits {
				bad |= 1 << j
			}
		}
	}
	w.bad = bad
	return w
}

// sext sign-extends a number of n bits.
func sext(v uint64, n int) int64 {
	if n >= 64 {
		return int64(v)
	}
	return int64(v<<(64-n)) >> (64 - n)
}

// scalar computes an element. from and to are the widths of the operands and of the result.
func scalar(s *step, from, to int, x, y word) (lo, hi uint64, bad bool) {
	switch s.op {
	case ir.OpICmp:
		if s.flags&ir.FlagSameSign != 0 && negative(x, from) != negative(y, from) {
			return 0, 0, true
		}
		return truth(compare(ir.Pred(s.sub), from, x, y)), 0, false
	case ir.OpTrunc:
		lo, hi = clip(x.lo, x.hi, to)
		back := word{lo: lo, hi: hi}
		if s.flags&ir.FlagNUW != 0 && back != (word{lo: x.lo, hi: x.hi}) {
			bad = true
		}
		if s.flags&ir.FlagNSW != 0 {
			l, h := extend(back, to, from)
			bad = bad || l != x.lo || h != x.hi
		}
		return lo, hi, bad
	case ir.OpZExt:
		return x.lo, x.hi, s.flags&ir.FlagNNeg != 0 && negative(x, from)
	case ir.OpSExt:
		lo, hi = extend(x, from, to)
		return lo, hi, false
	case ir.OpFCmp, ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFNeg, ir.OpSIToFP, ir.OpUIToFP:
		lo, bad = floating(s, from, to, x.lo, y.lo)
		return lo, 0, bad
	}
	if to <= 64 {
		lo, bad = integer(s.op, s.flags, to, x.lo, y.lo)
		return lo, 0, bad
	}
	lo, hi = wide(s, to, x, y)
	lo, hi = clip(lo, hi, to)
	return lo, hi, false
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func clip(lo, hi uint64, n int) (uint64, uint64) {
	if n <= 64 {
		return cut(lo, n), 0
	}
	return lo, cut(hi, n-64)
}

func negative(w word, n int) bool {
	if n > 64 {
		return w.hi>>(n-65)&1 != 0
	}
	return w.lo>>(n-1)&1 != 0
}

// extend computes a sign extension.
func extend(w word, from, to int) (lo, hi uint64) {
	if from <= 64 {
		v := sext(w.lo, from)
		return clip(uint64(v), uint64(v>>63), to)
	}
	return clip(w.lo, uint64(sext(w.hi, from-64)), to)
}

// compare computes an icmp.
func compare(p ir.Pred, n int, x, y word) bool {
	if p >= ir.PredSGT && p <= ir.PredSLE {
		x.lo, x.hi = extend(x, n, 128)
		y.lo, y.hi = extend(y, n, 128)
		x.hi ^= 1 << 63
		y.hi ^= 1 << 63
	}
	same := x.lo == y.lo && x.hi == y.hi
	less := x.hi < y.hi || x.hi == y.hi && x.lo < y.lo
	switch p {
	case ir.PredEQ:
		return same
	case ir.PredNE:
		return !same
	case ir.PredUGT, ir.PredSGT:
		return !same && !less
	case ir.PredUGE, ir.PredSGE:
		return !less
	case ir.PredULT, ir.PredSLT:
		return less
	}
	return less || same
}

// integer computes an operation of up to 64 bits.
func integer(op ir.Op, flags ir.Flags, n int, x, y uint64) (v uint64, bad bool) {
	a, b := sext(x, n), sext(y, n)
	nuw, nsw := flags&ir.FlagNUW != 0, flags&ir.FlagNSW != 0
	signed := func(hi, lo uint64) bool { // whether a number of 128 bits does not fit into n, signed
		return int64(hi) != int64(lo)>>63 || sext(cut(lo, n), n) != int64(lo)
	}
	switch op {
	case ir.OpAdd:
		sum, carry := bits.Add64(x, y, 0)
		s, c := bits.Add64(uint64(a), uint64(b), 0)
		h, _ := bits.Add64(uint64(a>>63), uint64(b>>63), c)
		return cut(sum, n), nuw && (carry != 0 || cut(sum, n) != sum) || nsw && signed(h, s)
	case ir.OpSub:
		s, c := bits.Sub64(uint64(a), uint64(b), 0)
		h, _ := bits.Sub64(uint64(a>>63), uint64(b>>63), c)
		return cut(x-y, n), nuw && x < y || nsw && signed(h, s)
	case ir.OpMul:
		hi, lo := bits.Mul64(x, y)
		h, l := bits.Mul64(uint64(a), uint64(b))
		if a < 0 {
			h -= uint64(b)
		}
		if b < 0 {
			h -= uint64(a)
		}
		return cut(lo, n), nuw && (hi != 0 || cut(lo, n) != lo) || nsw && signed(h, l)
	case ir.OpAnd:
		return x & y, false
	case ir.OpOr:
		return x | y, flags&ir.FlagDisjoint != 0 && x&y != 0
	case ir.OpXor:
		return x ^ y, false
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return shift(op, flags, n, x, y)
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		switch {
		case y == 0:
			faultf("division by zero")
		case op == ir.OpUDiv:
			return x / y, flags&ir.FlagExact != 0 && x%y != 0
		case op == ir.OpURem:
			return x % y, false
		case b == -1 && x == 1<<(n-1):
			faultf("division overflows")
		case op == ir.OpSDiv:
			return cut(uint64(a/b), n), flags&ir.FlagExact != 0 && a%b != 0
		}
		return cut(uint64(a%b), n), false
	}
	faultf("the interpreter knows no %s", op)
	return 0, false
}

// shift computes a shift of a number of up to 64 bits.
func shift(op ir.Op, flags ir.Flags, n int, x, y uint64) (v uint64, bad bool) {
	if y >= uint64(n) {
		return 0, true
	}
	switch op {
	case ir.OpShl:
		v = cut(x<<y, n)
		return v, flags&ir.FlagNUW != 0 && v>>y != x || flags&ir.FlagNSW != 0 && sext(v, n)>>y != sext(x, n)
	case ir.OpLShr:
		return x >> y, flags&ir.FlagExact != 0 && x>>y<<y != x
	}
	return cut(uint64(sext(x, n)>>y), n), flags&ir.FlagExact != 0 && x>>y<<y != x
}

// wide computes an operation of 65 to 128 bits.
func wide(s *step, n int, x, y word) (lo, hi uint64) {
	if s.flags != 0 {
		faultf("the interpreter knows no %s of %d bits with flags", s.op, n)
	}
	switch s.op {
	case ir.OpAdd:
		lo, c := bits.Add64(x.lo, y.lo, 0)
		return lo, x.hi + y.hi + c
	case ir.OpSub:
		lo, c := bits.Sub64(x.lo, y.lo, 0)
		return lo, x.hi - y.hi - c
	case ir.OpMul:
		hi, lo := bits.Mul64(x.lo, y.lo)
		return lo, hi + x.hi*y.lo + x.lo*y.hi
	case ir.OpAnd:
		return x.lo & y.lo, x.hi & y.hi
	case ir.OpOr:
		return x.lo | y.lo, x.hi | y.hi
	case ir.OpXor:
		return x.lo ^ y.lo, x.hi ^ y.hi
	case ir.OpShl, ir.OpLShr:
		if y.hi == 0 && y.lo < uint64(n) { // a shift by 64 or more yields zero in Go
			k := y.lo
			if s.op == ir.OpShl {
				return x.lo << k, x.hi<<k | x.lo>>(64-k) | x.lo<<(k-64)
			}
			return x.lo>>k | x.hi<<(64-k) | x.hi>>(k-64), x.hi >> k
		}
	}
	faultf("the interpreter knows no %s of %d bits", s.op, n)
	return 0, 0
}

// floating computes an operation on doubles.
func floating(s *step, from, to int, x, y uint64) (v uint64, bad bool) {
	switch s.op {
	case ir.OpSIToFP:
		if to == 64 {
			return math.Float64bits(float64(sext(x, from))), false
		}
	case ir.OpUIToFP:
		if to == 64 {
			return math.Float64bits(float64(x)), s.flags&ir.FlagNNeg != 0 && sext(x, from) < 0
		}
	}
	a, b := math.Float64frombits(x), math.Float64frombits(y)
	if from != 64 || s.op == ir.OpSIToFP || s.op == ir.OpUIToFP {
		faultf("the interpreter knows no %s of %d bits", s.op, from)
	}
	var r float64
	switch s.op {
	case ir.OpFCmp:
		v = truth(ordered(ir.Pred(s.sub), a, b))
	case ir.OpFAdd:
		r = a + b
	case ir.OpFSub:
		r = a - b
	case ir.OpFMul:
		r = a * b
	case ir.OpFDiv:
		r = a / b
	case ir.OpFNeg:
		return x ^ 1<<63, false
	}
	if s.op != ir.OpFCmp {
		v = math.Float64bits(r)
	}
	for _, o := range [...]float64{a, b, r} {
		if s.flags&(ir.FlagNNan|ir.FlagFast) != 0 && o != o || s.flags&(ir.FlagNInf|ir.FlagFast) != 0 &&
			math.IsInf(o, 0) {
			bad = true
		}
	}
	return v, bad
}

// ordered computes an fcmp.
func ordered(p ir.Pred, a, b float64) bool {
	un := a != a || b != b
	switch p {
	case ir.PredOEQ:
		return a == b
	case ir.PredOGT:
		return a > b
	case ir.PredOGE:
		return a >= b
	case ir.PredOLT:
		return a < b
	case ir.PredOLE:
		return a <= b
	case ir.PredONE:
		return !un && a != b
	case ir.PredORD:
		return !un
	case ir.PredUEQ:
		return un || a == b
	case ir.PredFUGT:
		return un || a > b
	case ir.PredFUGE:
		return un || a >= b
	case ir.PredFULT:
		return un || a < b
	case ir.PredFULE:
		return un || a <= b
	case ir.PredUNE:
		return un || a != b
	case ir.PredUNO:
		return un
	}
	faultf("the interpreter knows no fcmp %s", p)
	return false
}

// rmw computes the value that an atomicrmw writes.
func rmw(op uint8, n int, old, v uint64) uint64 {
	switch ir.RMWNames[op] {
	case "xchg":
		return v
	case "add":
		return cut(old+v, n)
	case "xor":
		return old ^ v
	case "umax":
		return max(old, v)
	}
	faultf("the interpreter knows no atomicrmw %s", ir.RMWNames[op])
	return 0
}

// choose computes a minimum or a maximum.
func choose(name string, n int, x, y word) word {
	less := x.lo < y.lo
	if name == "llvm.smax" || name == "llvm.smin" {
		less = sext(x.lo, n) < sext(y.lo, n)
	}
	v := x
	if less == (name == "llvm.umax" || name == "llvm.smax") {
		v = y
	}
	v.bad = x.bad | y.bad
	return v
}
