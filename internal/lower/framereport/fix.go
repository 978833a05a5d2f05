// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

// Fixes that make a frame smaller. The frame is laid out again by the same steps, under the
// assumption that no other code captures an object's address, and a fix is reported only if the
// frame becomes smaller. Then the fix is tried: a copy of the coroutine, in which calls do not
// capture arguments or the object's lifetime ends before the suspends, is split and checked, because
// a smaller frame that fails the check would not be used. Only the program's author knows whether
// the program stays correct.
//
// This file also computes the size of the callees' frames that elision moved into the frame: the
// frame is laid out again without each of them.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/split"
)

// maxFixes bounds the objects of one coroutine for which the frame is laid out again, the largest
// objects first. Each layout costs about as much as the first: the square of the number of slots
// that share storage. So if there are many rows, fewer objects are tried: maxTried rows in all
// layouts together.
const (
	maxFixes = 32
	maxTried = 3200
)

// findFixes finds fixes for the objects whose addresses may be captured.
func (e *explainer) findFixes(r *Report, slots []*frame.Slot) {
	var rows []int
	for k := range r.Rows {
		if r.Rows[k].Kind == RowObject && len(r.Rows[k].Keepers) > 0 {
			rows = append(rows, k)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(r.Rows[b].Size, r.Rows[a].Size) })
	for _, k := range rows[:min(len(rows), maxFixes, 1+maxTried/(1+len(r.Rows)))] {
		object := slots[k].Value.(*ir.Instr)
		if m := e.fix(object, &r.Rows[k]); m != nil {
			r.Rows[k].Fix = m
			x := fixable{row: k, object: object, keepers: e.Objects[object].Keepers}
			for _, n := range m.Over {
				x.over = append(x.over, e.order[n])
			}
			e.fixes = append(e.fixes, x)
		}
	}
}

// findPadding finds the object whose alignment makes the frame much larger: its padding is a quarter
// of the frame or more. For example, one object with alignas(8192) makes a frame of 16,384 bytes.
func (e *explainer) findPadding(r *Report, slots []*frame.Slot) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		object, ok := slots[k].Value.(*ir.Instr)
		if !ok || r.Rows[k].Kind != RowObject || max(slots[k].Align, slots[k].RoundTo) <= e.UsualAlign() || left == 0 {
			continue
		}
		left--
		saves := e.Saves(split.Assumed{Value: object, Align: e.UsualAlign()})
		if old := r.Rows[k].Fix; 4*saves < e.Frame.Size || old != nil && old.Saves >= saves {
			continue
		}
		r.Rows[k].Fix = &Fix{Saves: saves, Align: e.UsualAlign()}
		e.fixes = slices.DeleteFunc(e.fixes, func(f fixable) bool { return f.row == k })
	}
}

// findAdds computes how much smaller the frame would be without each callee's frame in it, within
// the same bounds.
func (e *explainer) findAdds(r *Report, slots []*frame.Slot) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		if r.Rows[k].Kind != RowFrame || left == 0 {
			continue
		}
		left--
		r.Rows[k].Adds = max(0, e.Saves(split.Assumed{Value: slots[k].Value, Absent: true}))
	}
}

// fix lays the frame out as if no other code captured an object's address. It returns nil if the
// frame would not be smaller, or if no change of the program can express that.
func (e *explainer) fix(object *ir.Instr, r *Row) *Fix {
	saves, in, kept := e.Uncaptured(object)
	m := &Fix{Saves: saves, Marked: len(e.Objects[object].Starts) > 0 && e.MarksLives}
	// A callee with a body in this file may keep the address, as far as the body shows. So an
	// attribute that denies it would often be wrong.
	m.NoEscape = !slices.ContainsFunc(r.Keepers, func(k Keeper) bool {
		return k.Callee == "" || k.This || !k.Declared || e.keepsAnyway(k)
	})
	m.EndScope = !kept && e.MarksLives && r.Rule != coro.EscapesInLoop && !e.temporary(r) && !e.passesIt(r)
	for _, s := range r.Live {
		if !kept || !frame.Covers(in, e.Live.At(e.order[s])) {
			m.Over = append(m.Over, s)
			m.EndScope = m.EndScope && !e.keptAt(e.order[s], object)
		}
	}
	if m.Saves <= 0 || !m.NoEscape && !m.EndScope {
		return nil
	}
	return m
}

// passesIt reports whether a suspend that the object is live over is on the line that passes its
// address on, so that no scope can end between the two. For example:
//
//	co_await read(&buffer);
func (e *explainer) passesIt(r *Row) bool {
	return slices.ContainsFunc(r.Live, func(s int) bool {
		at := e.rep.Suspends[s].Loc
		return at.Line > 0 && slices.ContainsFunc(r.Keepers, func(k Keeper) bool {
			return k.Loc.File == at.File && k.Loc.Line == at.Line
		})
	})
}

