package split

// Parts of a coroutine of the switched-resume ABI that differ in a few operands. The destroy part
// and the cleanup part differ in their name, in the name of their first block, and in whether they
// free the frame. Without a final suspend, the resume part differs from the destroy part only in
// what the suspends give: resumed or destroyed. For example:
//
//	resume:   %r = phi i8 [ -1, %entry ], [ 0, %resume.0 ]     call void @free(ptr %frame)
//	destroy:  %r = phi i8 [ -1, %entry ], [ 1, %resume.0 ]     call void @free(ptr %frame)
//	cleanup:  %r = phi i8 [ -1, %entry ], [ 1, %resume.0 ]     call void @free(ptr null)
//
// If nothing else differs, and the caller is done with one part before the next is made, the next
// part is the body of the one before with other operands in a few places. This saves two thirds of
// what parts cost.
//
// This file does not look at what passes make of the parts. Callers of Plan.Retarget must ensure
// that later passes treat both parts alike.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// variant is how the part behind a finished one differs from it.
type variant struct {
	of        cloneKind // the part whose body it is
	phis      []*ir.Instr
	users     []user // of the phis
	results   []site // of a resume part: what suspends give
	frees     []site // what the cleanup part does not free
	nodes     int    // the body's own metadata is from there on
	onlyFrees bool   // it differs in nothing else
}

// site is an operand that differs from part to part.
type site struct {
	user *ir.Instr
	arg  int
	with *ir.Const // what stands there in the next part
}

// user is who uses the phi behind a suspend, in which the suspend's result is one of two values,
// and where that stands.
type user struct {
	phi, by *ir.Instr
	arg     int
	block   *ir.Block
}

// Varies gives the instructions of part k, which was made last, of which operands may be others in
// the parts that Retarget makes of it. ok is false if Retarget makes none.
func (p *Plan) Varies(k int) (list []*ir.Instr, ok bool) {
	v := p.co.variant
	if v == nil || int(v.of) != k {
		return nil, false
	}
	list = make([]*ir.Instr, 0, len(v.results)+len(v.frees))
	for _, s := range v.results {
		list = append(list, s.user)
	}
	for _, s := range v.frees {
		list = append(list, s.user)
	}
	return list, true
}

// Retarget makes part k of the body of part k-1, which is finished and has its body still, if the
// two differ in nothing but what suspends give, or in the memory that they free, as operands of
// comparisons and of calls without a result. Part k is as valid and as finished as part k-1 was,
// and part k-1 has no body any more. If ok is false, nothing has changed, and Make makes part k.
//
// It is for callers whose passes change a function in the same way whether or not an operand that
// is freed is null, and that change nothing because of what suspends give: a resume part that was
// changed (Func.Changed) is not retargeted.
//
// With debug info, the two parts have nodes of their own. The body names those of part k, and moved
// is how far these are from what the body named before, which now is what the attachments of part
// k-1 name.
func (p *Plan) Retarget(k int) (moved ir.MDMove, ok bool) {
	v := p.co.variant
	if k == 0 || v == nil || int(v.of) != k-1 || !v.retarget(p.Parts) {
		return ir.MDMove{}, false
	}
	p.reach(k)
	p.co.c.Stats.Clones++
	if v.of == cloneCleanup {
		p.co.variant = nil
	}
	if from := p.Parts[k-1]; debuginfo.SubprogramOf(from) != nil {
		moved = debuginfo.HandOn(p.co.m, p.Parts[k], from, v.nodes)
		v.nodes += moved.By
	}
	return moved, true
}

// entryName is the name of a part's first block.
func (k cloneKind) entryName() string { return entryNames[k] }

var entryNames = func() (names [cloneCleanup + 1]string) {
	for k := range names {
		names[k] = "entry." + cloneKind(k).suffix()
	}
	return names
}()

// mayVary reports whether nothing in a part's code tells which it is but what is noted: an address
// of a block is of one function, a name in it may be that of another's first block.
func (cl *clone) mayVary() bool {
	co := cl.co
	if len(co.F.Taken) > 0 {
		return false
	}
	for k := cl.kind; k <= cloneCleanup; k++ {
		if co.F.HasName(k.entryName()) {
			return false
		}
	}
	return true
}

