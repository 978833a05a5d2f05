// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

// Integers: arithmetic, comparisons, casts, select and freeze.

// compileBinary chooses the executor of integer arithmetic.
func compileBinary(c *compiler, i *ir.Instr) {
	if isWide(i.Type()) {
		compileWide(c, i)
		return
	}
	bits, n := c.scalar(i.Type())
	in := inst{run: execBinary, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), imm: maskOf(int(bits)), n: n,
		bits: bits, op: i.Op, flags: i.Flags}
	if n == 1 {
		switch {
		case i.Op == ir.OpAdd && i.Flags&ir.FlagNUW == 0:
			in.run = execAdd
		case i.Op == ir.OpSub && i.Flags&ir.FlagNUW == 0:
			in.run = execSub
		case i.Op == ir.OpMul && i.Flags == 0:
			in.run = execMul
		case i.Op == ir.OpAnd:
			in.run = execAnd
		case i.Op == ir.OpXor:
			in.run = execXor
		}
	}
	c.add(in)
}

func execAdd(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	r := (x.v + y.v) & in.imm
	if x.u|y.u == 0 && (in.flags == 0 || (x.v^r)&(y.v^r)>>(in.bits-1)&1 == 0) {
		f.regs[in.dst] = val{v: r}
		return
	}
	f.regs[in.dst] = arith(in, *x, *y)
}

func execSub(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	r := (x.v - y.v) & in.imm
	if x.u|y.u == 0 && (in.flags == 0 || (x.v^y.v)&(x.v^r)>>(in.bits-1)&1 == 0) {
		f.regs[in.dst] = val{v: r}
		return
	}
	f.regs[in.dst] = arith(in, *x, *y)
}

func execMul(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	if x.u|y.u == 0 {
		f.regs[in.dst] = val{v: x.v * y.v & in.imm}
		return
	}
	f.regs[in.dst] = arith(in, *x, *y)
}

func execAnd(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	if x.u|y.u == 0 {
		f.regs[in.dst] = val{v: x.v & y.v}
		return
	}
	f.regs[in.dst] = arith(in, *x, *y)
}

func execXor(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	if x.u|y.u == 0 {
		f.regs[in.dst] = val{v: x.v ^ y.v}
		return
	}
	f.regs[in.dst] = arith(in, *x, *y)
}

// execBinary runs any integer arithmetic on up to 64 bits, of scalars or vectors.
func execBinary(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		f.regs[in.dst+k] = arith(in, f.regs[in.a+k], f.regs[in.b+k])
	}
}

// arith computes one element.
func arith(in *inst, x, y val) val {
	if x.u|y.u != 0 {
		switch in.op {
		case ir.OpUDiv, ir.OpSDiv, ir.OpURem, ir.OpSRem:
			if y.u != 0 {
				panic(trapf("%s by an undefined value", in.op))
			}
			if y.v == 0 {
				panic(trapf("%s by zero", in.op))
			}
		}
		return undefinedResult(in.op, x, y, in.bits)
	}
	r, ok := ir.FoldBits(in.op, int(in.bits), x.v, y.v)
	if !ok {
		switch in.op {
		case ir.OpShl, ir.OpLShr, ir.OpAShr:
			return val{u: in.imm}
		}
		if y.v == 0 {
			panic(trapf("%s by zero", in.op))
		}
		panic(trapf("%s overflows", in.op))
	}
	r &= in.imm
	if in.flags != 0 && !keepsFlags(in, x.v, y.v, r) {
		return val{u: in.imm}
	}
	return val{v: r}
}

// keepsFlags reports whether the instruction's flags allow a result; otherwise the result is
// poison.
func keepsFlags(in *inst, x, y, r uint64) bool {
	n := in.bits
	sx, sy, sr := sext(x, n), sext(y, n), sext(r, n)
	switch in.op {
	case ir.OpAdd:
		return (in.flags&ir.FlagNUW == 0 || r >= x) && (in.flags&ir.FlagNSW == 0 || (x^r)&(y^r)>>(n-1)&1 == 0)
	case ir.OpSub:
		return (in.flags&ir.FlagNUW == 0 || x >= y) && (in.flags&ir.FlagNSW == 0 || (x^y)&(x^r)>>(n-1)&1 == 0)
	case ir.OpMul:
		if in.flags&ir.FlagNUW != 0 && x != 0 && (y > in.imm/x) {
			return false
		}
		if in.flags&ir.FlagNSW != 0 && sx != 0 {
			p := new(big.Int).Mul(big.NewInt(sx), big.NewInt(sy))
			return p.IsInt64() && p.Int64() == sr
		}
	case ir.OpShl:
		return (in.flags&ir.FlagNUW == 0 || r>>y == x) && (in.flags&ir.FlagNSW == 0 || sr>>y == sx)
	case ir.OpLShr, ir.OpAShr:
		return in.flags&ir.FlagExact == 0 || x&(1<<y-1) == 0
	case ir.OpUDiv:
		return in.flags&ir.FlagExact == 0 || x%y == 0
	case ir.OpSDiv:
		return in.flags&ir.FlagExact == 0 || sx%sy == 0
	case ir.OpOr:
		return in.flags&ir.FlagDisjoint == 0 || x&y == 0
	}
	return true
}