// keptAt reports whether an object's address is passed on between a suspend's save and the suspend,
// where no scope can end. For example, await_suspend gets the address of the awaiter there.
func (e *explainer) keptAt(suspend, object *ir.Instr) bool {
	save := ir.AsInstr(suspend.Arg(0))
	return ir.IsCoro(suspend, ir.CoroSuspend) && save != nil &&
		slices.ContainsFunc(e.Objects[object].Keepers, func(k coro.Keeper) bool {
			return e.Crossing.Dom.InstrDominates(save, k.I) && e.Crossing.Dom.InstrDominates(k.I, suspend)
		})
}

// temporary reports whether the source has no name for an object, so that the language determines
// its lifetime.
func (e *explainer) temporary(r *Row) bool {
	sp := e.M.MDNode(debuginfo.SubprogramOf(e.F))
	return r.Var == nil && sp != nil && debuginfo.FullDebug(e.M.MDNode(sp.Field("unit")))
}

// keepsAnyway reports whether no attribute can make a callee capture nothing: a coroutine, split or
// not, keeps its arguments in its frame.
func (e *explainer) keepsAnyway(k Keeper) bool {
	f, err := e.M.Func(k.Callee)
	if err != nil || f == nil || f == e.F || f.IsIntrinsic() || ir.IsPresplit(e.M, f) {
		return true
	}
	resume, err := e.M.Func(k.Callee + ".resume")
	return err != nil || resume != nil
}

// explained is a report with the fixes in it that can be tried.
type explained struct {
	*Report
	fixes []fixable
}

// fixable is a row of the report whose fix can be tried.
type fixable struct {
	row     int
	object  *ir.Instr
	keepers []coro.Keeper
	over    []*ir.Instr // the suspends before which its scope may end
}

// tryFixes tries the fixes of the report on copies of the original function, and removes those that
// do not make the frame smaller. Of two ways to make it smaller, the report keeps the better one, or
// both if they save the same.
func (rep *explained) tryFixes(l *split.Laid) {
	for k := range rep.fixes {
		x := &rep.fixes[k]
		row := &rep.Rows[x.row]
		fix, forgets, ends := row.Fix, int64(0), int64(0)
		if fix.NoEscape {
			forgets = l.Try(func(in []*ir.Instr) bool { return forget(l, in, x.keepers) })
		}
		if fix.EndScope {
			ends = fix.Saves
			start, end := marker(l.M, ir.LifetimeStart, x.object), marker(l.M, ir.LifetimeEnd, x.object)
			if end != nil && (start != nil || fix.Marked) {
				ends = l.Try(func(in []*ir.Instr) bool { return endScope(l, in, x, fix.Marked, start, end) })
			}
		}
		fix.Saves = max(forgets, ends)
		fix.NoEscape, fix.EndScope = fix.NoEscape && forgets == fix.Saves, fix.EndScope && ends == fix.Saves
		if fix.Saves <= 0 {
			row.Fix = nil
		}
	}
}

// forget makes calls in a copy, by their numbers, capture nothing of some arguments.
func forget(l *split.Laid, in []*ir.Instr, keepers []coro.Keeper) bool {
	for _, k := range keepers {
		n, ok := l.CallNumber(k.I)
		if !ok {
			return false
		}
		ir.SayForgets(l.M, in[n], k.Arg)
	}
	return true
}

// marker returns the module's lifetime marker of a kind for an object, or nil if there is none. A
// trial declares none, because a report does not change the module.
func marker(m *ir.Module, kind ir.Intrinsic, object *ir.Instr) *ir.Func {
	for _, f := range m.Funcs {
		if f.Intrinsic() == kind && f.Params[len(f.Params)-1].Type().AddrSpace() == object.Type().AddrSpace() {
			return f
		}
	}
	return nil
}

// endScope ends an object's lifetime in a copy before the suspends of a fix. An object without
// markers begins its lifetime at the alloca.
func endScope(l *split.Laid, in []*ir.Instr, x *fixable, marked bool, start, end *ir.Func) bool {
	n, ok := l.CallNumber(x.object)
	if !ok {
		return false
	}
	bld := ir.NewBuilder(l.M)
	if !marked {
		mark(l.M, bld.Before(in[n].Next()), start, in[n])
	}
	for _, s := range x.over {
		k, known := l.CallNumber(s)
		if !known {
			return false
		}
		at := in[k]
		if save := ir.AsInstr(at.Arg(0)); ir.IsCoro(at, ir.CoroSuspend) && save != nil {
			at = save
		}
		mark(l.M, bld.Before(at), end, in[n])
	}
	return len(x.over) > 0
}

// mark calls a lifetime marker for an object.
func mark(m *ir.Module, bld *ir.Builder, marker *ir.Func, object *ir.Instr) {
	args := []ir.Value{object}
	if want := marker.Params[len(marker.Params)-1].Type(); want != object.Type() {
		args[0] = bld.Cast(ir.OpBitCast, object, want, "")
	}
	if len(marker.Params) == 2 {
		args = append([]ir.Value{m.ConstInt(m.Types.Int(64), -1)}, args...)
	}
	bld.CallFunc(marker, "", args...)
}
