package split

// The coroutine as a graph: from where it begins, and from each suspend, the ways to where it
// suspends next or ends. It is that of the coroutine as it is split, behind the passes in front: a
// way that they found dead is not there, and one that is there may be one that the program never
// takes.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// WayKind is what sets a coroutine on its way.
type WayKind uint8

// The kinds of ways.
const (
	WayCalled    WayKind = iota // the coroutine is called
	WayResumed                  // it is resumed
	WayDestroyed                // it is destroyed where it is suspended
)

// String names the kind.
func (k WayKind) String() string { return [...]string{"called", "resumed", "destroyed"}[k] }

// WayEnd is where a way leads.
type WayEnd uint8

// The ends of ways.
const (
	WaySuspends WayEnd = iota // to a suspend
	WayEnds                   // out of the coroutine, which is done
	WayUnwinds                // out of the coroutine by an exception
)

// String names the end in formats for machines.
func (e WayEnd) String() string { return [...]string{"suspends", "ends", "unwinds"}[e] }

// Way is a way from the beginning or a suspend to the next suspend or the end: where there are
// several one on which nothing is thrown, and of these the shortest in blocks.
type Way struct {
	From int // suspend, as Report.Suspends has them; -1: the beginning
	Kind WayKind
	End  WayEnd
	To   int // suspend, where End is WaySuspends
	// by which it comes, as Report.Places has them: the first place that is known of each block,
	// but for that of the suspend
	Via []int32
}

// maxWaySteps bounds, for each block of the coroutine, the steps of the search for ways: a block
// that is walked over is one, and a place that a way comes by is one. A coroutine of n conditional
// suspends has n*n/2 ways, of n/2 places each. The test programs take 15 at most.
const maxWaySteps = 64

// minWaySteps is what the search may take in a small coroutine, for 50 suspends have some thousand
// ways. Of the test programs, many_suspends takes more than half of it.
const minWaySteps = 1 << 20

// findWays finds the ways of the coroutine, in the order in which they begin. whole: all were
// found. The steps are shared out equally among the beginnings; what is left then goes to those
// that found no end with their share, the first of them first. Of one with too many ways the
// shortest are found.
func (e *explainer) findWays() (ways []Way, whole bool) {
	e.blocks = make([]wayBlock, len(e.x.Dom.RPO))
	var starts []wayStart
	for k := -1; k < len(e.order); k++ {
		for _, b := range e.beginnings(k) {
			starts = append(starts, wayStart{beginning: b, from: k})
		}
	}
	left := maxWaySteps*len(e.x.Dom.RPO) + minWaySteps
	for k := range starts {
		share := left / (len(starts) - k)
		left -= e.waysFrom(&starts[k], share)
	}
	whole = true
	for k := range starts {
		s := &starts[k]
		if !s.whole && left > s.steps {
			left -= e.waysFrom(s, left)
		}
		whole = whole && s.whole
	}
	n := 0
	for k := range starts {
		n += len(starts[k].ways)
	}
	ways = make([]Way, 0, n)
	for k := range starts {
		ways = append(ways, starts[k].ways...)
	}
	return ways, whole
}

// wayBlock is what the search for ways knows of a block, by its place in reverse post-order.
type wayBlock struct {
	// the place of the block that the search from one beginning came from, and one more; -1: it
	// began here, 0: it did not come here
	from  int32
	asked bool  // for the place in the input
	in    int32 // the place in the input, in Report.Places; -1: none is known
}

// wayStart is a beginning with the ways that were found from it.
type wayStart struct {
	beginning
	from  int // suspend; -1: none
	ways  []Way
	whole bool // there are no others
	steps int  // that were taken to find them
}

// beginning is the first block of ways.
type beginning struct {
	at   *ir.Block
	kind WayKind
}

// beginnings are where the coroutine goes on behind a suspend, or where it begins. What resumes it
// where it is suspended for good is not defined.
func (e *explainer) beginnings(suspend int) []beginning {
	if suspend < 0 {
		return []beginning{{e.F.Entry(), WayCalled}}
	}
	s := e.order[suspend]
	behind := s.Block().SingleSucc()
	switch {
	case behind == nil:
		return nil
	case !ir.IsCoro(s, ir.CoroSuspend):
		return []beginning{{behind, WayResumed}}
	}
	destroyed := beginning{goesTo(behind, s, 1), WayDestroyed}
	if ir.IsFinal(s) {
		return []beginning{destroyed}
	}
	return []beginning{{goesTo(behind, s, 0), WayResumed}, destroyed}
}

