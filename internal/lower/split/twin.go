package split

// Parts of a coroutine of the switched-resume ABI that differ in a few operands. It is destroyed by one of two functions that differ in their name,
// that of their first block and in whether they free the frame. Without a final suspend, the function that resumes it is those but for what the
// suspends give: resumed or destroyed. Where that is all, and whoever takes the parts is done with one before the next is made, the next is the body
// of the one before with other operands in a few places: two thirds of what parts cost.
//
// What it does not do: it does not look at what passes make of the parts. Who asks (Result.Twin) has to know that these do the same to both.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// twin is a part that may become the one behind it.
type twin struct {
	parts     []*ir.Func // of the coroutine, by cloneKind
	of        cloneKind  // whose body it is
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

// user is who uses the phi behind a suspend, in which the suspend's result is one of two values, and where that stands.
type user struct {
	phi, by *ir.Instr
	arg     int
	block   *ir.Block
}

// Twin turns the body of a part that the taker is done with, and has kept, into that of the part that would be yielded next, where the two differ
// in nothing but the memory that they free, as operands of comparisons and of calls that give nothing back, or in what suspends give. It is verified
// as the first was, and Parts does not yield it again; the first has no body any more. nil: the next part comes from Parts.
//
// It is for takers to whom it makes no difference, when they change a function, whether an operand that is freed is null, and who change nothing,
// rather than something else, because of what suspends give: a part that was changed (Func.Changed) is not turned into one where these give another
// result.
//
// With debug info, the two have nodes of their own. What the body names is the new part's, and moved tells how far it is from what the first had, which
// now is what the first's attachments name.
func (r *Result) Twin(part *ir.Func) (next *ir.Func, moved ir.MDMove) {
	if r.co == nil || r.co.twin == nil || r.co.twin.parts[r.co.twin.of] != part || !r.co.twin.turn() {
		return nil, ir.MDMove{}
	}
	t := r.co.twin
	r.co.turned++
	if t.of == cloneCleanup {
		r.co.twin = nil
	}
	next = t.parts[t.of]
	if debuginfo.SubprogramOf(part) != nil {
		moved = debuginfo.HandOn(r.co.m, next, part, t.nodes)
		t.nodes += moved.By
	}
	return next, moved
}

// Differ gives the instructions of a part of which operands may be others in the parts that Twin makes of it; ok is false if Twin gives nil.
func (r *Result) Differ(part *ir.Func) (list []*ir.Instr, ok bool) {
	if r.co == nil || r.co.twin == nil || r.co.twin.parts[r.co.twin.of] != part {
		return nil, false
	}
	t := r.co.twin
	list = make([]*ir.Instr, 0, len(t.results)+len(t.frees))
	for _, s := range t.results {
		list = append(list, s.user)
	}
	for _, s := range t.frees {
		list = append(list, s.user)
	}
	return list, true
}

// entryName is the name of a part's first block.
func (k cloneKind) entryName() string { return entryNames[k] }

var entryNames = func() (names [cloneCleanup + 1]string) {
	for k := range names {
		names[k] = "entry." + cloneKind(k).suffix()
	}
	return names
}()

// mayTwin reports whether nothing in a part's code tells which it is but what is noted: an address of a block is of one function, a name in it may be
// that of another's first block.
func (cl *clone) mayTwin() bool {
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

// noteResults notes before the suspends of a resume part are replaced who uses what they give. There is no twin where the part differs from the
// destroy part in anything else: in how it is done, in what is freed if a caller brought the memory, or in calls that are marked.
func (cl *clone) noteResults() {
	co := cl.co
	if co.HasFinal || co.mayBeElided() || co.marksTailCalls() || !cl.mayTwin() {
		return
	}
	t := &twin{parts: co.clones, of: cloneResume, nodes: cl.nodes}
	t.phis = make([]*ir.Instr, 0, len(co.Suspends))
	t.users = make([]user, 0, len(co.Suspends))
	for _, s := range co.Suspends {
		s = cl.vm.Instr(s)
		u := s.FirstUse()
		if u == nil || u.Next() != nil || u.User().Op != ir.OpPhi || s.FirstDbgUse() != nil || u.User().FirstDbgUse() != nil {
			return
		}
		phi := u.User()
		t.phis = append(t.phis, phi)
		for u := phi.FirstUse(); u != nil; u = u.Next() {
			if u.User().Op == ir.OpPhi {
				return // its entries may change places
			}
			t.users = append(t.users, user{phi, u.User(), u.Index(), u.User().Block()})
		}
	}
	co.twin = t
}

// noteFrees notes before the frees of a part are replaced by the frame which operands they are. The cleanup part is no twin where anything else
// depends on them: what is done with the memory besides, or debug info.
func (cl *clone) noteFrees(frees []*ir.Instr) {
	co := cl.co
	if co.twin == nil {
		if cl.kind != cloneDestroy || !cl.mayTwin() {
			return
		}
		co.twin = &twin{parts: co.clones, of: cloneDestroy, nodes: cl.nodes}
	}
	t := co.twin
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
			t.frees = append(t.frees, site{i, k, null})
		}
	}
	t.onlyFrees = true
}

