// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise

// This file rewrites the intrinsics that move or combine the elements of vectors, and masked accesses.

import (
	"math/bits"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

func init() {
	register(map[string]rule{
		"vector.reverse":       shuffled(func(_ *ir.Instr, k, n int) int { return n - 1 - k }),
		"vector.interleave2":   shuffled(func(_ *ir.Instr, k, n int) int { return k%2*n + k/2 }),
		"vector.deinterleave2": shuffled(func(_ *ir.Instr, k, n int) int { return k%(n/2)*2 + k/(n/2) }),
		"vector.extract":       shuffled(func(i *ir.Instr, k, n int) int { return k + offset(i.Arg(1), 0) }),
		"vector.splice":        shuffled(func(i *ir.Instr, k, n int) int { return k + offset(i.Arg(2), n) }),
		"vector.insert": shuffled(func(i *ir.Instr, k, n int) int {
			if at := k - offset(i.Arg(2), 0); at >= 0 && at < int(i.Arg(1).Type().Len()) {
				return n + at
			}
			return k
		}),
		"masked.load": masked(adjacent, false), "masked.store": masked(adjacent, true),
		"masked.gather": masked(scattered, false), "masked.scatter": masked(scattered, true),
		"masked.expandload": masked(compressed, false), "masked.compressstore": masked(compressed, true),
		"get.active.lane.mask": laneMask, "stepvector": stepVector, "experimental.stepvector": stepVector,
		"experimental.vector.compress": compress, "experimental.cttz.elts": firstElement,
	})
	for name, op := range map[string]ir.Op{"add": ir.OpAdd, "mul": ir.OpMul, "and": ir.OpAnd, "or": ir.OpOr,
		"xor": ir.OpXor, "fadd": ir.OpFAdd, "fmul": ir.OpFMul} {
		rules["vector.reduce."+name] = reduce(func(b *builder, x, y ir.Value) ir.Value { return b.op(op, x, y) })
	}
	for name, p := range map[string]ir.Pred{"smax": ir.PredSGT, "smin": ir.PredSLT, "umax": ir.PredUGT, "umin": ir.PredULT} {
		rules["vector.reduce."+name] = reduce(func(b *builder, x, y ir.Value) ir.Value { return b.pick(p, x, y) })
	}
	for name, base := range map[string]string{"fmax": "maxnum", "fmin": "minnum", "fmaximum": "maximum",
		"fminimum": "minimum"} {
		rules["vector.reduce."+name] = reduce(func(b *builder, x, y ir.Value) ir.Value { return b.same(base, x, y) })
	}
}

// reduce combines the elements of the last argument from left to right. An argument before it is the
// start value.
func reduce(combine func(b *builder, x, y ir.Value) ir.Value) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		last, first := i.NumCallArgs()-1, 0
		acc := i.Arg(0)
		if last == 0 {
			acc, first = b.elem(i.Arg(0), 0), 1
		}
		for k := first; k < length(i.Arg(last).Type()); k++ {
			acc = combine(b, acc, b.elem(i.Arg(last), k))
		}
		return acc
	}
}

// offset returns a constant offset. A negative one counts from n.
func offset(v ir.Value, n int) int {
	k, _ := number(v)
	if k < 0 {
		k += int64(n)
	}
	return int(k)
}

// shuffled takes each element of the result from the arguments. from gets its number, and the number of
// elements of the first argument; the elements of the second argument follow those of the first.
func shuffled(from func(i *ir.Instr, k, n int) int) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		x := i.Arg(0)
		n := length(x.Type())
		fields := []*ir.Type{i.Type()}
		if i.Type().Kind() == ir.Struct {
			fields = i.Type().Fields()
		}
		var values []ir.Value
		at := 0
		for _, t := range fields {
			elems := make([]ir.Value, length(t))
			for k := range elems {
				switch j := from(i, at, n); {
				case j < 0 || j >= 2*n:
					return nil
				case j < n:
					elems[k] = b.elem(x, j)
				default:
					elems[k] = b.elem(i.Arg(1), j-n)
				}
				at++
			}
			values = append(values, b.join(t, elems))
		}
		if i.Type().Kind() == ir.Struct {
			return b.results(i, values...)
		}
		return values[0]
	}
}

// places says where the elements of a masked access are.
type places uint8

const (
	adjacent   places = iota // at the pointer, one after the other, whatever the mask is
	scattered                // each at a pointer of its own
	compressed               // at the pointer, one after the other, without those that the mask excludes
)

// address returns the address and the alignment of element k, of type t.
func (b *builder) address(where places, pointer ir.Value, t *ir.Type, k int, align uint32) (ir.Value, uint32) {
	off := uint64(k) * uint64(b.lay.AllocSize(t))
	if k == 0 && where != scattered {
		return pointer, align
	}
	switch where {
	case scattered:
		return b.elem(pointer, k), align
	case adjacent:
		pointer = b.ByteGEP(pointer, b.i64(int64(off)), 0, "")
	default:
		off = uint64(b.lay.AllocSize(t))
	}
	return pointer, min(align, 1<<bits.TrailingZeros64(off))
}