// goesTo is where control goes from the block behind a suspend that gave a number; the block itself
// where that is not seen.
func goesTo(b *ir.Block, suspend *ir.Instr, number uint64) *ir.Block {
	t := b.Terminator()
	if t.NumArgs() == 0 {
		return b
	}
	switch cond, _ := t.Arg(0).(*ir.Instr); {
	case t.Op == ir.OpSwitch && cond == suspend:
		for k := range t.NumCases() {
			if t.CaseValue(k).Uint64() == number {
				return t.CaseDest(k)
			}
		}
		return t.Arg(1).(*ir.Block)
	case t.Op == ir.OpBr && t.NumArgs() == 3 && cond != nil && cond.Op == ir.OpICmp && cond.Arg(0) == ir.Value(suspend):
		c, ok := cond.Arg(1).(*ir.Const)
		if p := ir.Pred(cond.Sub); !ok || !c.IsInt() || p != ir.PredEQ && p != ir.PredNE {
			return b
		} else if (c.Uint64() == number) == (p == ir.PredEQ) {
			return t.Arg(1).(*ir.Block)
		}
		return t.Arg(2).(*ir.Block)
	}
	return b
}

// waysFrom finds the ways from a beginning, those on which nothing is thrown before others, in at
// most so many steps. It gives the number of steps.
func (e *explainer) waysFrom(start *wayStart, most int) int {
	d := e.x.Dom
	var came []int // blocks, by place
	come := func(to, from int) {
		e.blocks[to].from = int32(from)
		came = append(came, to)
	}
	defer func() {
		for _, at := range came {
			e.blocks[at].from = 0
		}
	}()
	come(d.Index(start.at), -1)
	ended := map[WayEnd]bool{}
	type step struct{ to, from int }
	var thrown []step // ways that go on where an exception is caught
	var ways []Way
	var succs []*ir.Block
	steps := 0
	for n := 0; n < len(came) || len(thrown) > 0; {
		if n == len(came) {
			if t := thrown[0]; e.blocks[t.to].from == 0 {
				come(t.to, t.from+1)
			}
			thrown = thrown[1:]
			continue
		}
		at := came[n]
		n++
		if steps++; steps > most {
			break
		}
		b := d.RPO[at]
		end, suspend := e.wayEnd(b)
		if end == WaySuspends && suspend < 0 {
			succs = b.Succs(succs[:0])
			for _, s := range succs {
				to := d.Index(s)
				switch {
				case e.blocks[to].from != 0:
				case s.IsEHPad():
					thrown = append(thrown, step{to, at})
				default:
					come(to, at+1)
				}
			}
			continue
		}
		if end != WaySuspends && ended[end] {
			continue
		}
		via, ok := e.via(at, most-steps)
		if steps += len(via); !ok {
			steps = most + 1
			break
		}
		ended[end] = ended[end] || end != WaySuspends
		ways = append(ways, Way{From: start.from, Kind: start.kind, End: end, To: suspend, Via: via})
	}
	slices.SortStableFunc(ways, func(a, b Way) int {
		return cmp.Or(cmp.Compare(a.End, b.End),
			cmp.Compare(a.To, b.To))
	})
	start.ways, start.whole, start.steps = ways, steps <= most, min(steps, most)
	return start.steps
}

// wayEnd tells whether a way ends in a block: at a suspend, by its number, or out of the coroutine.
// Else it goes on: WaySuspends and -1.
func (e *explainer) wayEnd(b *ir.Block) (WayEnd, int) {
	for i := b.First(); i != nil; i = i.Next() {
		switch id := ir.CoroCall(i); {
		case coro.IsSuspend(i):
			return WaySuspends, e.number[i]
		case id == ir.CoroEnd && ir.IsUnwindEnd(i):
			return WayUnwinds, -1
		case id == ir.CoroEnd || id == ir.CoroEndAsync:
			return WayEnds, -1
		}
	}
	switch b.Terminator().Op {
	case ir.OpRet:
		return WayEnds, -1
	case ir.OpResume, ir.OpCleanupRet:
		if len(b.Succs(nil)) == 0 {
			return WayUnwinds, -1
		}
	}
	return WaySuspends, -1
}

// via gives the places by which a way came to a block, in order; ok is false where there are more
// than most.
func (e *explainer) via(at, most int) (out []int32, ok bool) {
	n := 0
	for k := at; k >= 0; k = e.before(k) {
		if e.placeIn(k) >= 0 {
			if n++; n > most {
				return nil, false
			}
		}
	}
	out = make([]int32, n)
	for k := at; k >= 0; k = e.before(k) {
		if in := e.placeIn(k); in >= 0 {
			n--
			out[n] = in
		}
	}
	return out, true
}

// before is the block that the search came to a block from, -1 for where it began.
func (e *explainer) before(k int) int { return max(int(e.blocks[k].from)-1, -1) }

// placeIn is the first place in the input that is known of a block, but for that of a suspend, -1
// for none.
func (e *explainer) placeIn(k int) int32 {
	wb := &e.blocks[k]
	if wb.asked {
		return wb.in
	}
	wb.asked, wb.in = true, -1
	for i := e.x.Dom.RPO[k].First(); i != nil; i = i.Next() {
		if p := e.place(i); !coro.IsSuspend(i) && (p.Loc.Line > 0 || p.Pos.IsValid() && e.rep.Loc.Line == 0) {
			wb.in = int32(len(e.rep.Places))
			e.rep.Places = append(e.rep.Places, p)
			break
		}
	}
	return wb.in
}