// Integers of more than 64 bits.

func compileWide(c *compiler, i *ir.Instr) {
	t := i.Type()
	noWideFloat(t)
	n := lanes(t)
	c.add(inst{run: execWide, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: n, c: c.words(i) / n,
		imm: uint64(t.Scalar().Bits()), op: i.Op})
}

func execWide(_ *Thread, f *frame, in *inst) {
	w := in.c
	for k := range in.n {
		wide(in.op, int(in.imm), f.regs[in.dst+k*w:][:w], f.regs[in.a+k*w:][:w], f.regs[in.b+k*w:][:w])
	}
}

// wide computes with integers of n bits.
func wide(op ir.Op, n int, r, a, b []val) {
	x, okx := bigOf(a)
	y, oky := bigOf(b)
	if !okx || !oky {
		if op == ir.OpAnd || op == ir.OpOr || op == ir.OpXor {
			for k := range r {
				r[k] = undefinedResult(op, a[k], b[k], uint8(min(n-64*k, 64)))
			}
			return
		}
		setUndefined(r, n)
		return
	}
	z := new(big.Int)
	switch op {
	case ir.OpAdd:
		z.Add(x, y)
	case ir.OpSub:
		z.Sub(x, y)
	case ir.OpMul:
		z.Mul(x, y)
	case ir.OpAnd:
		z.And(x, y)
	case ir.OpOr:
		z.Or(x, y)
	case ir.OpXor:
		z.Xor(x, y)
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if !y.IsUint64() || y.Uint64() >= uint64(n) {
			setUndefined(r, n)
			return
		}
		s := uint(y.Uint64())
		switch op {
		case ir.OpShl:
			z.Lsh(x, s)
		case ir.OpLShr:
			z.Rsh(x, s)
		default:
			z.Rsh(signedBig(x, n), s)
		}
	default:
		if y.Sign() == 0 {
			panic(trapf("%s by zero", op))
		}
		switch op {
		case ir.OpUDiv:
			z.Quo(x, y)
		case ir.OpURem:
			z.Rem(x, y)
		case ir.OpSDiv:
			z.Quo(signedBig(x, n), signedBig(y, n))
		case ir.OpSRem:
			z.Rem(signedBig(x, n), signedBig(y, n))
		}
	}
	setBig(r, z, n)
}

// Comparisons.

func compileICmp(c *compiler, i *ir.Instr) {
	t := i.Arg(0).Type()
	if isWide(t) {
		n := lanes(t)
		c.add(inst{run: execWideICmp, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: n,
			c: c.words(i.Arg(0)) / n, imm: uint64(t.Scalar().Bits()), sub: i.Sub})
		return
	}
	bits, n := c.scalar(t)
	in := inst{run: execICmp, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: n, bits: bits,
		imm: maskOf(int(bits)), sub: i.Sub, flags: i.Flags}
	if n == 1 && i.Flags == 0 {
		in.run = execICmp1
	}
	c.add(in)
}

func execICmp1(_ *Thread, f *frame, in *inst) {
	x, y := &f.regs[in.a], &f.regs[in.b]
	if x.u|y.u != 0 {
		f.regs[in.dst] = compare(in, *x, *y)
		return
	}
	var r bool
	switch s := 64 - in.bits; ir.Pred(in.sub) {
	case ir.PredEQ:
		r = x.v == y.v
	case ir.PredNE:
		r = x.v != y.v
	case ir.PredULT:
		r = x.v < y.v
	case ir.PredSLT:
		r = int64(x.v<<s) < int64(y.v<<s)
	case ir.PredSGT:
		r = int64(x.v<<s) > int64(y.v<<s)
	default:
		r = ir.CompareBits(ir.Pred(in.sub), x.v, y.v, int64(x.v<<s), int64(y.v<<s))
	}
	f.regs[in.dst] = boolVal(r)
}

func execICmp(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		f.regs[in.dst+k] = compare(in, f.regs[in.a+k], f.regs[in.b+k])
	}
}

// compare compares two elements.
func compare(in *inst, x, y val) val {
	p := ir.Pred(in.sub)
	if u := x.u | y.u; u != 0 {
		if (x.v^y.v)&^u&in.imm != 0 && (p == ir.PredEQ || p == ir.PredNE) {
			return boolVal(p == ir.PredNE)
		}
		return val{u: 1}
	}
	if in.flags&ir.FlagSameSign != 0 && (x.v^y.v)>>(in.bits-1)&1 != 0 {
		return val{u: 1}
	}
	return boolVal(ir.CompareBits(p, x.v, y.v, sext(x.v, in.bits), sext(y.v, in.bits)))
}

func execWideICmp(_ *Thread, f *frame, in *inst) {
	w := in.c
	for k := range in.n {
		x, okx := bigOf(f.regs[in.a+k*w:][:w])
		y, oky := bigOf(f.regs[in.b+k*w:][:w])
		if !okx || !oky {
			f.regs[in.dst+k] = val{u: 1}
			continue
		}
		p := ir.Pred(in.sub)
		if p >= ir.PredSGT {
			x, y = signedBig(x, int(in.imm)), signedBig(y, int(in.imm))
		}
		d := x.Cmp(y)
		f.regs[in.dst+k] = boolVal(ir.CompareBits(p, uint64(d+1), 1, int64(d), 0))
	}
}

