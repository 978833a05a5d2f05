// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

// The coroutine as a graph of states: from its beginning and from each suspend, the paths to the
// next suspend or the end. It is computed after the earlier passes. So it lacks paths that these
// passes found dead, and those that flags exclude (flags.go). It may contain other paths that
// the program never takes.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// PathKind is the event that starts a path.
type PathKind uint8

// The kinds of paths.
const (
	WayCalled    PathKind = iota // the coroutine is called
	WayResumed                   // it is resumed
	WayDestroyed                 // it is destroyed where it is suspended
)

// String returns the kind's name.
func (k PathKind) String() string { return [...]string{"called", "resumed", "destroyed"}[k] }

// PathEnd is the event that ends a path.
type PathEnd uint8

// The ends of paths.
const (
	WaySuspends PathEnd = iota // to a suspend
	WayEnds                    // out of the coroutine, which is done
	WayUnwinds                 // out of the coroutine by an exception
)

// String returns the end's name in machine-readable formats.
func (e PathEnd) String() string { return [...]string{"suspends", "ends", "unwinds"}[e] }

// Path leads from the beginning or a suspend to the next suspend or the end. If there are several
// paths, it is one on which no exception is thrown, and among those the shortest in blocks.
type Path struct {
	From int // index in Report.Suspends; -1: the beginning
	Kind PathKind
	End  PathEnd
	To   int // index in Report.Suspends, if End is WaySuspends
	// Via lists the places on the path, as indices in Report.Places: the first known place of each
	// block, except that of the suspend.
	Via []int32
}

// maxWaySteps bounds the steps of the search for paths, for each block of the coroutine. Visiting a
// block is one step, and so is adding a place to a path. A coroutine of n conditional suspends has
// n*n/2 paths with n/2 places each. The test programs take at most 15 steps for each block.
const maxWaySteps = 64

// minWaySteps is the number of steps that the search may take even in a small coroutine: 50
// suspends already have some thousand paths. Of the test programs, many_suspends takes more than
// half of it.
const minWaySteps = 1 << 20

// findPaths finds the paths of the coroutine, in the order of their starts. whole reports whether
// it found all of them. The starts share the steps equally; then the starts that were cut off get
// the steps that are left, in order. If a start has too many paths, findPaths finds the shortest.
func (e *explainer) findPaths() (ways []Path, whole bool) {
	e.blocks = make([]pathBlock, len(e.Crossing.Dom.RPO))
	e.flags = newFlags(e.Crossing.Dom.RPO)
	var starts []pathStart
	for k := -1; k < len(e.order); k++ {
		for _, b := range e.beginnings(k) {
			starts = append(starts, pathStart{beginning: b, from: k})
		}
	}
	left := maxWaySteps*len(e.Crossing.Dom.RPO) + minWaySteps
	for k := range starts {
		share := left / (len(starts) - k)
		left -= e.pathsFrom(&starts[k], share)
	}
	whole = true
	for k := range starts {
		s := &starts[k]
		if !s.whole && left > s.steps {
			left -= e.pathsFrom(s, left)
		}
		whole = whole && s.whole
	}
	n := 0
	for k := range starts {
		n += len(starts[k].ways)
	}
	ways = make([]Path, 0, n)
	for k := range starts {
		ways = append(ways, starts[k].ways...)
	}
	return ways, whole
}

// pathBlock is what the searches know of a block, indexed by reverse post-order.
type pathBlock struct {
	states []int32 // of the current search, as indices in pathSearch.states
	asked  bool    // in is computed
	in     int32   // index in Report.Places; -1: no place is known
}

// pathStart is a start with the paths that were found from it.
type pathStart struct {
	beginning
	from  int // the suspend's index; -1: none
	ways  []Path
	whole bool // ways is complete
	steps int  // steps that were taken to find them
}

// beginning is the first block of a path.
type beginning struct {
	at   *ir.Block
	kind PathKind
	pred *ir.Block // the block before it on the path; nil: none
}

// beginnings returns the blocks in which the coroutine continues after a suspend, or starts if
// suspend is -1. Resuming it at the final suspend is undefined, so that has no path.
func (e *explainer) beginnings(suspend int) []beginning {
	if suspend < 0 {
		return []beginning{{e.F.Entry(), WayCalled, nil}}
	}
	s := e.order[suspend]
	behind := s.Block().SingleSucc()
	switch {
	case behind == nil:
		return nil
	case !ir.IsCoro(s, ir.CoroSuspend):
		return []beginning{{behind, WayResumed, s.Block()}}
	}
	succs, t := behind.Succs(nil), behind.Terminator()
	goesTo := func(n int64) *ir.Block {
		if k := ir.EdgeOf(t, s, n); k >= 0 {
			return succs[k]
		}
		return behind
	}
	destroyed := beginning{goesTo(1), WayDestroyed, behind}
	if ir.IsFinal(s) {
		return []beginning{destroyed}
	}
	return []beginning{{goesTo(0), WayResumed, behind}, destroyed}
}

