// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// This file computes integer operations: comparisons, arithmetic, bits.

import "math/bits"

func (t *thread) setp(i *instr) {
	a := i.args
	x, y := t.val(a[1]), t.val(a[2])
	var r bool
	n := i.typ.bits
	op := i.op[1]
	switch i.typ.kind {
	case 'f', 'B':
		p, q := toFloat(i.typ, x), toFloat(i.typ, y)
		nan := p != p || q != q
		switch op {
		case "num":
			r = !nan
		case "nan":
			r = nan
		default:
			base := op
			if len(op) == 3 && op[2] == 'u' {
				base = op[:2]
			}
			switch base {
			case "eq":
				r = p == q
			case "ne":
				r = p < q || p > q
			case "lt":
				r = p < q
			case "le":
				r = p <= q
			case "gt":
				r = p > q
			case "ge":
				r = p >= q
			default:
				t.fail("comparison %s", op)
			}
			if len(op) == 3 && op[2] == 'u' {
				r = r || nan
			}
		}
	default:
		x, y = width(x, n), width(y, n)
		less, eq := x < y, x == y
		if i.typ.kind == 's' {
			less = signed(x, n) < signed(y, n)
		}
		switch op {
		case "eq":
			r = eq
		case "ne":
			r = !eq
		case "lt", "lo":
			r = less
		case "le", "ls":
			r = less || eq
		case "gt", "hi":
			r = !less && !eq
		case "ge", "hs":
			r = !less
		default:
			t.fail("comparison %s", op)
		}
	}
	if len(i.op) > 3 && (i.op[2] == "and" || i.op[2] == "or" || i.op[2] == "xor") {
		c := t.val(a[3]) != 0
		switch i.op[2] {
		case "and":
			r = r && c
		case "or":
			r = r || c
		case "xor":
			r = r != c
		}
	}
	t.set(a[0], b2u(r))
	if a[0].second != nil {
		t.set(*a[0].second, b2u(!r))
	}
}