func callsIntrinsic(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && f.IsIntrinsic()
}

// settle forgets operands that control does not reach, when blocks that it does not reach are gone.
func (t *twin) settle(co *coroutine) {
	kept := t.frees[:0]
	for _, s := range t.frees {
		switch {
		case s.user.Block() != nil:
			kept = append(kept, s)
		case s.user.Op == ir.OpInvoke:
			t.onlyFrees = false // it may have become a call, which is not known here
		}
	}
	t.frees = kept
	if t.of == cloneResume && !t.settleResults(suspendResult(co.m, cloneResume), suspendResult(co.m, cloneDestroy)) {
		co.twin = nil
	}
}

// settleResults finds the operands that are what a suspend gives, when blocks that control does not reach are gone: an entry of the phi behind it,
// or, where nothing else comes there, operands in the place of the phi. It answers false if the removal may have gone by what suspends give.
func (t *twin) settleResults(is, with *ir.Const) bool {
	t.results = make([]site, 0, len(t.phis))
	for _, phi := range t.phis {
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
		t.results = append(t.results, site{phi, k, with})
	}
	for _, u := range t.users {
		switch {
		case u.phi.Block() != nil:
		case u.by.Block() == nil && u.block.Func() == nil: // not reached
		case u.by.Block() == nil || u.by.Arg(u.arg) != ir.Value(is):
			return false // something else stands in its place
		default:
			t.results = append(t.results, site{u.by, u.arg, with})
		}
	}
	t.phis, t.users = nil, nil
	return true
}

// turn makes the next part and reports whether it did: not where what was noted does not hold any more.
func (t *twin) turn() bool {
	of, to := t.parts[t.of], t.parts[t.of+1]
	entry := of.Entry()
	if entry == nil || entry.Name() != t.of.entryName() {
		return false
	}
	if t.of == cloneResume {
		if of.Changed {
			return false
		}
		for _, s := range t.results {
			s.user.SetArg(s.arg, s.with)
		}
	} else if !t.turnFrees(of.Params[0]) {
		return false
	}
	of.SwapBody(to)
	to.Ragged, to.Changed = of.Ragged, of.Changed
	t.of++
	entry.SetName(t.of.entryName())
	return true
}

// turnFrees makes what a destroy part frees, the frame, what its cleanup part does.
func (t *twin) turnFrees(frame *ir.Param) bool {
	if !t.onlyFrees {
		return false
	}
	for _, s := range t.frees {
		if s.user.Block() == nil || s.user.Arg(s.arg) != ir.Value(frame) {
			return false
		}
	}
	for _, s := range t.frees {
		s.user.SetArg(s.arg, s.with)
	}
	return true
}
