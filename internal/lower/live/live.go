// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live

// Liveness of frame slots. LLVM only computes for allocas which suspends they are live across. That
// is not enough here, because the frame is also read and written between suspends: a slot's bytes
// must be preserved wherever its content is needed. So a position is that of an instruction, in
// layout order, and a live range is a sorted list of spans of positions. Three methods compute it,
// from the most that is known to the least:
//
//   - Value: a spilled value. Rewriting inserts its only store and its reloads, so their positions
//     are known: the store after the definition, the reloads at the heads of the blocks with uses.
//     The live range extends backward from each reload to the store.
//   - accessed: an object whose address does not escape, and that no concurrent code accesses
//     (coro.Concurrency). The live range extends backward from each access to the stores that overwrite
//     the whole object.
//   - marked: any other object. Code that has its address, or code that accesses it while other
//     code runs the coroutine past the suspend, may read or write it at any position, so only the
//     lifetime markers bound its live range: it extends forward from every start to the ends, over
//     every path. A second phase, described at marked, completes it.
//
// If nothing bounds the live range, it is the whole function. An over-estimate is always correct
// and only costs bytes, so a search that would cost too much returns the whole function. The
// searches visit each block at most once and add whole blocks; within a block, its events shorten a
// span.
//
// Positions are those of the function before rewriting. Rewriting inserts instructions only where a
// span already covers them: a store directly after the definition, a reload at the head of a block,
// for which each block has a position of its own (head).

import (
	"cmp"
	"slices"
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/target"
)

// budgetPerPos bounds the number of blocks, for each position, that all searches of a function may
// visit together. Every function gets 1,024 extra positions, so that small ones never exceed it. Of
// 4,434 frames measured, half used 0.01 blocks for each position and one in a hundred 0.45; the
// maximum was 5.6. Beyond the budget, live ranges are the whole function.
const budgetPerPos = 64

// Liveness numbers the positions of a normalised coroutine and computes live ranges.
type Liveness struct {
	shape       *coro.Shape
	concurrency *coro.Concurrency
	layout      *target.Layout
	x           *coro.Crossing
	pos         []int32 // by Instr.ID
	// by RPO index: [head, tail) are the block's positions; head is that of instructions inserted
	// at its start
	head, tail []int32
	preds      [][]int32
	next       [][]int32 // successors, without the edges on which a suspend returns to the caller
	end        int32
	suspends   []frame.Span // the blocks of suspends, without those of their saves, sorted
	mark       []uint32
	epoch      uint32
	budget     int
	scratch    []frame.Span // the spans of one value before merge, which are many more than after it
}

// New gives every instruction a position, and gives IDs to instructions added since the last
// Renumber. x is the coroutine's Crossing; h describes where it is concurrent.
func New(s *coro.Shape, x *coro.Crossing, h *coro.Concurrency, l *target.Layout) *Liveness {
	n := len(x.Dom.RPO)
	s.F.NumberNew()
	lv := &Liveness{shape: s, concurrency: h, layout: l, x: x, pos: make([]int32, s.F.NumIDs()), head: make([]int32, n),
		tail: make([]int32, n), preds: make([][]int32, n),
		next: make([][]int32, n), mark: make([]uint32, n)}
	pos := int32(0)
	for b := s.F.Entry(); b != nil; b = b.Next() {
		k := x.Dom.Index(b)
		if k < 0 {
			continue
		}
		lv.head[k] = pos
		pos++
		for i := b.First(); i != nil; i = i.Next() {
			lv.pos[i.ID] = pos
			pos++
		}
		lv.tail[k] = pos
	}
	lv.end = pos
	for k := range x.Dom.RPO {
		if x.Suspend[k] && !coro.StartsWithSave(x.Dom.RPO[k]) {
			lv.suspends = append(lv.suspends, frame.Span{From: lv.head[k], To: lv.tail[k]})
		}
	}
	sort.Slice(lv.suspends, func(i, j int) bool { return lv.suspends[i].From < lv.suspends[j].From })
	lv.budget = budgetPerPos * (int(pos) + 1024)
	for k, b := range x.Dom.RPO {
		lv.next[k] = x.Succs[k]
		if e := s.ReturnEdge(b.Terminator()); e >= 0 {
			// Frontends seldom end a lifetime on the edge back to the caller, because the code
			// there does not touch the frame; LLVM omits the edge too. Accesses on it are still
			// followed backward over all edges.
			lv.next[k] = append(append([]int32(nil), x.Succs[k][:e]...), x.Succs[k][e+1:]...)
		}
		for _, s := range x.Succs[k] {
			lv.preds[s] = append(lv.preds[s], int32(k))
		}
	}
	return lv
}

