// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise

// This file rewrites atomic operations. An operation on memory of the thread's own, which no other
// thread sees, becomes a load and a store. Another one becomes a loop of compare-and-swap. For example,
// `atomicrmw nand ptr %p, i32 %v monotonic` is
//
//	  %first = load volatile i32, ptr %p
//	loop:
//	  %old = phi i32 [ %first, %before ], [ %seen, %loop ]
//	  %and = and i32 %old, %v
//	  %new = xor i32 %and, -1
//	  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
//
// A value of less than 32 bits is a part of the aligned word around it.

import "github.com/corolower/corolower/internal/ir"

// Local reports whether a pointer is known to be to memory of the thread: a local variable, or a copy of
// a parameter.
func Local(v ir.Value) bool {
	for v.Type().AddrSpace() != 5 {
		switch x := v.(type) {
		case *ir.Param:
			return x.Attrs.Has(x.Fn.Module(), "byval")
		case *ir.Instr:
			switch x.Op {
			case ir.OpAlloca:
				return true
			case ir.OpGEP, ir.OpAddrSpaceCast, ir.OpBitCast:
				v = x.Arg(0)
				continue
			}
		}
		return false
	}
	return true
}

// word is the memory that a loop swaps.
type word struct {
	at          ir.Value
	t           *ir.Type // an integer
	shift, keep ir.Value // the place of the value in the word, and the mask of the rest; nil: it is the word
}

// wordOf returns the word with a value of type t.
func (b *builder) wordOf(p ir.Value, t *ir.Type) word {
	size := b.lay.StoreSize(t)
	if size >= 4 {
		return word{at: p, t: b.m.Types.Int(int(8 * size))}
	}
	off := b.and(b.insert(ir.OpPtrToInt, b.m.Types.Int(64), p), b.i64(3))
	shift := b.shl(b.resize(off, 32, false), b.i32(3))
	at := b.at(b.ByteGEP(p, b.negate(off), 0, ""))
	return word{at, b.m.Types.Int(32), shift, b.not(b.shl(b.i32(1<<(8*size)-1), shift))}
}

// take returns the value in a word, and put the word with another value.
func (w word) take(b *builder, x ir.Value, t *ir.Type) ir.Value {
	if w.shift != nil {
		x = b.resize(b.lshr(x, w.shift), int(8*b.lay.StoreSize(t)), false)
	}
	return b.reinterpret(x, t)
}

func (w word) put(b *builder, around, x ir.Value) ir.Value {
	x = b.reinterpret(x, b.m.Types.Int(int(8*b.lay.StoreSize(x.Type()))))
	if w.shift == nil {
		return x
	}
	return b.or(b.and(around, w.keep), b.shl(b.resize(x, 32, false), w.shift))
}

// reinterpret returns the bits of a value as another type.
func (b *builder) reinterpret(x ir.Value, t *ir.Type) ir.Value {
	switch {
	case x.Type() == t:
		return x
	case t.IsPtr():
		return b.insert(ir.OpIntToPtr, t, x)
	case x.Type().IsPtr():
		return b.insert(ir.OpPtrToInt, t, x)
	}
	return b.insert(ir.OpBitCast, t, x)
}

// swap makes a compare-and-swap with the scope and the order of i. The fence of a seq_cst operation is
// before the loop.
func (b *builder) swap(i *ir.Instr, w word, old, value ir.Value) (seen, same ir.Value) {
	x := b.insert(ir.OpCmpXchg, b.m.Types.Struct([]*ir.Type{w.t, b.m.Types.Int(1)}, false), w.at, old, value)
	x.Aux, x.Flags, x.Align = i.Aux, i.Flags&ir.FlagVolatile, uint32(b.lay.StoreSize(w.t))
	x.Order, x.Order2 = i.Order, max(i.Order2, ir.Monotonic)
	if i.Order == ir.SeqCst {
		x.Order, x.Order2 = ir.AcqRel, min(x.Order2, ir.Acquire)
	}
	return b.at(b.ExtractValue(x, "", 0)), b.at(b.ExtractValue(x, "", 1))
}

// loop makes a loop in front of an instruction. body gets the word that was read, and returns the word of
// the next round, and whether there is none.
func (b *builder) loop(i *ir.Instr, w word, body func(old ir.Value) (next, done ir.Value)) {
	if i.Order == ir.SeqCst {
		fence := b.insert(ir.OpFence, b.m.Types.Void())
		fence.Order, fence.Aux = ir.SeqCst, i.Aux
	}
	first := b.at(b.Load(w.t, w.at, uint32(b.lay.StoreSize(w.t)), ""))
	first.Flags |= ir.FlagVolatile
	before, after := b.split(i)
	head := i.Func().NewBlock("", before)
	b.Br(head)
	b.AtEnd(head)
	old := b.Phi(w.t, "", []ir.Value{first}, []*ir.Block{before})
	next, done := body(old)
	old.AddIncoming(b.m, next, head)
	b.CondBr(done, after, head)
	b.Before(i)
}

