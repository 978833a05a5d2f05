package split

// A coroutine of the switched-resume ABI is destroyed by one of two functions that differ in their name, that of their first block and in whether
// they free the frame. Where that is all, and whoever takes the parts is done with the first before the second is made, the second is the body of the
// first with null where it frees: a third of what parts cost.
//
// What it does not do: it does not look at what passes make of the two. Who asks (Result.Twin) has to know that these do the same to both.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// twin is a destroy part that may become the cleanup part behind it.
type twin struct {
	of, to *ir.Func
	frees  []freeSite
	taken  bool
}

// freeSite is an operand of the destroy part that is null in the cleanup part.
type freeSite struct {
	user *ir.Instr
	arg  int
	null *ir.Const
}

// Twin turns the body of a part that the taker is done with, and has kept, into that of the part that would be yielded next, where the two differ
// in nothing but the memory that they free, as operands of comparisons and of calls that give nothing back. It is verified as the first was, and
// Parts does not yield it again; the first has no body any more. nil: the next part comes from Parts.
//
// It is for takers to whom it makes no difference, when they change a function, whether such an operand is null.
func (r *Result) Twin(part *ir.Func) *ir.Func {
	if r.co == nil || r.co.twin == nil || r.co.twin.of != part {
		return nil
	}
	return r.co.twin.take()
}

// entryName is the name of a part's first block.
func (k cloneKind) entryName() string { return entryNames[k] }

var entryNames = func() (names [cloneCleanup + 1]string) {
	for k := range names {
		names[k] = "entry." + cloneKind(k).suffix()
	}
	return names
}()

// noteTwin notes before the frees of a destroy part are replaced by the frame which operands they are. There is no twin where anything else
// depends on it: what is done with the memory besides, which of the two functions an address or debug info is of, or a name in it.
func (cl *clone) noteTwin(frees []*ir.Instr) {
	co := cl.co
	if len(co.F.Taken) > 0 || debuginfo.SubprogramOf(co.F) != nil || co.F.HasName(cl.kind.entryName()) || co.F.HasName(cloneCleanup.entryName()) {
		return
	}
	t := &twin{of: cl.f, to: co.clones[cloneCleanup]}
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
			t.frees = append(t.frees, freeSite{i, k, null})
		}
	}
	co.twin = t
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
			co.twin = nil // it may have become a call, which is not known here
		}
	}
	t.frees = kept
}

// take makes the cleanup part, nil if what was noted does not hold any more.
func (t *twin) take() *ir.Func {
	entry := t.of.Entry()
	if t.taken || entry == nil || entry.Name() != cloneDestroy.entryName() {
		return nil
	}
	for _, s := range t.frees {
		if s.user.Block() == nil || s.user.Arg(s.arg) != ir.Value(t.of.Params[0]) {
			return nil
		}
	}
	for _, s := range t.frees {
		s.user.SetArg(s.arg, s.null)
	}
	t.of.SwapBody(t.to)
	t.to.Ragged, t.to.Changed = t.of.Ragged, t.of.Changed
	entry.SetName(cloneCleanup.entryName())
	t.taken = true
	return t.to
}