// At returns the position of an instruction, or -1 for one that was added after New.
func (lv *Liveness) At(i *ir.Instr) int32 {
	if i.ID < 0 || i.ID >= len(lv.pos) {
		return -1 // it was added after New
	}
	return lv.at(i)
}

// Head returns the position of instructions inserted at the start of a reachable block.
func (lv *Liveness) Head(b *ir.Block) int32 { return lv.head[lv.x.Dom.Index(b)] }

// at returns the position of an instruction.
func (lv *Liveness) at(i *ir.Instr) int32 { return lv.pos[i.ID] }

// Always returns the span of the whole function.
func (lv *Liveness) Always() []frame.Span { return []frame.Span{{From: 0, To: lv.end}} }

// spend reports whether a search may visit another block. It keeps all searches together linear in
// the size of the function.
func (lv *Liveness) spend() bool {
	lv.budget--
	return lv.budget >= 0
}

// merge sorts spans and joins those that touch.
func merge(s []frame.Span) []frame.Span {
	sort.Slice(s, func(i, j int) bool { return s[i].From < s[j].From })
	out := s[:0]
	for _, p := range s {
		if n := len(out); n > 0 && p.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, p.To)
			continue
		}
		out = append(out, p)
	}
	return out
}

// Value computes the live range of a spilled value's slot: from the store to the heads of the
// blocks that reload it. If the coroutine is concurrent at the store or at a reload, any code may
// have run before, and may run between the two, so the live range is the whole function.
func (lv *Liveness) Value(def ir.Value, users []*ir.Instr) frame.LiveRange {
	concurrent := func(u *ir.Instr) bool {
		return lv.x.Dom.Index(u.Block()) < 0 || lv.concurrency.ConcurrentBlock(u.Block())
	}
	defBlock, defPos := lv.storePos(def)
	if i := ir.AsInstr(def); i != nil && (lv.concurrency.Concurrent(i) || lv.concurrency.ConcurrentBlock(defBlock)) ||
		slices.ContainsFunc(users, concurrent) {
		return frame.LiveRange{Spans: lv.Always()}
	}
	return frame.LiveRange{Spans: lv.value(defBlock, defPos, users), Begins: []int32{defPos}}
}

// value computes the spans from a store to the reloads that users need.
func (lv *Liveness) value(defBlock *ir.Block, defPos int32, users []*ir.Instr) []frame.Span {
	x := lv.x
	spans := append(lv.scratch[:0], frame.Span{From: defPos, To: defPos + 1})
	defer func() { lv.scratch = spans }()
	dk := int32(x.Dom.Index(defBlock))
	lv.epoch++
	var work []int32
	liveIn := func(k int32) {
		for _, p := range lv.preds[k] {
			if p == dk {
				spans = append(spans, frame.Span{From: defPos, To: lv.tail[p]})
			} else if lv.mark[p] != lv.epoch {
				lv.mark[p] = lv.epoch
				spans = append(spans, frame.Span{From: lv.head[p], To: lv.tail[p]})
				work = append(work, p)
			}
		}
	}
	for _, u := range users {
		k := int32(x.Dom.Index(u.Block()))
		spans = append(spans, frame.Span{From: lv.head[k], To: lv.head[k] + 1})
		if k == dk && defPos == lv.head[k] {
			continue
		}
		liveIn(k)
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if !lv.spend() {
			return lv.Always()
		}
		liveIn(k)
	}
	return slices.Clone(merge(spans))
}

