// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

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
			x := fixable{row: k, object: object, keepers: e.objects[object].Keepers}
			for _, n := range m.Over {
				x.over = append(x.over, e.order[n])
			}
			e.fixes = append(e.fixes, x)
		}
	}
}

// saves returns by how many bytes the frame is smaller if it holds set under an assumption.
func (e *explainer) saves(set *spillSet, as assumed) int64 {
	fr := e.frame.Bare()
	if as.typ != nil {
		fr.Resize(as.value.(*ir.Instr), e.c.Layout.AllocSize(as.typ))
	}
	e.fill(fr, set, as)
	return e.frame.Size - fr.Measure()
}

// usualAlign returns the alignment that allocators guarantee: two pointers.
func (co *coroutine) usualAlign() int64 { return 2 * co.c.Layout.PtrSize(0) }

// findPadding finds the object whose alignment makes the frame much larger: its padding is a quarter
// of the frame or more. For example, one object with alignas(8192) makes a frame of 16,384 bytes.
func (e *explainer) findPadding(r *Report, slots []*frame.Slot, set *spillSet) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		object, ok := slots[k].Value.(*ir.Instr)
		if !ok || r.Rows[k].Kind != RowObject || max(slots[k].Align, slots[k].RoundTo) <= e.usualAlign() || left == 0 {
			continue
		}
		left--
		saves := e.saves(set, assumed{value: object, align: e.usualAlign()})
		if old := r.Rows[k].Fix; 4*saves < e.frame.Size || old != nil && old.Saves >= saves {
			continue
		}
		r.Rows[k].Fix = &Fix{Saves: saves, Align: e.usualAlign()}
		e.fixes = slices.DeleteFunc(e.fixes, func(f fixable) bool { return f.row == k })
	}
}

// findAdds computes how much smaller the frame would be without each callee's frame in it, within
// the same bounds.
func (e *explainer) findAdds(r *Report, slots []*frame.Slot, set *spillSet) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		if r.Rows[k].Kind != RowFrame || left == 0 {
			continue
		}
		left--
		rest := *set
		rest.objects = slices.DeleteFunc(slices.Clone(set.objects),
			func(o object) bool { return o.Alloca == slots[k].Value })
		r.Rows[k].Adds = max(0, e.saves(&rest, assumed{}))
	}
}