// masked is a load or store of the elements that a mask includes. It jumps over the others:
//
//	  br i1 %m0, label %then, label %next
//	then:
//	  %x = load i32, ptr %p
//	  br label %next
//	next:
//	  %r0 = phi i32 [ %other, %before ], [ %x, %then ]
//
// LLVM before 22 passes the alignment as an operand before the mask, and later ones as an attribute of
// the pointer. Without either it is 1.
func masked(where places, store bool) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		at, t := 0, i.Type()
		if store {
			at, t = 1, i.Arg(0).Type()
		}
		pointer, align, mask := i.Arg(at), b.argAlign(i, at), at+1
		if n, given := number(i.Arg(mask)); given {
			align, mask = max(uint32(n), 1), mask+1
		}
		source := i.Arg(0)
		if !store {
			source = i.Arg(mask + 1)
		}
		el := t.Elem()
		if t.IsScalable() || b.lay.SizeBits(el) != 8*b.lay.AllocSize(el) {
			return nil
		}
		elems := make([]ir.Value, length(t))
		for k := range elems {
			other, in := b.elem(source, k), b.elem(i.Arg(mask), k)
			elems[k] = other
			bit, known := number(in)
			if known && bit == 0 {
				continue
			}
			var before, then, after *ir.Block
			if !known {
				before, after = b.split(i)
				then = i.Func().NewBlock("", before)
				b.CondBr(in, then, after)
				b.AtEnd(then)
			}
			next := pointer
			p, a := b.address(where, pointer, el, k, align)
			if store {
				b.at(b.Store(elems[k], p, a))
			} else {
				elems[k] = b.at(b.Load(el, p, a, ""))
			}
			if where == compressed {
				next = b.ByteGEP(pointer, b.i64(b.lay.AllocSize(el)), 0, "")
			}
			if !known {
				b.Br(after)
				b.Before(i)
				if !store {
					elems[k] = b.Phi(el, "", []ir.Value{other, elems[k]}, []*ir.Block{before, then})
				}
				if where == compressed {
					next = b.Phi(next.Type(), "", []ir.Value{pointer, next}, []*ir.Block{before, then})
				}
			}
			pointer = next
		}
		if store {
			return i
		}
		return b.join(t, elems)
	}
}

// argAlign returns the alignment of a pointer argument.
func (b *builder) argAlign(i *ir.Instr, k int) uint32 {
	if c := i.Call(); k < len(c.ArgAttrs) && c.ArgAttrs[k] != nil {
		if a := c.ArgAttrs[k].Get(b.m, "align"); a != nil {
			n, _ := strconv.ParseUint(a.Val, 10, 32)
			return max(uint32(n), 1)
		}
	}
	return 1
}

// laneMask compares base + k with the number of lanes. The sum does not wrap, so element k is true if
// the base is less than the number, and k less than their difference.
func laneMask(b *builder, i *ir.Instr) ir.Value {
	base, n := i.Arg(0), i.Arg(1)
	below, left := b.cmp(ir.PredULT, base, n), b.sub(n, base)
	elems := make([]ir.Value, length(i.Type()))
	for k := range elems {
		elems[k] = b.m.Bool(false)
		if bits.Len(uint(k)) <= bitsOf(base) {
			elems[k] = b.and(b.is(ir.PredUGT, left, int64(k)), below)
		}
	}
	return b.join(i.Type(), elems)
}

// stepVector numbers the elements.
func stepVector(b *builder, i *ir.Instr) ir.Value {
	v := b.m.NewConst(ir.ConstVector, i.Type())
	for k := range length(i.Type()) {
		v.Elems = append(v.Elems, b.c(i.Type().Elem(), int64(k)))
	}
	return v
}

// compress moves the elements that a mask includes to the front. The others are those of the third
// operand. Element k gets each element that the mask includes after k others.
func compress(b *builder, i *ir.Instr) ir.Value {
	out, count := make([]ir.Value, length(i.Type())), b.i32(0)
	for k := range out {
		out[k] = b.elem(i.Arg(2), k)
		x, in := b.elem(i.Arg(0), k), b.elem(i.Arg(1), k)
		for to := range k + 1 {
			here := in
			if k > 0 {
				here = b.and(b.is(ir.PredEQ, count, int64(to)), in)
			}
			out[to] = b.sel(here, x, out[to])
		}
		count = b.add(b.resize(in, 32, false), count)
	}
	return b.join(i.Type(), out)
}

// firstElement returns the number of leading zero elements.
func firstElement(b *builder, i *ir.Instr) ir.Value {
	n := length(i.Arg(0).Type())
	r := b.c(i.Type(), int64(n))
	for k := n - 1; k >= 0; k-- {
		r = b.sel(b.is(ir.PredNE, b.elem(i.Arg(0), k), 0), b.c(i.Type(), int64(k)), r)
	}
	return r
}