// storePos returns the block and position where a spilled value is stored.
func (lv *Liveness) storePos(def ir.Value) (*ir.Block, int32) {
	start, x := lv.shape.Begin, lv.x
	begin := func() (*ir.Block, int32) { return start.Block(), lv.at(start) }
	i := ir.AsInstr(def)
	switch {
	case i == nil || !x.Dom.InstrDominates(start, i):
		return begin()
	case coro.IsSuspend(i):
		b := i.Block().SingleSucc()
		return b, lv.head[x.Dom.Index(b)]
	case i.Op == ir.OpPhi:
		return i.Block(), lv.head[x.Dom.Index(i.Block())]
	}
	return i.Block(), lv.at(i)
}

// access is the effect of an instruction on an object.
type access uint8

const (
	accessTouch access = iota // reads or writes some of it
	accessKill                // overwrites the whole object without reading it: the old content is dead before it
	accessEnd                 // ends or starts its lifetime: the old content is dead after it
)

// Object computes the live range of an object. The content of a marked object begins at its start
// markers: whoever writes to it runs after one of them. The content of another one begins at each
// access that may write.
func (lv *Liveness) Object(a *coro.AllocaInfo, size int64) frame.LiveRange {
	anybody := a.Escaped || a.Late
	var r frame.LiveRange
	switch {
	case a.Early || anybody && (len(a.Starts) == 0 || len(a.EndBBs) == 0 || a.LateStart):
		return frame.LiveRange{Spans: lv.Always()}
	case anybody:
		r.Spans = lv.marked(a)
		for _, s := range a.Starts {
			if lv.x.Dom.Reachable(s.Block()) {
				r.Begins = append(r.Begins, lv.at(s))
			}
		}
	default:
		r.Spans = lv.accessed(a, size)
		for _, u := range a.Users {
			if lv.x.Dom.Reachable(u.Block()) && ir.LifetimeKind(u) == 0 && !onlyAddress(u) && u.Op != ir.OpLoad {
				r.Begins = append(r.Begins, lv.at(u))
			}
		}
	}
	slices.Sort(r.Begins)
	return r
}

// StackSuffices reports whether an object of a known size may stay on the stack although it is used
// on both sides of suspends: no content is live across a suspend, because everything that is read
// was written after the last suspend, and no address into the object is live across one. After a
// coro.save the function still runs, and has its stack. LLVM only checks whether uses lie on both
// sides. It keeps, for example, the slot of an exception that propagates to a resume in the frame,
// and reads it there after the frame was freed.
//
// An object that concurrent code accesses may stay on the stack only if no code after a suspend
// accesses it in the same lifetime: the two would access two different objects.
func (lv *Liveness) StackSuffices(a *coro.AllocaInfo, size int64) bool {
	if a.Escaped || a.Early || len(a.Aliases) > 0 || a.Late && lv.touchedBehind(a) {
		return false
	}
	for _, u := range a.Users {
		if u.Op != ir.OpCall && u.Op != ir.OpInvoke {
			for e := u.FirstUse(); e != nil; e = e.Next() {
				if lv.x.AcrossSuspend(u, e.User()) {
					return false
				}
			}
		}
	}
	for _, s := range lv.accessed(a, size) {
		i := sort.Search(len(lv.suspends), func(i int) bool { return lv.suspends[i].To > s.From })
		if i < len(lv.suspends) && lv.suspends[i].From < s.To {
			return false
		}
	}
	return true
}

