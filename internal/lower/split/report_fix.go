package split

// What would make a frame smaller: it is laid out anew, by the same steps, as if nobody kept the address of an object, and a fix is told only where
// that comes out smaller. What the program means by giving the address away is its author's to know. And what the frames that elision put there cost:
// it is laid out anew without each.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// maxFixes bounds the objects of one coroutine for which the frame is laid out anew, the largest first: each time costs about as much as the
// frame did. That is the square of what shares storage, so where there is much of it fewer are tried: maxTried rows in all times.
const (
	maxFixes = 32
	maxTried = 3200
)

// findFixes finds what helps, for the objects whose address may be kept.
func (e *explainer) findFixes(r *Report, slots []*frame.Slot) {
	var rows []int
	for k := range r.Rows {
		if r.Rows[k].Kind == RowObject && len(r.Rows[k].Keepers) > 0 {
			rows = append(rows, k)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(r.Rows[b].Size, r.Rows[a].Size) })
	for _, k := range rows[:min(len(rows), maxFixes, 1+maxTried/(1+len(r.Rows)))] {
		r.Rows[k].Fix = e.fix(slots[k].Value.(*ir.Instr), &r.Rows[k])
	}
}

// findAdds finds how much smaller the frame would be without each of the coroutines' that lie in it, within the same bounds.
func (e *explainer) findAdds(r *Report, slots []*frame.Slot, set *spillSet) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		if r.Rows[k].Kind != RowFrame || left == 0 {
			continue
		}
		left--
		rest := *set
		rest.objects = slices.DeleteFunc(slices.Clone(set.objects), func(o object) bool { return o.Alloca == slots[k].Value })
		fr := e.frame.Bare()
		e.fill(fr, &rest)
		r.Rows[k].Adds = max(0, e.frame.Size-fr.Measure())
	}
}

// fix asks what would be if nobody kept an object's address; nil: the frame would be no smaller, or there is nothing that the program could say.
func (e *explainer) fix(object *ir.Instr, r *Row) *Fix {
	if e.strictPointers() {
		return nil // what others are given is laundered, and what becomes of the frame without that is not tried here
	}
	e.unkept = object
	set := e.findSpills(e.x)
	e.unkept = nil
	if len(set.refused) > 0 {
		return nil
	}
	fr := e.frame.Bare()
	e.fill(fr, set)
	m := &Fix{Saves: e.frame.Size - fr.Measure(), Marked: len(e.objects[object].Starts) > 0 && e.abi.marksLives()}
	m.NoEscape = !slices.ContainsFunc(r.Keepers, func(k Keeper) bool { return k.Callee == "" || k.This || e.keepsAnyway(k) })
	slot, kept := fr.SlotOf(object)
	m.EndScope = !kept && e.abi.marksLives() && r.Rule != coro.EscapesInLoop && !e.temporary(r)
	for _, s := range r.Live {
		if !kept || !frame.Covers(e.spansOf(set, slot), e.lv.At(e.order[s])) {
			m.Over = append(m.Over, s)
		}
	}
	if m.Saves <= 0 || !m.NoEscape && !m.EndScope {
		return nil
	}
	return m
}

// temporary reports an object that the source has no name for: it lives as long as the language has it.
func (e *explainer) temporary(r *Row) bool {
	sp := e.m.MDNode(debuginfo.SubprogramOf(e.F))
	return r.Var == nil && sp != nil && fullDebug(e.m.MDNode(sp.Field("unit")))
}

// spansOf is where the content of an object is needed in another layout, for what was found for that.
func (e *explainer) spansOf(set *spillSet, s *frame.Slot) []frame.Span {
	if s.Spans != nil {
		return s.Spans
	}
	k := slices.IndexFunc(set.objects, func(o object) bool { return o.Alloca == s.Value })
	return e.lv.Object(set.objects[k].AllocaInfo, s.Size)
}

// keepsAnyway reports a callee of which nobody may say that it does not keep its arguments: a coroutine, split or not, has them in its frame.
func (e *explainer) keepsAnyway(k Keeper) bool {
	f, err := e.m.Func(k.Callee)
	if err != nil || f == nil || f == e.F || f.IsIntrinsic() || ir.IsPresplit(e.m, f) {
		return true
	}
	resume, err := e.m.Func(k.Callee + ".resume")
	return err != nil || resume != nil
}