// expandElementwise is the rule of an elementwise atomicrmw: one atomicrmw for each element.
func expandElementwise(b *builder, i *ir.Instr) ir.Value {
	t := i.Type()
	elems := make([]ir.Value, t.Len())
	for k := range elems {
		p, align := b.address(adjacent, i.Arg(0), t.Elem(), k, i.Align)
		x := b.insert(ir.OpAtomicRMW, t.Elem(), p, b.elem(i.Arg(1), k))
		x.Sub, x.Flags, x.Order, x.Aux, x.Align = i.Sub, i.Flags&^ir.FlagElementwise, i.Order, i.Aux, align
		elems[k] = x
	}
	return b.join(t, elems)
}

// expandRMW is the rule of atomicrmw.
func expandRMW(b *builder, i *ir.Instr) ir.Value {
	p, t, name := i.Arg(0), i.Type(), ir.RMWNames[i.Sub]
	if Local(p) {
		old := b.at(b.Load(t, p, i.Align, ""))
		b.at(b.Store(b.modified(name, old, i.Arg(1)), p, i.Align))
		return old
	}
	w := b.wordOf(p, t)
	var value ir.Value
	b.loop(i, w, func(old ir.Value) (next, done ir.Value) {
		value = w.take(b, old, t)
		seen, same := b.swap(i, w, old, w.put(b, old, b.modified(name, value, i.Arg(1))))
		return seen, same
	})
	return value
}

// modified returns the value that an atomicrmw stores.
func (b *builder) modified(name string, old, v ir.Value) ir.Value {
	t := old.Type()
	switch name {
	case "add":
		return b.add(old, v)
	case "sub":
		return b.sub(old, v)
	case "and":
		return b.and(old, v)
	case "or":
		return b.or(old, v)
	case "xor":
		return b.xor(old, v)
	case "nand":
		return b.not(b.and(old, v))
	case "max":
		return b.pick(ir.PredSGT, old, v)
	case "min":
		return b.pick(ir.PredSLT, old, v)
	case "umax":
		return b.pick(ir.PredUGT, old, v)
	case "umin":
		return b.pick(ir.PredULT, old, v)
	case "uinc_wrap":
		return b.sel(b.cmp(ir.PredUGE, old, v), b.c(t, 0), b.add(old, b.c(t, 1)))
	case "udec_wrap":
		wraps := b.or(b.is(ir.PredEQ, old, 0), b.cmp(ir.PredUGT, old, v))
		return b.sel(wraps, v, b.sub(old, b.c(t, 1)))
	case "usub_cond":
		return b.sel(b.cmp(ir.PredUGE, old, v), b.sub(old, v), old)
	case "usub_sat":
		return b.sel(b.cmp(ir.PredUGE, old, v), b.sub(old, v), b.c(t, 0))
	case "fadd":
		return b.op(ir.OpFAdd, old, v)
	case "fsub":
		return b.op(ir.OpFSub, old, v)
	case "fmax":
		return b.same("maxnum", old, v)
	case "fmin":
		return b.same("minnum", old, v)
	case "fmaximum":
		return b.same("maximum", old, v)
	case "fminimum":
		return b.same("minimum", old, v)
	case "fmaximumnum":
		return b.same("maximumnum", old, v)
	case "fminimumnum":
		return b.same("minimumnum", old, v)
	}
	return v // xchg
}

// expandCmpXchg is the rule of cmpxchg. The bytes around a narrow value may change between the load and
// the swap; then the loop tries again.
func expandCmpXchg(b *builder, i *ir.Instr) ir.Value {
	p, want, put := i.Arg(0), i.Arg(1), i.Arg(2)
	t := want.Type()
	if Local(p) {
		old := b.at(b.Load(t, p, i.Align, ""))
		same := b.cmp(ir.PredEQ, old, want)
		b.at(b.Store(b.sel(same, put, old), p, i.Align))
		return b.results(i, old, same)
	}
	w := b.wordOf(p, t)
	if w.shift == nil {
		return nil
	}
	var value, same ir.Value
	b.loop(i, w, func(around ir.Value) (next, done ir.Value) {
		var seen ir.Value
		seen, same = b.swap(i, w, w.put(b, around, want), w.put(b, around, put))
		value = w.take(b, seen, t)
		return seen, b.or(same, b.is(ir.PredEQ, b.and(b.xor(seen, around), w.keep), 0))
	})
	return b.results(i, value, same)
}