// touchedBehind reports whether code that runs after a suspend was resumed or destroyed may access
// an object before its lifetime starts again or ends.
func (lv *Liveness) touchedBehind(a *coro.AllocaInfo) bool {
	x := lv.x
	first := map[int32]*ir.Instr{} // by block: the first user that accesses or marks the object
	for _, u := range a.Users {
		if k := int32(x.Dom.Index(u.Block())); k >= 0 && !onlyAddress(u) && (first[k] == nil ||
			lv.at(u) < lv.at(first[k])) {
			first[k] = u
		}
	}
	lv.epoch++
	var work []int32
	enter := func(k int32) {
		if lv.mark[k] != lv.epoch {
			lv.mark[k] = lv.epoch
			work = append(work, k)
		}
	}
	for _, s := range lv.shape.Suspends {
		b := s.Block().SingleSucc()
		if b == nil {
			return true
		}
		if k := int32(x.Dom.Index(b)); k >= 0 {
			for _, to := range lv.next[k] {
				enter(to)
			}
		}
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if !lv.spend() {
			return true
		}
		switch u := first[k]; {
		case u == nil:
			for _, to := range lv.next[k] {
				enter(to)
			}
		case ir.LifetimeKind(u) == 0:
			return true
		}
	}
	return false
}

// marked computes a live range from the lifetime markers: from every start to the ends, over every
// path.
//
// The first phase goes forward. It ignores two kinds of edges: those on which a suspend returns to
// the caller, and those into blocks of coro.end, after which only the first activation continues.
// Frontends do not end lifetimes there, because a suspended coroutine is not done with its objects.
// With these edges, every lifetime would extend to the exit and, through the blocks that all exits
// share, to every other object that is ever alive, so no objects could share bytes.
//
// But a program may still use the object on these edges; for example, it may pass the object's
// address to a call between the suspend and the return. The content must then still be there, so
// the last phase adds the ignored parts. It goes backward from each such use, over all edges, until
// it reaches blocks that the first phase marked, from which content can come; everything on the
// path is live. It may stop at a marked block, whether or not the lifetime continues to that
// block's end: if it does, the first phase has added the block's tail; if it does not, an end
// marker lies between the last content and the use, and no content is live after an end marker. A
// use in a marked block but outside its spans follows such a marker or precedes a start, so the
// same holds. A block that this phase has visited counts as marked for later uses, because it was
// added whole. A backward path that meets no marked block ends at the entry: no content reaches the
// use, and the phase added too much, which is safe.
func (lv *Liveness) marked(a *coro.AllocaInfo) []frame.Span {
	x := lv.x
	var spans []frame.Span
	ends := map[*ir.Block][]int32{}
	for _, u := range a.Users {
		if ir.LifetimeKind(u) == ir.LifetimeEnd {
			ends[u.Block()] = append(ends[u.Block()], lv.at(u))
		}
	}
	// from adds the span that follows a position in a block and reports whether the lifetime
	// continues after the block.
	from := func(k, pos int32) bool {
		stop := lv.tail[k]
		for _, e := range ends[x.Dom.RPO[k]] {
			if e > pos && e < stop {
				stop = e
			}
		}
		spans = append(spans, frame.Span{From: pos, To: min(stop+1, lv.tail[k])})
		return stop == lv.tail[k]
	}
	lv.epoch++
	var work []int32
	out := func(k int32) {
		for _, s := range lv.next[k] {
			if x.End[s] || lv.mark[s] == lv.epoch {
				continue
			}
			lv.mark[s] = lv.epoch
			if from(s, lv.head[s]) {
				work = append(work, s)
			}
		}
	}
	for _, st := range a.Starts {
		k := int32(x.Dom.Index(st.Block()))
		if k < 0 {
			continue
		}
		if from(k, lv.at(st)) {
			out(k)
		}
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if !lv.spend() {
			return lv.Always()
		}
		out(k)
	}
	// The last phase.
	marked := merge(append([]frame.Span(nil), spans...))
	for _, u := range a.Users {
		k := int32(x.Dom.Index(u.Block()))
		if k < 0 || ir.LifetimeKind(u) != 0 || onlyAddress(u) || frame.Covers(marked, lv.at(u)) {
			continue
		}
		spans = append(spans, frame.Span{From: lv.at(u), To: lv.at(u) + 1})
		if lv.mark[k] == lv.epoch {
			continue
		}
		spans = append(spans, frame.Span{From: lv.head[k], To: lv.at(u)})
		for work = append(work[:0], k); len(work) > 0; {
			k := ir.Pop(&work)
			if !lv.spend() {
				return lv.Always()
			}
			for _, p := range lv.preds[k] {
				if lv.mark[p] != lv.epoch {
					lv.mark[p] = lv.epoch
					spans = append(spans, frame.Span{From: lv.head[p], To: lv.tail[p]})
					work = append(work, p)
				}
			}
		}
	}
	return merge(spans)
}

