// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Parts of a coroutine of the switched-resume ABI that differ in a few operands. The destroy part
// and the cleanup part differ in their name, in the name of their first block, and in whether they
// free the frame. Without a final suspend, the resume part differs from the destroy part only in
// the results of the suspends: resumed or destroyed. For example:
//
//	resume:   %r = phi i8 [ -1, %entry ], [ 0, %resume.0 ]     call void @free(ptr %frame)
//	destroy:  %r = phi i8 [ -1, %entry ], [ 1, %resume.0 ]     call void @free(ptr %frame)
//	cleanup:  %r = phi i8 [ -1, %entry ], [ 1, %resume.0 ]     call void @free(ptr null)
//
// If nothing else differs, and the caller has finished one part before it builds the next, Retarget
// turns the body of the finished part into the next part by replacing these operands. This saves
// two thirds of the cost of parts.
//
// This file does not know how passes change the parts. Callers of Plan.Retarget must ensure that
// later passes treat both parts alike.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// variant records how the next part differs from the part that was built last.
type variant struct {
	of        cloneKind // the part that has the body
	phis      []*ir.Instr
	users     []user // uses of the phis
	results   []site // in a resume part: results of suspends
	frees     []site // operands that the cleanup part does not free
	nodes     int    // number of the body's first metadata node
	onlyFrees bool   // the parts differ in nothing else
}

// site is an operand that differs between parts.
type site struct {
	user *ir.Instr
	arg  int
	with *ir.Const // the operand in the next part
}

// user is a use of the phi after a suspend, whose value is the suspend's result on one edge.
type user struct {
	phi, by *ir.Instr
	arg     int
	block   *ir.Block
}

// Varies returns the instructions of part k, the part that was built last, whose operands may be
// different in the parts that Retarget derives from it. ok is false if Retarget derives none.
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

// Retarget turns the body of part k-1 into part k. Part k-1 must be finished and still have its
// body. Retarget applies only if the parts differ in nothing but the results of suspends, or the
// memory that they free, as operands of comparisons and of calls without a result. Part k is then
// as valid and as finished as part k-1 was, and part k-1 has no body any more. If ok is false,
// Retarget has changed nothing, and Make builds part k.
//
// The caller's passes must change a function in the same way whether or not a freed operand is
// null, and must not depend on the results of suspends: Retarget rejects a resume part that a pass
// changed (Func.Changed).
//
// With debug info the two parts have separate metadata nodes. The body refers to the nodes of part
// k, and the attachments of part k-1 refer to the nodes that the body used before; moved is the
// distance between the two.
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

// entryName returns the name of a part's first block.
func (k cloneKind) entryName() string { return entryNames[k] }

var entryNames = func() (names [cloneCleanup + 1]string) {
	for k := range names {
		names[k] = "entry." + cloneKind(k).suffix()
	}
	return names
}()

// mayVary reports whether the code of the part identifies it only through the operands that this
// file records. The code identifies it otherwise if a block address refers to its function, or if
// another value already has the name of a part's first block.
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

// noteResults records the uses of the results of a resume part's suspends, before the suspends are
// replaced. It records no variant if the part differs from the destroy part in anything else: in
// the test for completion, in the memory that is freed if a caller provided it, or in calls that
// are marked.
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
				return // the phi's entries may be reordered
			}
			v.users = append(v.users, user{phi, u.User(), u.Index(), u.User().Block()})
		}
	}
	co.variant = v
}

// noteFrees records the operands that are results of coro.free in a part, before coro.free is
// replaced by the frame. The cleanup part is not a variant if anything else depends on them:
// another use of the memory, or debug info.
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

// settle removes operands in unreachable code from the record, after unreachable blocks were
// removed.
func (v *variant) settle(co *coroutine) {
	kept := v.frees[:0]
	for _, s := range v.frees {
		switch {
		case s.user.Block() != nil:
			kept = append(kept, s)
		case s.user.Op == ir.OpInvoke:
			v.onlyFrees = false // it may have become a call, which is not recorded
		}
	}
	v.frees = kept
	if v.of == cloneResume && !v.settleResults(suspendResult(co.m, cloneResume), suspendResult(co.m, cloneDestroy)) {
		co.variant = nil
	}
}

// settleResults finds the operands that hold the result of a suspend, after unreachable blocks were
// removed: an entry of the phi after the suspend, or, if the phi had no other entry left and was
// replaced, the operands that replace it. It returns false if the removal may have depended on the
// results of suspends.
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
		case u.by.Block() == nil && u.block.Func() == nil: // unreachable
		case u.by.Block() == nil || u.by.Arg(u.arg) != ir.Value(is):
			return false // another operand is there now
		default:
			v.results = append(v.results, site{u.by, u.arg, with})
		}
	}
	v.phis, v.users = nil, nil
	return true
}

// retarget turns the body into the next part and reports whether it did. It returns false if the
// record is out of date.
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

// retargetFrees replaces the frame, which a destroy part frees, by null, as in its cleanup part.
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
