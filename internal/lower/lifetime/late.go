// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Whether a function may access the memory that its parameters point into after it may have let
// other code run with a coroutine's handle. For example, for
//
//	define void @await_suspend(ptr %this, ptr %handle) {
//	  %queue = load ptr, ptr %this
//	  call void @post(ptr %queue, ptr %handle)
//	  ret void
//	}
//
// the answer is no for %this: the function reads it only before the call. With a load after the
// call the answer is yes: @post may have resumed the coroutine, or another thread may run it, and
// the memory of the object may have been reused. ir.MayHandOn decides which instructions transfer a
// handle; the bodies of callees may show that they do not.

import "github.com/corolower/corolower/internal/ir"

// HandsOn reports whether a call may let other code run with a handle that this code knows or that
// it receives, as far as attributes and bodies show.
func (fa *Facts) HandsOn(call *ir.Instr) bool {
	on, _ := fa.callHandsOn(call, 0)
	return on
}

// callHandsOn is HandsOn at a depth.
func (fa *Facts) callHandsOn(i *ir.Instr, depth int) (on bool, height int) {
	f := i.CalledFunc()
	switch {
	case !ir.MayHandOn(fa.M, i):
		return false, 0
	case f == nil || len(i.Call().Bundles) > 0:
		return true, 0
	}
	return fa.funcHandsOn(f, depth)
}

// funcHandsOn is HandsOn for any call of a function.
func (fa *Facts) funcHandsOn(f *ir.Func, depth int) (on bool, height int) {
	if f.Declared {
		sum := fa.imported(f)
		return sum == nil || sum.Runs, 0
	}
	on, height = ask(fa, &fa.handsOn, question{f, noParam}, depth, true, func(fa *Facts) (on bool, height int) {
		for i := range fa.simplified(f).Instrs() {
			o, h := fa.instrHandsOn(i, depth+1)
			if height = max(height, h); o {
				return true, height
			}
		}
		return false, height
	})
	return on, height + 1
}

func (fa *Facts) instrHandsOn(i *ir.Instr, depth int) (on bool, height int) {
	switch {
	case !ir.MayHandOn(fa.M, i):
		return false, 0
	case !i.IsCall():
		return true, 0
	}
	return fa.callHandsOn(i, depth)
}

// TouchesLate reports whether a call may access the memory that its argument k points into after it
// has let other code run.
func (fa *Facts) TouchesLate(call *ir.Instr, k int) bool {
	late, _ := fa.callLate(call, k, 0)
	return late
}

// callLate is TouchesLate at a depth.
func (fa *Facts) callLate(i *ir.Instr, k, depth int) (late bool, height int) {
	if on, h := fa.callHandsOn(i, depth); !on {
		return false, h
	}
	f := i.CalledFunc()
	switch {
	case f == nil || k >= len(f.Params) || len(i.Call().Bundles) > 0:
		return true, 0
	case !f.Declared && ir.ArgHas(fa.M, i, k, "byval"):
		return false, 0 // the call copies it first
	}
	return fa.paramLate(f, k, depth)
}

// paramLate is TouchesLate for any call of a function.
func (fa *Facts) paramLate(f *ir.Func, k, depth int) (late bool, height int) {
	if f.Declared {
		sum := fa.imported(f)
		return sum == nil || sum.Params[k].ReadLate, 0
	}
	late, height = ask(fa, &fa.late, question{f, k}, depth, true, func(fa *Facts) (bool, int) {
		w := lateAccess{fa: fa, depth: depth + 1}
		late := w.param(fa.simplified(f), k)
		return late, w.height
	})
	return late, height + 1
}

// lateAccess follows one parameter through one body.
type lateAccess struct {
	fa     *Facts
	depth  int
	height int
	in     ir.Worklist[*ir.Block] // other code may run before these blocks
	// other code may run before these instructions of a block that lets it run
	behind map[*ir.Instr]bool
}

// param reports whether a parameter's memory may be accessed after other code may run.
func (w *lateAccess) param(s *ir.Func, k int) bool {
	w.handOn(s)
	p := s.Params[k]
	work := ir.NewWorklist[ir.LocalValue](p)
	uses := 0
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if uses++; uses > maxCaptureUses {
				return true
			}
			carry, late := w.use(u)
			if late {
				return true
			}
			for _, i := range carry {
				work.Add(i)
			}
		}
	}
	return false
}

// use handles one use of an address. carry are the values that carry the address.
func (w *lateAccess) use(u *ir.Use) (carry []*ir.Instr, late bool) {
	i := u.User()
	over := w.in.Has(i.Block()) || w.behind[i]
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		return []*ir.Instr{i}, false
	case ir.OpICmp:
		return nil, false
	case ir.OpLoad:
		return nil, over
	case ir.OpStore:
		if u.Index() == 1 {
			return nil, over
		}
		return loadsOfBox(i)
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		return nil, over || u.Index() != 0
	case ir.OpCall, ir.OpInvoke:
		return w.callUse(u, i, over)
	}
	return nil, true
}

func (w *lateAccess) callUse(u *ir.Use, i *ir.Instr, over bool) (carry []*ir.Instr, late bool) {
	k := u.Index()
	if k >= i.NumCallArgs() {
		return nil, true
	}
	e, id := w.fa.callEffects(i), ir.CalledIntrinsic(i)
	switch {
	case e.Kind == marksLifetime, e.Kind == marksInvariant, id == ir.Assume, id.IsDebug():
		return nil, false
	case e.Kind == copiesMemory, e.Kind == setsMemory:
		return nil, over
	}
	follow, is, h := w.fa.callUse(k, i, w.depth)
	w.height = max(w.height, h)
	if is.away || is.returned {
		return nil, true
	}
	if follow {
		carry = []*ir.Instr{i}
	}
	if over {
		return carry, !ir.NoMemory(w.fa.M, i)
	}
	late, h = w.fa.callLate(i, k, w.depth)
	w.height = max(w.height, h)
	return carry, late
}

// loadsOfBox returns the loads of the variable that a store puts an address into, if the variable
// is only stored to and loaded; late: it is used in other ways.
func loadsOfBox(store *ir.Instr) (loads []*ir.Instr, late bool) {
	a, ok := store.Arg(1).(*ir.Instr)
	if !ok || a.Op != ir.OpAlloca || store.Flags&ir.FlagVolatile != 0 {
		return nil, true
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case i.Op == ir.OpStore && u.Index() == 1, ir.IsLifetime(i):
		case i.Op == ir.OpLoad:
			loads = append(loads, i)
		default:
			return nil, true
		}
	}
	return loads, false
}

func (w *lateAccess) on(i *ir.Instr) bool {
	on, h := w.fa.instrHandsOn(i, w.depth)
	w.height = max(w.height, h)
	return on
}

// handOn finds the instructions and blocks before which other code may run.
func (w *lateAccess) handOn(s *ir.Func) {
	w.in, w.behind = ir.Worklist[*ir.Block]{}, map[*ir.Instr]bool{}
	for b := s.Entry(); b != nil; b = b.Next() {
		on := false
		for i := b.First(); i != nil; i = i.Next() {
			if on {
				w.behind[i] = true
			} else {
				on = w.on(i)
			}
		}
		if on {
			w.in.Add(b.Succs(nil)...)
		}
	}
	for b := range w.in.All {
		w.in.Add(b.Succs(nil)...)
	}
}