func (t *thread) intOp(i *instr) {
	a := i.args
	n := i.typ.bits
	x := t.val(a[1])
	var y, z uint64
	if len(a) > 2 {
		y = t.val(a[2])
	}
	if len(a) > 3 {
		z = t.val(a[3])
	}
	sx, sy := signed(x, n), signed(y, n)
	ux, uy := width(x, n), width(y, n)
	isSigned := i.typ.kind == 's'
	var r uint64
	switch i.op[0] {
	case "add":
		r = x + y
		if i.op[1] == "cc" {
			t.carry = b2u(width(r, n) < ux)
		}
	case "addc":
		var c uint64
		r, c = bits.Add64(ux, uy, t.carry)
		if n == 32 {
			c = r >> 32 & 1
		}
		if i.op[1] == "cc" {
			t.carry = c
		}
	case "sub":
		r = x - y
		if i.op[1] == "cc" {
			t.carry = b2u(ux < uy)
		}
	case "subc":
		var c uint64
		r, c = bits.Sub64(ux, uy, t.carry)
		if i.op[1] == "cc" {
			t.carry = c
		}
	case "mul", "mad", "madc":
		switch i.op[1] {
		case "lo":
			r = x * y
		case "wide":
			if isSigned {
				r = uint64(sx * sy)
			} else {
				r = ux * uy
			}
		case "hi":
			switch {
			case n == 64 && isSigned:
				hi, _ := bits.Mul64(ux, uy)
				r = hi
				if sx < 0 {
					r -= uy
				}
				if sy < 0 {
					r -= ux
				}
			case n == 64:
				r, _ = bits.Mul64(ux, uy)
			case isSigned:
				r = uint64(sx * sy >> n)
			default:
				r = ux * uy >> n
			}
		}
		switch {
		case i.op[0] == "mad" && i.op[2] != "cc":
			r += z
		case i.op[0] != "mul": // of 32 bits
			r = width(r, n) + width(z, n)
			if i.op[0] == "madc" {
				r += t.carry
			}
			if i.op[2] == "cc" {
				t.carry = r >> n
			}
		}
	case "mul24":
		r = uint64(signed(x, 24) * signed(y, 24))
	case "sad":
		if isSigned && sx < sy || !isSigned && ux < uy {
			r = y - x + z
		} else {
			r = x - y + z
		}
	case "div", "rem":
		if uy == 0 {
			t.fail("division by zero")
		}
		switch {
		case isSigned && sy == -1:
			if i.op[0] == "div" {
				r = -x
			}
		case isSigned && i.op[0] == "div":
			r = uint64(sx / sy)
		case isSigned:
			r = uint64(sx % sy)
		case i.op[0] == "div":
			r = ux / uy
		default:
			r = ux % uy
		}
	case "neg":
		r = -x
	case "abs":
		r = x
		if sx < 0 {
			r = -x
		}
	case "min", "max":
		less := ux < uy
		if isSigned {
			less = sx < sy
		}
		r = y
		if less == (i.op[0] == "min") {
			r = x
		}
	case "and":
		r = x & y
	case "or":
		r = x | y
	case "xor":
		r = x ^ y
	case "not":
		r = ^x
		if i.typ.kind == 'p' {
			r = x ^ 1
		}
	case "cnot":
		r = b2u(ux == 0)
	case "shl":
		if k := width(y, 32); k < uint64(n) {
			r = x << k
		}
	case "shr":
		k := min(width(y, 32), uint64(n))
		if isSigned {
			r = uint64(sx >> min(k, 63))
		} else if k < 64 {
			r = ux >> k
		}
	case "shf":
		k := width(z, 32)
		if i.op[2] == "wrap" {
			k &= 31
		} else {
			k = min(k, 32)
		}
		v := width(y, 32)<<32 | width(x, 32)
		if i.op[1] == "l" {
			r = v << k >> 32
		} else {
			r = v >> k
		}
	case "prmt":
		r = prmt(t, i, x, y, z)
	case "lop3":
		lut := t.val(a[4])
		for k := range 32 {
			idx := x>>k&1<<2 | y>>k&1<<1 | z>>k&1
			r |= lut >> idx & 1 << k
		}
	case "bfe":
		pos, length := y&255, z&255
		if isSigned {
			top := min(pos+length-1, uint64(n-1))
			if length > 0 {
				r = uint64(signed(ux>>min(pos, 63), int(min(length, uint64(n)))))
				if pos+length > uint64(n) {
					r = uint64(sx >> pos)
				}
				_ = top
			}
		} else if pos < uint64(n) {
			r = width(ux>>pos, int(min(length, 64)))
		}
	case "bfi":
		// bfi d, a, b, pos, len: insert a into b
		pos, length := z&255, t.val(a[4])&255
		mask := width(^uint64(0), int(min(length, 64))) << pos
		r = y&^mask | x<<pos&mask
	case "popc":
		r = uint64(bits.OnesCount64(ux))
	case "clz":
		r = uint64(bits.LeadingZeros64(ux) - (64 - n))
	case "brev":
		r = bits.Reverse64(ux) >> (64 - n)
	case "bfind":
		v := ux
		if isSigned && sx < 0 {
			v = width(^x, n)
		}
		r = uint64(bits.Len64(v)) - 1
		if i.op[1] == "shiftamt" && v != 0 {
			r = uint64(n-1) - r
		}
	case "szext", "bmsk":
		t.fail("opcode %s", i.name)
	default:
		t.fail("opcode %s", i.name)
	}
	t.set(a[0], r)
}

func prmt(t *thread, i *instr, x, y, sel uint64) uint64 {
	v := width(y, 32)<<32 | width(x, 32)
	if len(i.op) > 2 {
		t.fail("opcode %s", i.name)
	}
	var r uint64
	for k := range 4 {
		s := sel >> (4 * k) & 15
		b := v >> (8 * (s & 7)) & 255
		if s&8 != 0 {
			b = uint64(signed(b, 8)>>7) & 255
		}
		r |= b << (8 * k)
	}
	return r
}
