// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

// What keeps two slots apart. A reader of a frame expects that two variables share bytes if no
// suspend finds both alive. They do not if both are alive at a moment between two suspends. For
// example, one is initialised from the other. The report names such a moment for a pair if the
// frame would be smaller without it: it is laid out again with the moment taken out of one lifetime.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/split"
)

// Apart says why a row shares no bytes with another row, although no suspend finds both alive.
type Apart struct {
	Row      int   // the other row
	From, To Place // where both may be alive: the first instruction and the last one of the first span
	Saves    int64 // bytes by which the frame would be smaller if they were not
}

// maxApart bounds the rows that are compared pairwise.
const maxApart = 400

// findApart finds what keeps rows apart, within the bounds of findFixes. Each row is compared with
// the rows in which it has room, the largest first.
func (e *explainer) findApart(r *Report, slots []*frame.Slot) {
	if !e.Shares || len(r.Rows) > maxApart {
		return
	}
	var rows []int
	live := make([]frame.LiveRange, len(slots))
	for k := range r.Rows {
		if kind := r.Rows[k].Kind; kind != RowField && kind != RowPromise && r.Rows[k].Size > 0 {
			rows, live[k] = append(rows, k), e.liveRange(slots[k])
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(r.Rows[b].Size, r.Rows[a].Size) })
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for n, k := range rows {
		best, least := -1, int32(0)
		for _, o := range rows[:n] {
			if !mayShare(&r.Rows[k], &r.Rows[o]) || !live[k].Interferes(live[o]) {
				continue
			}
			if size := length(common(live[k].Spans, live[o].Spans)); best < 0 || size < least {
				best, least = o, size
			}
		}
		if best < 0 || left == 0 {
			continue
		}
		left--
		both := common(live[k].Spans, live[best].Spans)
		rest := without(live[k], both)
		if saves := e.Saves(split.Assumed{Value: slots[k].Value, Live: &rest}); saves > 0 {
			at := moment(both, live[k].Begins, live[best].Begins)
			r.Rows[k].Apart = &Apart{Row: best, From: e.placeOfSpan(at, false), To: e.placeOfSpan(at, true), Saves: saves}
		}
	}
}

// mayShare reports whether a reader expects that a row lies in the bytes of another one: it has
// room there, and no suspend finds both alive.
func mayShare(r, other *Row) bool {
	if r.Size > other.Size || r.Offset < other.End() && other.Offset < r.End() {
		return false
	}
	return !slices.ContainsFunc(r.Live, func(s int) bool { return slices.Contains(other.Live, s) })
}

// moment returns the first span of both, from where content begins in it.
func moment(both []frame.Span, begins ...[]int32) frame.Span {
	for _, s := range both {
		from := s.To
		for _, list := range begins {
			if k, _ := slices.BinarySearch(list, s.From); k < len(list) {
				from = min(from, list[k])
			}
		}
		if from < s.To {
			return frame.Span{From: from, To: s.To}
		}
	}
	return both[0]
}

// liveRange returns the live range of a slot's value.
func (e *explainer) liveRange(s *frame.Slot) frame.LiveRange {
	if s.Live.Spans != nil {
		return s.Live
	}
	if o := e.Objects[s.Value]; o != nil {
		return e.Live.Object(o, s.Size)
	}
	if users := e.Users[s.Value]; users != nil {
		return e.Live.Value(s.Value, users)
	}
	return frame.LiveRange{Spans: e.Live.Always()}
}

// placeOfSpan returns the place of the first instruction of a span, or of the last one if back is set.
// Instructions with a place in the source are preferred, and those without any place are skipped.
func (e *explainer) placeOfSpan(s frame.Span, back bool) Place {
	if e.byPos == nil {
		for i := range e.F.Instrs() {
			if e.Live.At(i) >= 0 {
				e.byPos = append(e.byPos, i)
			}
		}
		slices.SortFunc(e.byPos, func(a, b *ir.Instr) int { return cmp.Compare(e.Live.At(a), e.Live.At(b)) })
	}
	index := func(pos int32) int {
		k, _ := slices.BinarySearchFunc(e.byPos, pos, func(i *ir.Instr, at int32) int { return cmp.Compare(e.Live.At(i), at) })
		return k
	}
	in := slices.Clone(e.byPos[index(s.From):index(s.To)])
	if back {
		slices.Reverse(in)
	}
	found := Place{}
	for _, i := range in {
		p := e.place(i)
		if p.Loc.Line > 0 {
			return p
		}
		if !found.Pos.IsValid() {
			found = p
		}
	}
	return found
}

// common returns the positions that two sorted lists of spans share.
func common(a, b []frame.Span) []frame.Span {
	var out []frame.Span
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if s := (frame.Span{From: max(a[i].From, b[j].From), To: min(a[i].To, b[j].To)}); s.From < s.To {
			out = append(out, s)
		}
		if a[i].To <= b[j].To {
			i++
		} else {
			j++
		}
	}
	return out
}

// without returns a live range without the spans in cut, which it covers. Content may begin where a
// remaining span does.
func without(r frame.LiveRange, cut []frame.Span) frame.LiveRange {
	out := []frame.Span{}
	j := 0
	for _, s := range r.Spans {
		for ; j < len(cut) && cut[j].From < s.To; j++ {
			if s.From < cut[j].From {
				out = append(out, frame.Span{From: s.From, To: cut[j].From})
			}
			s.From = cut[j].To
		}
		if s.From < s.To {
			out = append(out, s)
		}
	}
	if len(r.Begins) == 0 {
		return frame.LiveRange{Spans: out}
	}
	begins := make([]int32, 0, len(r.Begins)+len(out))
	for _, at := range r.Begins {
		if !frame.Covers(cut, at) {
			begins = append(begins, at)
		}
	}
	for _, s := range out {
		begins = append(begins, s.From)
	}
	slices.Sort(begins)
	return frame.LiveRange{Spans: out, Begins: begins}
}

// length returns the number of positions in a list of spans.
func length(list []frame.Span) (n int32) {
	for _, s := range list {
		n += s.To - s.From
	}
	return n
}