// noteResults notes before the suspends of a resume part are replaced who uses what they give.
// There is no variant where the part differs from the destroy part in anything else: in how it is
// done, in what is freed if a caller brought the memory, or in calls that are marked.
func (cl *clone) noteResults() {
	co := cl.co
	if co.HasFinal || co.mayBeElided() || co.marksTailCalls() || !cl.mayVary() {
		return
	}
	v := &variant{of: cloneResume, nodes: cl.nodes}
	v.phis = make([]*ir.Instr, 0, len(co.Suspends))
	v.users = make([]user, 0, len(co.Suspends))
	for _, s := range co.Suspends {
		s = cl.vm.Instr(s)
		u := s.FirstUse()
		if u == nil || u.Next() != nil || u.User().Op != ir.OpPhi ||
			s.FirstDbgUse() != nil || u.User().FirstDbgUse() != nil {
			return
		}
		phi := u.User()
		v.phis = append(v.phis, phi)
		for u := phi.FirstUse(); u != nil; u = u.Next() {
			if u.User().Op == ir.OpPhi {
				return // its entries may change places
			}
			v.users = append(v.users, user{phi, u.User(), u.Index(), u.User().Block()})
		}
	}
	co.variant = v
}

// noteFrees notes before the frees of a part are replaced by the frame which operands they are. The
// cleanup part is no variant where anything else depends on them: what is done with the memory
// besides, or debug info.
func (cl *clone) noteFrees(frees []*ir.Instr) {
	co := cl.co
	if co.variant == nil {
		if cl.kind != cloneDestroy || !cl.mayVary() {
			return
		}
		co.variant = &variant{of: cloneDestroy, nodes: cl.nodes}
	}
	v := co.variant
	for _, free := range frees {
		if free.Arg(1) != ir.Value(cl.f.Params[0]) || free.FirstDbgUse() != nil {
			return
		}
		null := co.m.Null(free.Type())
		for u := free.FirstUse(); u != nil; u = u.Next() {
			i, k := u.User(), u.Index()
			switch {
			case i.Op == ir.OpICmp:
			case i.IsCall() && i.Type().IsVoid() && k < i.NumCallArgs() && !callsIntrinsic(i):
			default:
				return
			}
			v.frees = append(v.frees, site{i, k, null})
		}
	}
	v.onlyFrees = true
}

func callsIntrinsic(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && f.IsIntrinsic()
}

// settle forgets operands that control does not reach, when blocks that it does not reach are gone.
func (v *variant) settle(co *coroutine) {
	kept := v.frees[:0]
	for _, s := range v.frees {
		switch {
		case s.user.Block() != nil:
			kept = append(kept, s)
		case s.user.Op == ir.OpInvoke:
			v.onlyFrees = false // it may have become a call, which is not known here
		}
	}
	v.frees = kept
	if v.of == cloneResume && !v.settleResults(suspendResult(co.m, cloneResume), suspendResult(co.m, cloneDestroy)) {
		co.variant = nil
	}
}

// settleResults finds the operands that are what a suspend gives, when blocks that control does not
// reach are gone: an entry of the phi behind it, or, where nothing else comes there, operands in
// the place of the phi. It answers false if the removal may have gone by what suspends give.
func (v *variant) settleResults(is, with *ir.Const) bool {
	v.results = make([]site, 0, len(v.phis))
	for _, phi := range v.phis {
		if phi.Block() == nil {
			continue
		}
		k := 0
		for k < phi.NumArgs() && phi.Arg(k) != ir.Value(is) {
			k++
		}
		if k == phi.NumArgs() {
			return false
		}
		v.results = append(v.results, site{phi, k, with})
	}
	for _, u := range v.users {
		switch {
		case u.phi.Block() != nil:
		case u.by.Block() == nil && u.block.Func() == nil: // not reached
		case u.by.Block() == nil || u.by.Arg(u.arg) != ir.Value(is):
			return false // something else stands in its place
		default:
			v.results = append(v.results, site{u.by, u.arg, with})
		}
	}
	v.phis, v.users = nil, nil
	return true
}

// retarget makes the next part and reports whether it did: not where what was noted does not hold
// any more.
func (v *variant) retarget(parts []*ir.Func) bool {
	of, to := parts[v.of], parts[v.of+1]
	entry := of.Entry()
	if entry == nil || entry.Name() != v.of.entryName() {
		return false
	}
	if v.of == cloneResume {
		if of.Changed {
			return false
		}
		for _, s := range v.results {
			s.user.SetArg(s.arg, s.with)
		}
	} else if !v.retargetFrees(of.Params[0]) {
		return false
	}
	of.SwapBody(to)
	to.Ragged, to.Changed = of.Ragged, of.Changed
	v.of++
	entry.SetName(v.of.entryName())
	return true
}

// retargetFrees makes what a destroy part frees, the frame, what its cleanup part does.
func (v *variant) retargetFrees(frame *ir.Param) bool {
	if !v.onlyFrees {
		return false
	}
	for _, s := range v.frees {
		if s.user.Block() == nil || s.user.Arg(s.arg) != ir.Value(frame) {
			return false
		}
	}
	for _, s := range v.frees {
		s.user.SetArg(s.arg, s.with)
	}
	return true
}
