// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"math"
	"math/big"
)

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// toFloat converts bits to a double, exactly.
func toFloat(t typ, v uint64) float64 {
	switch {
	case t.kind == 'B':
		return float64(math.Float32frombits(uint32(v) << 16))
	case t.bits == 16:
		return halfToFloat(uint16(v))
	case t.bits == 32:
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

func halfToFloat(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	e, m := int(h>>10&31), float64(h&0x3ff)
	switch e {
	case 0:
		return sign * m * 0x1p-24
	case 31:
		if m != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * (1 + m/1024) * math.Ldexp(1, e-15)
}

// precision returns the size of a type's mantissa, and its smallest and largest exponent.
func precision(t typ) (prec uint, emin, emax int) {
	switch {
	case t.kind == 'B':
		return 8, -126, 127
	case t.bits == 16:
		return 11, -14, 15
	case t.bits == 32:
		return 24, -126, 127
	}
	return 53, -1022, 1023
}

// round rounds an exact number to a type. negZero selects the sign of an exact zero.
func round(t typ, x *big.Float, mode string, negZero bool) uint64 {
	prec, emin, emax := precision(t)
	if x.Sign() == 0 {
		return pack(t, math.Copysign(0, map[bool]float64{false: 1, true: -1}[negZero]))
	}
	e := x.MantExp(nil) - 1 // x = 1.m * 2^e
	if e < emin {
		lost := emin - e
		if lost >= int(prec)+2 {
			prec = 0
		} else if lost >= int(prec) {
			prec = 0
		} else {
			prec -= uint(lost)
		}
	}
	m := map[string]big.RoundingMode{"rn": big.ToNearestEven, "rz": big.ToZero, "rm": big.ToNegativeInf,
		"rp": big.ToPositiveInf, "rna": big.ToNearestAway}[mode]
	var r *big.Float
	if prec == 0 {
		// The number is between zero and the smallest denormal number.
		least := new(big.Float).SetMantExp(big.NewFloat(1), emin-int(precOf(t))+1)
		half := new(big.Float).SetMantExp(big.NewFloat(1), emin-int(precOf(t)))
		abs := new(big.Float).Abs(x)
		up := false
		switch m {
		case big.ToNearestEven:
			up = abs.Cmp(half) > 0
		case big.ToNegativeInf:
			up = x.Sign() < 0
		case big.ToPositiveInf:
			up = x.Sign() > 0
		}
		if !up {
			return pack(t, math.Copysign(0, float64(x.Sign())))
		}
		r = least
		if x.Sign() < 0 {
			r = new(big.Float).Neg(least)
		}
	} else {
		r = new(big.Float).SetMode(m).SetPrec(prec)
		r.Set(x)
	}
	f, _ := r.Float64()
	limit := math.Ldexp(2-math.Ldexp(1, 1-int(precOf(t))), emax)
	if math.Abs(f) > limit {
		if m == big.ToZero || m == big.ToNegativeInf && f > 0 || m == big.ToPositiveInf && f < 0 {
			f = math.Copysign(limit, f)
		} else {
			f = math.Inf(int(math.Copysign(1, f)))
		}
	}
	return pack(t, f)
}

func precOf(t typ) uint {
	p, _, _ := precision(t)
	return p
}

// pack returns the bits of a double that the type can represent.
func pack(t typ, f float64) uint64 {
	switch {
	case t.kind == 'B':
		if f != f {
			return 0x7fff
		}
		return uint64(math.Float32bits(float32(f)) >> 16)
	case t.bits == 16:
		return uint64(halfFrom(f))
	case t.bits == 32:
		if f != f {
			return 0x7fffffff
		}
		return uint64(math.Float32bits(float32(f)))
	}
	if f != f {
		return 0x7ff8000000000000
	}
	return math.Float64bits(f)
}

func halfFrom(f float64) uint16 {
	b := math.Float64bits(f)
	sign := uint16(b >> 48 & 0x8000)
	if f != f {
		return 0x7fff
	}
	if math.IsInf(f, 0) {
		return sign | 0x7c00
	}
	f = math.Abs(f)
	if f < 0x1p-14 {
		return sign | uint16(f*0x1p24)
	}
	e := int(b>>52&0x7ff) - 1023
	return sign | uint16(e+15)<<10 | uint16(b>>42&0x3ff)
}

// floatArith computes an operation on bits, correctly rounded.
func floatArith(op, mode string, t typ, xb, yb, zb uint64) uint64 {
	x, y, z := toFloat(t, xb), toFloat(t, yb), toFloat(t, zb)
	if mode == "" {
		mode = "rn"
	}
	special := func(f float64) bool { return math.IsInf(f, 0) || f != f }
	exact := func(f float64) *big.Float { return new(big.Float).SetPrec(4400).SetFloat64(f) }
	switch op {
	case "add", "sub":
		if op == "sub" {
			y = -y
		}
		if special(x) || special(y) {
			return pack(t, x+y)
		}
		return round(t, new(big.Float).SetPrec(4400).Add(exact(x), exact(y)), mode, math.Signbit(x+y) ||
			mode == "rm" && x != y)
	case "mul":
		if special(x) || special(y) {
			return pack(t, x*y)
		}
		return round(t, new(big.Float).SetPrec(4400).Mul(exact(x), exact(y)), mode, math.Signbit(x) != math.Signbit(y))
	case "fma", "mad":
		if special(x) || special(y) || special(z) {
			return pack(t, x*y+z)
		}
		p := new(big.Float).SetPrec(4400).Mul(exact(x), exact(y))
		neg := (math.Signbit(x) != math.Signbit(y)) && math.Signbit(z)
		return round(t, p.Add(p, exact(z)), mode, neg)
	case "div":
		if special(x) || special(y) || y == 0 {
			return pack(t, x/y)
		}
		return round(t, new(big.Float).SetPrec(4400).Quo(exact(x), exact(y)), mode, math.Signbit(x) != math.Signbit(y))
	case "sqrt":
		if special(x) || x <= 0 {
			return pack(t, math.Sqrt(x))
		}
		return round(t, new(big.Float).SetPrec(400).Sqrt(exact(x)), mode, false)
	case "rcp":
		return floatArith("div", mode, t, pack(t, 1), xb, 0)
	case "exch":
		return yb
	}
	panic(fault{errorf("float operation %s", op)})
}

// floatOp computes an operation on operands of a type that begin at bit shift of their registers.
func (t *thread) floatOp(i *instr, ty typ, shift int) uint64 {
	a := i.args
	v := make([]uint64, 3)
	for k := 1; k < len(a) && k <= 3; k++ {
		v[k-1] = width(t.val(a[k])>>shift, ty.bits)
	}
	mode, nan, ftz := "rn", false, false
	for _, s := range i.op[1:] {
		switch s {
		case "rn", "rz", "rm", "rp":
			mode = s
		case "NaN":
			nan = true
		case "ftz":
			ftz = true
		case "sat", "relu", "xorsign":
			t.fail("opcode %s", i.name)
		}
	}
	flush := func(b uint64) uint64 {
		if f := toFloat(ty, b); ftz && ty.bits == 32 && f != 0 && math.Abs(f) < 0x1p-126 {
			return pack(ty, math.Copysign(0, f))
		}
		return b
	}
	for k := range v {
		v[k] = flush(v[k])
	}
	x, y := toFloat(ty, v[0]), toFloat(ty, v[1])
	sign := uint64(1) << (ty.bits - 1)
	var r uint64
	switch i.op[0] {
	case "add", "sub", "mul", "fma", "mad", "div", "sqrt", "rcp":
		r = floatArith(i.op[0], mode, ty, v[0], v[1], v[2])
	case "neg":
		r = v[0] ^ sign
	case "abs":
		r = v[0] &^ sign
	case "copysign":
		r = v[1]&^sign | v[0]&sign
	case "min", "max":
		switch {
		case x != x && y != y || nan && (x != x || y != y):
			r = pack(ty, math.NaN())
		case x != x:
			r = v[1]
		case y != y:
			r = v[0]
		case i.op[0] == "min":
			r = pack(ty, math.Min(x, y))
		default:
			r = pack(ty, math.Max(x, y))
		}
	case "ex2":
		r = pack(ty, float64(float32(math.Exp2(x))))
	case "lg2":
		r = pack(ty, float64(float32(math.Log2(x))))
	case "sin":
		r = pack(ty, float64(float32(math.Sin(x))))
	case "cos":
		r = pack(ty, float64(float32(math.Cos(x))))
	case "tanh":
		r = pack(ty, float64(float32(math.Tanh(x))))
	case "rsqrt":
		r = pack(ty, float64(float32(1/math.Sqrt(x))))
	case "testp":
		switch i.op[1] {
		case "infinite":
			r = b2u(math.IsInf(x, 0))
		case "finite":
			r = b2u(x == x && !math.IsInf(x, 0))
		case "number":
			r = b2u(x == x)
		case "notanumber":
			r = b2u(x != x)
		default:
			t.fail("opcode %s", i.name)
		}
	default:
		t.fail("opcode %s", i.name)
	}
	return flush(r)
}

// convert computes a cvt.
func (t *thread) convert(i *instr) uint64 {
	to, from := i.typ2, i.typ
	v := width(t.val(i.args[1]), from.bits)
	mode, sat, ftz := "", false, false
	for _, s := range i.op[1:] {
		switch s {
		case "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna":
			mode = s
		case "sat":
			sat = true
		case "ftz":
			ftz = true
		}
	}
	isFloat := func(t typ) bool { return t.kind == 'f' || t.kind == 'B' }
	switch {
	case !isFloat(to) && !isFloat(from):
		s := v
		if from.kind == 's' {
			s = uint64(signed(v, from.bits))
		}
		if sat {
			t.fail("opcode %s", i.name)
		}
		r := width(s, to.bits)
		if to.kind == 's' {
			r = uint64(signed(r, to.bits)) // a wider register is sign-extended
		}
		return r
	case !isFloat(from):
		x := new(big.Float).SetPrec(70)
		if from.kind == 's' {
			x.SetInt64(signed(v, from.bits))
		} else {
			x.SetUint64(v)
		}
		return round(to, x, mode, false)
	}
	x := toFloat(from, v)
	if ftz && from.bits == 32 && math.Abs(x) < 0x1p-126 {
		x = math.Copysign(0, x)
	}
	if isFloat(to) {
		if len(mode) == 3 && mode != "rna" {
			return pack(to, integral(x, mode))
		}
		if sat {
			x = math.Min(math.Max(x, 0), 1)
			if x != x {
				x = 0
			}
		}
		if x != x || math.IsInf(x, 0) {
			return pack(to, x)
		}
		if mode == "" {
			mode = "rn"
		}
		r := round(to, new(big.Float).SetPrec(60).SetFloat64(x), mode, math.Signbit(x))
		if f := toFloat(to, r); ftz && to.bits == 32 && math.Abs(f) < 0x1p-126 {
			return pack(to, math.Copysign(0, f))
		}
		return r
	}
	if x != x {
		if to.bits == 64 {
			return 1 << 63
		}
		return 0
	}
	x = integral(x, mode)
	lo, hi := 0.0, math.Ldexp(1, to.bits)
	if to.kind == 's' {
		lo, hi = -math.Ldexp(1, to.bits-1), math.Ldexp(1, to.bits-1)
	}
	switch {
	case x <= lo:
		if to.kind == 's' {
			return uint64(int64(-1) << (to.bits - 1))
		}
		return 0
	case x >= hi:
		if to.kind == 's' {
			return 1<<(to.bits-1) - 1
		}
		return width(^uint64(0), to.bits)
	case to.kind == 's':
		return uint64(int64(x))
	}
	return uint64(x)
}

func integral(x float64, mode string) float64 {
	switch mode {
	case "rni":
		return math.RoundToEven(x)
	case "rzi":
		return math.Trunc(x)
	case "rmi":
		return math.Floor(x)
	case "rpi":
		return math.Ceil(x)
	}
	panic(fault{errorf("rounding %s", mode)})
}