// fix lays the frame out as if no other code captured an object's address. It returns nil if the
// frame would not be smaller, or if no change of the program can express that.
func (e *explainer) fix(object *ir.Instr, r *Row) *Fix {
	set := e.findSpills(e.x, object)
	if len(set.refused) > 0 {
		return nil
	}
	fr := e.frame.Bare()
	e.fill(fr, set, assumed{})
	m := &Fix{Saves: e.frame.Size - fr.Measure(), Marked: len(e.objects[object].Starts) > 0 && e.abi.marksLives()}
	// A callee with a body in this file may keep the address, as far as the body shows. So an
	// attribute that denies it would often be wrong.
	m.NoEscape = !slices.ContainsFunc(r.Keepers, func(k Keeper) bool {
		return k.Callee == "" || k.This || !k.Declared || e.keepsAnyway(k)
	})
	slot, kept := fr.SlotOf(object)
	m.EndScope = !kept && e.abi.marksLives() && r.Rule != coro.EscapesInLoop && !e.temporary(r) && !e.passesIt(r)
	for _, s := range r.Live {
		if !kept || !frame.Covers(e.spansOf(set, slot), e.lv.At(e.order[s])) {
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
		slices.ContainsFunc(e.objects[object].Keepers, func(k coro.Keeper) bool {
			return e.x.Dom.InstrDominates(save, k.I) && e.x.Dom.InstrDominates(k.I, suspend)
		})
}

// temporary reports whether the source has no name for an object, so that the language determines
// its lifetime.
func (e *explainer) temporary(r *Row) bool {
	sp := e.m.MDNode(debuginfo.SubprogramOf(e.F))
	return r.Var == nil && sp != nil && fullDebug(e.m.MDNode(sp.Field("unit")))
}

// spansOf returns the live ranges of an object in another layout.
func (e *explainer) spansOf(set *spillSet, s *frame.Slot) []frame.Span {
	if s.Live.Spans != nil {
		return s.Live.Spans
	}
	k := slices.IndexFunc(set.objects, func(o object) bool { return o.Alloca == s.Value })
	return e.lv.Object(set.objects[k].AllocaInfo, s.Size).Spans
}

// keepsAnyway reports whether no attribute can make a callee capture nothing: a coroutine, split or
// not, keeps its arguments in its frame.
func (e *explainer) keepsAnyway(k Keeper) bool {
	f, err := e.m.Func(k.Callee)
	if err != nil || f == nil || f == e.F || f.IsIntrinsic() || ir.IsPresplit(e.m, f) {
		return true
	}
	resume, err := e.m.Func(k.Callee + ".resume")
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

// numberCalls numbers the calls and the allocas of a function in the order of the code.
func numberCalls(f *ir.Func) map[*ir.Instr]int {
	number := map[*ir.Instr]int{}
	for i := range f.Instrs() {
		if i.IsCall() || i.Op == ir.OpAlloca {
			number[i] = len(number)
		}
	}
	return number
}

// tryFixes tries the fixes of the report on copies of the original function, and removes those that
// do not make the frame smaller. Of two ways to make it smaller, the report keeps the better one, or
// both if they save the same.
func (co *coroutine) tryFixes(b *backup, rep *explained) {
	was := b.trial
	typ := co.frameType
	fields, packed := typ.Fields(), typ.IsPacked()
	for k := range rep.fixes {
		x := &rep.fixes[k]
		row := &rep.Rows[x.row]
		fix, forgets, ends := row.Fix, int64(0), int64(0)
		if fix.NoEscape {
			forgets = co.savedBy(was, func(in []*ir.Instr) bool { return b.forget(co.m, in, x.keepers) })
		}
		if fix.EndScope {
			ends = fix.Saves
			start, end := co.marker(ir.LifetimeStart, x.object), co.marker(ir.LifetimeEnd, x.object)
			if end != nil && (start != nil || fix.Marked) {
				ends = co.savedBy(was, func(in []*ir.Instr) bool { return b.endScope(co.m, in, x, fix.Marked, start, end) })
			}
		}
		fix.Saves = max(forgets, ends)
		fix.NoEscape, fix.EndScope = fix.NoEscape && forgets == fix.Saves, fix.EndScope && ends == fix.Saves
		if fix.Saves <= 0 {
			row.Fix = nil
		}
	}
	if len(rep.fixes) > 0 {
		typ.SetBody(fields, packed)
		co.c.Layout.Forget(typ)
	}
}

// forget makes calls in a copy, by their numbers, capture nothing of some arguments.
func (b *backup) forget(m *ir.Module, in []*ir.Instr, keepers []coro.Keeper) bool {
	for _, k := range keepers {
		n, ok := b.calls[k.I]
		if !ok {
			return false
		}
		ir.SayForgets(m, in[n], k.Arg)
	}
	return true
}

// marker returns the module's lifetime marker of a kind for an object, or nil if there is none. A
// trial declares none, because a report does not change the module.
func (co *coroutine) marker(kind ir.Intrinsic, object *ir.Instr) *ir.Func {
	for _, f := range co.m.Funcs {
		if f.Intrinsic() == kind && f.Params[len(f.Params)-1].Type().AddrSpace() == object.Type().AddrSpace() {
			return f
		}
	}
	return nil
}

// endScope ends an object's lifetime in a copy before the suspends of a fix. An object without
// markers begins its lifetime at the alloca.
func (b *backup) endScope(m *ir.Module, in []*ir.Instr, x *fixable, marked bool, start, end *ir.Func) bool {
	n, ok := b.calls[x.object]
	if !ok {
		return false
	}
	bld := ir.NewBuilder(m)
	if !marked {
		mark(m, bld.Before(in[n].Next()), start, in[n])
	}
	for _, s := range x.over {
		k, known := b.calls[s]
		if !known {
			return false
		}
		at := in[k]
		if save := ir.AsInstr(at.Arg(0)); ir.IsCoro(at, ir.CoroSuspend) && save != nil {
			at = save
		}
		mark(m, bld.Before(at), end, in[n])
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

// savedBy returns how many bytes smaller the frame is after a change to a copy of the function,
// which gets the copy's calls and allocas by number. It returns 0 if change returns false, or if
// that frame fails the check.
func (co *coroutine) savedBy(was *ir.Func, change func(in []*ir.Instr) bool) int64 {
	f, _ := copyOf(co.c.Unit, was)
	number := numberCalls(f)
	in := make([]*ir.Instr, len(number))
	for i, n := range number {
		in[n] = i
	}
	if !change(in) {
		return 0
	}
	for i := range f.Instrs() {
		i.EraseDbgIf(func(*ir.Instr) bool { return true })
	}
	unit := *co.c.Unit
	unit.Remarks = nil
	c := &Splitter{Unit: &unit, Opts: co.c.Opts, Bodies: co.c.Bodies, apart: co.F, Callees: co.c.Callees}
	c.Opts.DebugFrame = false
	again, back, err := c.begin(f, c.Opts.ReuseStorage)
	if err != nil || back == nil {
		return 0
	}
	again.frameType = co.frameType
	c.Layout.Forget(again.frameType)
	res, err := again.moveToFrame()
	if err != nil || len(res.doubt) > 0 {
		return 0
	}
	return co.frame.Size - again.frame.Size
}
