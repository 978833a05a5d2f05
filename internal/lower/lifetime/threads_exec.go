// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The effect of one instruction on the places that values point to (threads.go). Each case only
// adds places.

import (
	"github.com/corolower/corolower/internal/ir"
)

// exec executes an instruction, again whenever the sets of its operands, or of memory that it
// reads, grow.
func (t *threads) exec(st *step) {
	in, i := st.in, st.i
	arg := func(k int) set { return t.val(in, i.Arg(k)) }
	switch i.Op {
	case ir.OpAlloca:
		if st.made == nil {
			st.made = t.newObject()
		}
		t.give(in, i, set{{st.made, 0}})
	case ir.OpGEP:
		t.decides(in, i, 1, i.NumArgs())
		t.give(in, i, t.gep(in, i))
	case ir.OpBitCast, ir.OpFreeze, ir.OpPtrToInt, ir.OpIntToPtr, ir.OpAddrSpaceCast, ir.OpPtrToAddr, ir.OpExtractValue:
		t.give(in, i, arg(0))
	case ir.OpSelect:
		t.give(in, i, arg(1))
		t.give(in, i, arg(2))
	case ir.OpPhi, ir.OpInsertValue, ir.OpInsertElement, ir.OpExtractElement, ir.OpShuffleVector:
		for k := range i.NumArgs() {
			t.give(in, i, arg(k))
		}
	case ir.OpICmp, ir.OpSwitch:
		t.decides(in, i, 0, min(i.NumArgs(), 2))
	case ir.OpFCmp, ir.OpBr, ir.OpUnreachable, ir.OpFence, ir.OpCleanupRet, ir.OpCatchRet:
	case ir.OpAnd, ir.OpURem:
		if !testsAddress(i) {
			t.mixed(in, i)
		}
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt, ir.OpAdd, ir.OpSub, ir.OpMul,
		ir.OpUDiv, ir.OpSDiv, ir.OpSRem, ir.OpShl, ir.OpLShr, ir.OpAShr,
		ir.OpOr, ir.OpXor:
		t.mixed(in, i)
	case ir.OpLoad:
		t.give(in, i, t.load(st, i.Arg(0), t.sizeOf(i.Type())))
	case ir.OpStore:
		for _, p := range arg(1) {
			t.write(i, p, t.sizeOf(i.Arg(0).Type()), arg(0))
		}
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		size := t.sizeOf(i.Arg(1).Type())
		t.give(in, i, t.load(st, i.Arg(0), size))
		for _, p := range arg(0) {
			for k := 1; k < i.NumArgs(); k++ {
				if p.o.world != "" {
					t.escape(arg(k), &escape{i, "the handle is an operand of an atomic operation"})
				} else {
					t.write(i, p, size, arg(k).loose())
				}
			}
		}
	case ir.OpRet:
		if i.NumArgs() > 0 {
			if c, more := join(in.ret, arg(0)); more {
				in.ret = c
				for _, call := range in.callers {
					t.push(call)
				}
			}
		}
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		t.call(st)
	default:
		for k := range i.NumArgs() {
			if _, ok := i.Arg(k).(*ir.Block); !ok {
				t.escape(arg(k), &escape{i, "the handle is used in a way that the analysis does not follow"})
			}
		}
		t.give(in, i, t.world(unknownMemory))
	}
}

// decides lets addresses escape if some of their bits decide a branch, or the place of a load. It
// checks the operands from one index to another.
func (t *threads) decides(in *instance, i *ir.Instr, from, to int) {
	for k := from; k < to; k++ {
		if revealsBits(i, k) {
			t.escape(t.val(in, i.Arg(k)).loose(), &escape{i, "bits of the handle decide what is done"})
		}
	}
}

// mixed executes arithmetic: the result may be derived from either operand, and point anywhere in
// its objects.
func (t *threads) mixed(in *instance, i *ir.Instr) {
	for k := range i.NumArgs() {
		t.give(in, i, t.val(in, i.Arg(k)).loose())
	}
}

// gep returns the places of an address computation. By LLVM's rules the result stays in the object
// of its base. So an index that is only a number leads to no other object; for example, one that
// was loaded from the world is not taken as an address. If the base is null, the index is the
// address.
func (t *threads) gep(in *instance, i *ir.Instr) set {
	base := t.val(in, i.Arg(0))
	d, ok := int64(0), i.Type().Kind() == ir.Ptr
	if ok {
		d, ok = t.fa.Layout.GEPOffset(i.ElemTy, i.Operands(1))
	}
	s := base.loose()
	if ok {
		s = base.shift(d)
	}
	_, null := i.Arg(0).(*ir.Const)
	for k := 1; k < i.NumArgs(); k++ {
		x := t.val(in, i.Arg(k)).loose()
		if !null {
			x = x.tracked()
		}
		s = union(s, x)
	}
	return s
}

// sizeOf returns the size of a type that is read or written, -1 if it is unknown.
func (t *threads) sizeOf(typ *ir.Type) int64 {
	if n, ok := t.fa.Layout.Size(typ); ok {
		return n
	}
	return -1
}

// load returns the places that size bytes at a pointer may hold.
func (t *threads) load(st *step, ptr ir.Value, size int64) set {
	var s set
	for _, p := range t.val(st.in, ptr) {
		s = union(s, t.read(st, p, size))
	}
	return s
}

// copyMemory copies the contents of memory.
func (t *threads) copyMemory(st *step, to, from set, size int64) {
	for _, p := range from {
		s := t.read(st, p, size)
		for _, q := range to {
			t.write(st.i, q, size, s)
		}
	}
}

// fromNowhere handles pointers of unknown origin that are used to call, and integers of unknown
// origin that are cast to pointers: they may point to any memory. Null, undefined values, and
// values loaded from a variable that nothing was written to are none.
func (t *threads) fromNowhere(st *step) {
	in, i := st.in, st.i
	switch i.Op {
	case ir.OpIntToPtr:
		if _, is := i.Arg(0).(*ir.Const); !is && len(in.vals[i]) == 0 {
			t.give(in, i, t.world(unknownMemory))
		}
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		if x := ir.AsInstr(ir.StripCasts(i.Callee())); x != nil && len(t.val(in, x)) == 0 &&
			effectOf(i) == Ordinary {
			if of, _ := t.ofItself(i); !of { // a pointer read from null is never called
				t.unknown(st, nil)
			}
		}
	}
}