// accessed computes the live range of an object whose address does not escape: backward from each
// access to the stores that overwrite the whole object.
func (lv *Liveness) accessed(a *coro.AllocaInfo, size int64) []frame.Span {
	x := lv.x
	type event struct {
		pos  int32
		kind access
	}
	events := map[int32][]event{}
	var blocks []int32
	for _, u := range a.Users {
		k := int32(x.Dom.Index(u.Block()))
		if k < 0 || onlyAddress(u) {
			continue
		}
		if events[k] == nil {
			blocks = append(blocks, k)
		}
		events[k] = append(events[k], event{lv.at(u), lv.classify(a.Alloca, u, size)})
	}
	var spans []frame.Span
	// up adds the span that ends at the end of a block, where the content is live, and reports
	// whether the content is live at the block's head.
	up := func(k int32) bool {
		low := lv.head[k]
		for j := len(events[k]) - 1; j >= 0; j-- {
			if e := events[k][j]; e.kind != accessTouch {
				low = e.pos
				break
			}
		}
		spans = append(spans, frame.Span{From: low, To: lv.tail[k]})
		return low == lv.head[k]
	}
	lv.epoch++
	var work []int32
	in := func(k int32) {
		for _, p := range lv.preds[k] {
			if lv.mark[p] == lv.epoch {
				continue
			}
			lv.mark[p] = lv.epoch
			if up(p) {
				work = append(work, p)
			}
		}
	}
	for _, k := range blocks {
		slices.SortFunc(events[k], func(a, b event) int { return cmp.Compare(a.pos, b.pos) })
	}
	for _, k := range blocks {
		need := false
		low, killed := lv.head[k], lv.head[k] // killed: the last position that overwrites the object
		for _, e := range events[k] {
			if killed < e.pos {
				low = killed
			}
			spans = append(spans, frame.Span{From: e.pos, To: e.pos + 1})
			if e.kind != accessTouch {
				killed = e.pos
				continue
			}
			spans = append(spans, frame.Span{From: low, To: e.pos})
			need = need || low == lv.head[k]
		}
		if need {
			in(k)
		}
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if !lv.spend() {
			return lv.Always()
		}
		in(k)
	}
	return merge(spans)
}

// onlyAddress reports whether a user only computes another address from the object's and needs no
// content. With typed pointers, for example, a cast precedes every lifetime.start. The users of
// that address are listed as well.
func onlyAddress(u *ir.Instr) bool {
	return u.Op == ir.OpBitCast || u.Op == ir.OpAddrSpaceCast || u.Op == ir.OpGEP
}

// classify returns the effect of a user on an object's content. An address that may or may not be
// the object's counts as a touch.
func (lv *Liveness) classify(a, u *ir.Instr, size int64) access {
	if ir.LifetimeKind(u) != 0 {
		return accessEnd
	}
	if u.Op == ir.OpStore && u.Arg(1) == ir.Value(a) && u.Flags&ir.FlagVolatile == 0 && u.Arg(0) != ir.Value(a) &&
		lv.layout.StoreSize(u.Arg(0).Type()) >= size {
		return accessKill
	}
	return accessTouch
}
