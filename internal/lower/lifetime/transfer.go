// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Which handle a wrapper of await_suspend returns. For example, with
//
//	struct task {
//	  std::coroutine_handle<promise> h;
//	  auto await_suspend(std::coroutine_handle<> waiting) {
//	    h.promise().waiting = waiting;
//	    return h;
//	  }
//	};
//
// it returns the handle that the awaiter holds when the wrapper is called: the store into the
// promise cannot write the awaiter, if nobody else knows the awaiter's address. LLVM does not know
// that after the split, because the awaiter is in the frame.
//
// The function runs the wrapper and the functions that it calls, as they are, on abstract values.
// It follows code without branches that calls only functions whose bodies it has. So no other code
// runs meanwhile, and no other thread may resume the coroutine: that takes an ordered access.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the code that is run.
const (
	maxTransferInstrs = 200
	maxTransferDepth  = 8
)

// heldValue is an abstract value: an address in an object, or a pointer that the awaiter held at an
// offset when the wrapper was called.
type heldValue struct {
	kind   heldKind
	object ir.Value // of an address: an alloca, or the parameter of the wrapper for the awaiter
	off    int64
}

type heldKind uint8

const (
	heldOther   heldKind = iota // no address of a variable or of the awaiter
	heldAddress                 // an address at an offset in an object
	heldInitial                 // what the awaiter held at an offset
)

// heldCell is a place in an object that was written, and its value.
type heldCell struct {
	object    ir.Value
	off, size int64
	v         heldValue
}

// overlaps reports whether the cell has a byte of a place in an object.
func (c *heldCell) overlaps(at heldValue, size int64) bool {
	return c.object == at.object && c.off < at.off+size && at.off < c.off+c.size
}

// transferRun is one run of a wrapper.
type transferRun struct {
	fa      *Facts
	awaiter ir.Value
	cells   []heldCell
	left    int // the instructions that may still be run
}

// ReturnsHeld returns the offset of the pointer that an awaiter holds when a wrapper of
// await_suspend is called with it, if the wrapper returns that pointer whenever it returns. It
// assumes that only the wrapper knows the awaiter's address.
func (fa *Facts) ReturnsHeld(wrapper *ir.Func) (off int64, ok bool) {
	if !fa.body(wrapper) || len(wrapper.Params) != 2 || !wrapper.Params[0].Type().IsPtr() {
		return 0, false
	}
	p := wrapper.Params[0]
	r := transferRun{fa: fa, awaiter: p, left: maxTransferInstrs}
	v, ok := r.run(wrapper, []heldValue{{kind: heldAddress, object: p}, {}}, 0)
	return v.off, ok && v.kind == heldInitial
}

// run runs a function and returns its result. It returns false if it cannot follow the function.
func (r *transferRun) run(f *ir.Func, args []heldValue, depth int) (heldValue, bool) {
	if depth > maxTransferDepth || !r.fa.body(f) || r.fa.suspends(f) || r.fa.look(f).unfit || len(args) != len(f.Params) {
		return heldValue{}, false
	}
	vals := map[ir.Value]heldValue{} // without those of no interest
	set := func(of ir.Value, v heldValue) {
		if v.kind != heldOther {
			vals[of] = v
		}
	}
	for k, a := range args {
		set(f.Params[k], a)
	}
	for i := f.Entry().First(); i != nil; {
		if r.left--; r.left < 0 {
			return heldValue{}, false
		}
		next := i.Next()
		switch i.Op {
		case ir.OpRet:
			if i.NumArgs() == 0 {
				return heldValue{}, true
			}
			return vals[i.Arg(0)], true
		case ir.OpBr:
			to, plain := i.Arg(0).(*ir.Block)
			if !plain || i.NumArgs() != 1 || to.First().Op == ir.OpPhi {
				return heldValue{}, false
			}
			next = to.First()
		case ir.OpInvoke:
			if next = i.NormalDest().First(); next.Op == ir.OpPhi {
				return heldValue{}, false
			}
			fallthrough
		case ir.OpCall:
			v, ok := r.call(vals, i, depth)
			if !ok {
				return heldValue{}, false
			}
			set(i, v)
		default:
			v, ok := r.step(vals, i)
			if !ok {
				return heldValue{}, false
			}
			set(i, v)
		}
		i = next
	}
	return heldValue{}, false
}