// Casts between integers.

func compileIntCast(c *compiler, i *ir.Instr) {
	from, to := i.Arg(0).Type(), i.Type()
	if isWide(from) || isWide(to) {
		n := lanes(to)
		c.add(inst{run: execWideCast, dst: c.dst(i), a: c.src(i.Arg(0)), n: n, b: c.words(i.Arg(0)) / n,
			c: c.words(i) / n, op: i.Op, imm: uint64(to.Scalar().Bits()), x: from.Scalar().Bits()})
		return
	}
	bits, n := c.scalar(from)
	tb, _ := c.scalar(to)
	in := inst{run: execIntCast, dst: c.dst(i), a: c.src(i.Arg(0)), n: n, bits: bits, bytes: tb, imm: maskOf(int(tb)),
		op: i.Op, flags: i.Flags}
	if i.Flags == 0 {
		switch i.Op {
		case ir.OpTrunc, ir.OpZExt, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr, ir.OpAddrSpaceCast:
			in.run = execCut
		case ir.OpSExt:
			in.run = execSExt
		}
	}
	c.add(in)
}

func execCut(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := f.regs[in.a+k]
		f.regs[in.dst+k] = val{x.v & in.imm, x.u & in.imm}
	}
}

func execSExt(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := f.regs[in.a+k]
		f.regs[in.dst+k] = val{uint64(sext(x.v, in.bits)) & in.imm, uint64(sext(x.u, in.bits)) & in.imm}
	}
}

// execIntCast is a cast with flags.
func execIntCast(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := f.regs[in.a+k]
		r := val{x.v & in.imm, x.u & in.imm}
		switch {
		case x.u != 0:
		case in.op == ir.OpZExt && in.flags&ir.FlagNNeg != 0 && x.v>>(in.bits-1)&1 != 0,
			in.op == ir.OpTrunc && in.flags&ir.FlagNUW != 0 && r.v != x.v,
			in.op == ir.OpTrunc && in.flags&ir.FlagNSW != 0 && sext(r.v, in.bytes) != sext(x.v, in.bits):
			r = val{u: in.imm}
		}
		f.regs[in.dst+k] = r
	}
}

func execWideCast(_ *Thread, f *frame, in *inst) {
	from := in.x.(int)
	for k := range in.n {
		src, dst := f.regs[in.a+k*in.b:][:in.b], f.regs[in.dst+k*in.c:][:in.c]
		if in.op != ir.OpSExt {
			for w := range dst {
				dst[w] = val{}
				if w < len(src) {
					m := maskOf(max(0, min(64, int(in.imm)-64*w)))
					dst[w] = val{src[w].v & m, src[w].u & m}
				}
			}
			continue
		}
		x, ok := bigOf(src)
		if !ok {
			setUndefined(dst, int(in.imm))
			continue
		}
		setBig(dst, signedBig(x, from), int(in.imm))
	}
}

// Select and freeze.

func compileSelect(c *compiler, i *ir.Instr) {
	n := c.words(i)
	in := inst{run: execSelect, dst: c.dst(i), a: c.src(i.Arg(1)), b: c.src(i.Arg(2)), c: c.src(i.Arg(0)), n: n,
		x: c.shapeOf(i.Type())}
	if i.Arg(0).Type().Kind() == ir.Vector {
		in.run = execSelectVector
	}
	c.add(in)
}

func execSelect(_ *Thread, f *frame, in *inst) {
	cond := f.regs[in.c]
	if cond.u != 0 {
		for k, w := range in.x.(*shape).words {
			f.regs[in.dst+int32(k)] = undefined(int(w.bits))
		}
		return
	}
	from := in.b
	if cond.v != 0 {
		from = in.a
	}
	if in.n == 1 {
		f.regs[in.dst] = f.regs[from]
		return
	}
	copy(f.regs[in.dst:in.dst+in.n], f.regs[from:from+in.n])
}

func execSelectVector(_ *Thread, f *frame, in *inst) {
	s := in.x.(*shape)
	for k, w := range s.words {
		k := int32(k)
		switch cond := f.regs[in.c+k]; {
		case cond.u != 0:
			f.regs[in.dst+k] = undefined(int(w.bits))
		case cond.v != 0:
			f.regs[in.dst+k] = f.regs[in.a+k]
		default:
			f.regs[in.dst+k] = f.regs[in.b+k]
		}
	}
}

func compileFreeze(c *compiler, i *ir.Instr) {
	c.add(inst{run: execFreeze, dst: c.dst(i), a: c.src(i.Arg(0)), n: c.words(i)})
}

// execFreeze replaces undefined bits by random ones, which depend on the seed.
func execFreeze(t *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := f.regs[in.a+k]
		if x.u != 0 {
			x = val{v: x.v | t.m.rand.Uint64()&x.u}
		}
		f.regs[in.dst+k] = x
	}
}