// pathState is a block with the values of flags that a path brings to it.
type pathState struct {
	block int32 // by RPO index
	from  int32 // the state before it on the path; -1: the search began here
	known []flagValue
}

// pathSearch is the search for the paths from one start.
type pathSearch struct {
	*explainer
	states []pathState
}

// come adds a state, unless the block has one that allows all paths of the new one.
func (s *pathSearch) come(to int, from int32, known []flagValue) {
	b := &s.blocks[to]
	covered := func(known []flagValue) bool {
		return slices.ContainsFunc(b.states, func(have int32) bool {
			return !slices.ContainsFunc(s.states[have].known, func(f flagValue) bool { return !slices.Contains(known, f) })
		})
	}
	if len(b.states) >= maxFlagStates {
		known = nil
	}
	if !covered(known) {
		b.states = append(b.states, int32(len(s.states)))
		s.states = append(s.states, pathState{int32(to), from, known})
	}
}

// pathsFrom finds the paths from a start, those without exceptions first. It stops when it has
// taken more than most steps, and returns the number of steps.
func (e *explainer) pathsFrom(start *pathStart, most int) int {
	d := e.Crossing.Dom
	search := &pathSearch{explainer: e, states: e.states[:0]}
	defer func() {
		for _, s := range search.states {
			e.blocks[s.block].states = e.blocks[s.block].states[:0]
		}
		e.states = search.states // the next search uses the memory again
	}()
	search.come(d.Index(start.at), -1, e.flags.enter(start.pred, start.at, nil))
	ended, reached := map[PathEnd]bool{}, map[int]bool{}
	var thrown []pathState // edges to blocks that catch an exception
	var ways []Path
	var succs []*ir.Block
	steps := 0
	for n := 0; n < len(search.states) || len(thrown) > 0; {
		if n == len(search.states) {
			search.come(int(thrown[0].block), thrown[0].from, thrown[0].known)
			thrown = thrown[1:]
			continue
		}
		at := search.states[n]
		n++
		if steps++; steps > most {
			break
		}
		b := d.RPO[at.block]
		end, suspend := e.pathEnd(b)
		if end == WaySuspends && suspend < 0 {
			if succs = succs[:0]; e.flags.onlySucc(b, at.known) != nil {
				succs = append(succs, e.flags.onlySucc(b, at.known))
			} else {
				succs = b.Succs(succs)
			}
			for _, s := range succs {
				known := e.flags.enter(b, s, at.known)
				if s.IsEHPad() {
					thrown = append(thrown, pathState{int32(d.Index(s)), int32(n - 1), known})
				} else {
					search.come(d.Index(s), int32(n-1), known)
				}
			}
			continue
		}
		if end != WaySuspends && ended[end] || end == WaySuspends && reached[suspend] {
			continue
		}
		via, ok := search.via(int32(n-1), most-steps)
		if steps += len(via); !ok {
			steps = most + 1
			break
		}
		ended[end] = ended[end] || end != WaySuspends
		reached[suspend] = true
		ways = append(ways, Path{From: start.from, Kind: start.kind, End: end, To: suspend, Via: via})
	}
	slices.SortStableFunc(ways, func(a, b Path) int {
		return cmp.Or(cmp.Compare(a.End, b.End),
			cmp.Compare(a.To, b.To))
	})
	start.ways, start.whole, start.steps = ways, steps <= most, min(steps, most)
	return start.steps
}

// pathEnd returns the event with which a path ends in a block: a suspend and its index, or the end
// of the coroutine and -1. If the path continues, it returns WaySuspends and -1.
func (e *explainer) pathEnd(b *ir.Block) (PathEnd, int) {
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

// via returns the places on the path to a state, in order. ok is false if there are more than most.
func (s *pathSearch) via(at int32, most int) (out []int32, ok bool) {
	n := 0
	for k := at; k >= 0; k = s.states[k].from {
		if s.placeIn(int(s.states[k].block)) >= 0 {
			if n++; n > most {
				return nil, false
			}
		}
	}
	out = make([]int32, n)
	for k := at; k >= 0; k = s.states[k].from {
		if in := s.placeIn(int(s.states[k].block)); in >= 0 {
			n--
			out[n] = in
		}
	}
	return out, true
}

// placeIn returns the first known place of a block, except that of a suspend, or -1 if there is
// none.
func (e *explainer) placeIn(k int) int32 {
	wb := &e.blocks[k]
	if wb.asked {
		return wb.in
	}
	wb.asked, wb.in = true, -1
	for i := e.Crossing.Dom.RPO[k].First(); i != nil; i = i.Next() {
		if p := e.place(i); !coro.IsSuspend(i) && (p.Loc.Line > 0 || p.Pos.IsValid() && e.rep.Loc.Line == 0) {
			wb.in = int32(len(e.rep.Places))
			e.rep.Places = append(e.rep.Places, p)
			break
		}
	}
	return wb.in
}