// step runs an instruction that neither calls nor branches.
func (r *transferRun) step(vals map[ir.Value]heldValue, i *ir.Instr) (heldValue, bool) {
	switch i.Op {
	case ir.OpAlloca:
		return heldValue{kind: heldAddress, object: i}, i.NumArgs() == 0 || isOne(i.Arg(0))
	case ir.OpGEP:
		from := vals[i.Arg(0)]
		if from.kind != heldAddress {
			return heldValue{}, true
		}
		n, ok := r.fa.Layout.GEPOffset(i.ElemTy, i.Operands(1))
		from.off += n
		return from, ok && i.Type().IsPtr()
	case ir.OpBitCast:
		return vals[i.Arg(0)], true
	case ir.OpLoad:
		if i.Flags&(ir.FlagVolatile|ir.FlagAtomic) != 0 || i.Order != ir.NotAtomic {
			return heldValue{}, false
		}
		return r.load(vals[i.Arg(0)], i.Type())
	case ir.OpStore:
		v, to := vals[i.Arg(0)], vals[i.Arg(1)]
		plain := i.Flags&(ir.FlagVolatile|ir.FlagAtomic) == 0 && i.Order == ir.NotAtomic
		return heldValue{}, plain && r.assign(to, v, i.Arg(0).Type())
	case ir.OpDbg:
		return heldValue{}, true
	}
	if info := i.Op.Info(); !info.Binary && !info.Cast && i.Op != ir.OpICmp && i.Op != ir.OpFreeze {
		return heldValue{}, false
	}
	for k := range i.NumArgs() {
		if vals[i.Arg(k)].kind == heldAddress {
			return heldValue{}, false
		}
	}
	return heldValue{}, true
}

// load returns what a load reads through an address. It returns false if it reads a part of what a
// store wrote, or a variable that nothing was stored in.
func (r *transferRun) load(from heldValue, t *ir.Type) (heldValue, bool) {
	if from.kind != heldAddress {
		return heldValue{}, true
	}
	size, ok := r.fa.Layout.Size(t)
	for k := range r.cells {
		if c := &r.cells[k]; c.overlaps(from, size) {
			return c.v, ok && c.off == from.off && c.size == size && (c.v.kind == heldOther || t == r.awaiter.Type())
		}
	}
	switch {
	case !ok || from.object != r.awaiter:
		return heldValue{}, false
	case t == r.awaiter.Type():
		return heldValue{kind: heldInitial, off: from.off}, true
	}
	return heldValue{}, true
}

// assign writes a value through an address. An address of a variable must not become known elsewhere.
func (r *transferRun) assign(to, v heldValue, t *ir.Type) bool {
	if to.kind != heldAddress {
		return v.kind != heldAddress
	}
	return r.store(to, v, t)
}

// store writes a value into an object. It returns false if it writes a part of what another store
// wrote.
func (r *transferRun) store(to, v heldValue, t *ir.Type) bool {
	size, ok := r.fa.Layout.Size(t)
	if !ok || v.kind != heldOther && t != r.awaiter.Type() {
		return false
	}
	for k := range r.cells {
		if c := &r.cells[k]; c.overlaps(to, size) {
			c.v, ok = v, c.off == to.off && c.size == size
			return ok
		}
	}
	r.cells = append(r.cells, heldCell{to.object, to.off, size, v})
	return true
}

// call runs a call.
func (r *transferRun) call(vals map[ir.Value]heldValue, i *ir.Instr, depth int) (heldValue, bool) {
	f := i.CalledFunc()
	if f == nil || len(i.Call().Bundles) > 0 {
		return heldValue{}, false
	}
	args := make([]heldValue, i.NumCallArgs())
	passes := false
	for k := range args {
		args[k] = vals[i.Arg(k)]
		passes = passes || args[k].kind == heldAddress
	}
	if !f.IsIntrinsic() {
		return r.run(f, args, depth+1)
	}
	switch id := ir.CalledIntrinsic(i); {
	case id == ir.LifetimeStart || id == ir.LifetimeEnd || id == ir.Assume || id.IsDebug():
		return heldValue{}, true
	case id == ir.Memcpy:
		n, ok := i.Arg(2).(*ir.Const)
		if size, _ := r.fa.Layout.Size(r.awaiter.Type()); !ok || n.Int64() != size || !isZero(i.Arg(3)) {
			return heldValue{}, false
		}
		v, ok := r.load(args[1], r.awaiter.Type())
		return heldValue{}, ok && r.assign(args[0], v, r.awaiter.Type())
	}
	return heldValue{}, !passes && (ir.CalledIntrinsic(i) == ir.CoroPromise || ir.TouchesNoMemory(r.fa.M, i))
}

func isZero(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.IsZero()
}

func isOne(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.IsInt() && c.Uint64() == 1
}
