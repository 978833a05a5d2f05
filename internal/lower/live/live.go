package live

// Liveness of what is in the frame. The question is not where an object is live at suspends, which
// is all that LLVM asks of allocas, but where its bytes have to be what they are: the frame is also
// where it is read and written between suspends. So places are positions of instructions, in layout
// order, and an object's need is a sorted list of spans of them. There are three ways to find it,
// from the most that is known to the least:
//
//   - Value: a spilled value. Its only store and its reloads are known, because rewriting puts them there: behind the definition, and at the
//     heads of the blocks with uses. Backward from each reload to the store.
//   - accessed: an object whose address is known in all places, and that nobody touches where the coroutine is overtaken (coro.Handed). Backward from each access to the stores that give it all its content.
//   - marked: any other object. Who has its address, or touches it while others run what is behind the suspend, may read or write at any place, so
//     nothing but the lifetime markers bounds its need: forward from every start to the ends, over every path. That has a second half, which stands there.
//
// and where nothing bounds it, the need is everywhere. Over-estimating is always right and never
// costs more than bytes, so each walk that would cost too much ends in "everywhere". The walks go
// over blocks, each at most once, and add up whole blocks; within a block, events in it cut a span
// short.
//
// Positions are those of the function before rewriting. Rewriting adds instructions, and puts each
// where its span already counts it: a store directly behind the definition, a reload at the head of
// a block, for which each block has a position of its own (head).

import (
	"slices"
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/target"
)

// budgetPerPos bounds, for each position, the blocks that all walks of a function may visit
// together; 1,024 positions are given to every function, so that small ones are never cut. Of 4,434
// frames measured, half spent 0.01 and one in a hundred 0.45 of it per position; the most was 5.6.
// Beyond it objects are needed everywhere.
const budgetPerPos = 64

// Liveness numbers the places of a normalised coroutine and finds where objects are needed.
type Liveness struct {
	shape  *coro.Shape
	handed *coro.Handed
	layout *target.Layout
	x      *coro.Crossing
	pos    []int32 // by Instr.ID
	// by place in RPO: [head, tail) are the block's positions; head stands for what is put at its
	// start
	head, tail []int32
	preds      [][]int32
	next       [][]int32 // successors, without the edges on which a suspend returns to the caller
	end        int32
	suspends   []frame.Span // the blocks of suspends, without those of their saves, sorted
	mark       []uint32
	epoch      uint32
	budget     int
	scratch    []frame.Span // for the spans of one value before they are joined, which are many more than after
}

// New gives every instruction a position, and an ID to those that were added since the last
// Renumber. x is the coroutine's crossing, h where it is overtaken.
func New(s *coro.Shape, x *coro.Crossing, h *coro.Handed, l *target.Layout) *Liveness {
	n := len(x.Dom.RPO)
	s.F.NumberNew()
	lv := &Liveness{shape: s, handed: h, layout: l, x: x, pos: make([]int32, s.F.NumIDs()), head: make([]int32, n),
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
			// Markers seldom end a life on the way back to the caller, where nothing of the frame
			// is touched; LLVM leaves the edge out as well. Accesses there all the same are
			// followed backward over all edges.
			lv.next[k] = append(append([]int32(nil), x.Succs[k][:e]...), x.Succs[k][e+1:]...)
		}
		for _, s := range x.Succs[k] {
			lv.preds[s] = append(lv.preds[s], int32(k))
		}
	}
	return lv
}

// At is the position of an instruction of the function as it was, -1 for one that was made since.
func (lv *Liveness) At(i *ir.Instr) int32 {
	if i.ID < 0 || i.ID >= len(lv.pos) {
		return -1 // it was made since
	}
	return lv.at(i)
}

// Head is the position of what is put at the start of a reachable block.
func (lv *Liveness) Head(b *ir.Block) int32 { return lv.head[lv.x.Dom.Index(b)] }

// at is the position of an instruction.
func (lv *Liveness) at(i *ir.Instr) int32 { return lv.pos[i.ID] }

// Always is the whole function.
func (lv *Liveness) Always() []frame.Span { return []frame.Span{{From: 0, To: lv.end}} }

// spend reports whether the walk over blocks may go on: all walks together are linear in the
// function.
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

// Value finds where a spilled value's slot is needed: from the store to the heads of the blocks
// that reload it. Where it is stored or reloaded when the coroutine is overtaken, any code may have
// run before, and may run between the two.
func (lv *Liveness) Value(def ir.Value, users []*ir.Instr) []frame.Span {
	x := lv.x
	defBlock, defPos := lv.storePos(def)
	if i := ir.AsInstr(def); i != nil && (lv.handed.Overtaken(i) || lv.handed.OvertakenBlock(defBlock)) {
		return lv.Always()
	}
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
		if k < 0 || lv.handed.OvertakenBlock(u.Block()) {
			return lv.Always()
		}
		spans = append(spans, frame.Span{From: lv.head[k], To: lv.head[k] + 1})
		if k == dk && defPos == lv.head[k] {
			continue
		}
		liveIn(k)
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if !lv.spend() {
			return lv.Always()
		}
		liveIn(k)
	}
	return slices.Clone(merge(spans))
}

// storePos is where a spilled value is stored.
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

// access is what an instruction does to an object.
type access uint8

const (
	accessTouch access = iota // reads or writes some of it
	accessKill                // gives the whole object new content without reading: what it held before is not needed
	accessEnd                 // ends or starts its life: what it held before is not needed behind either
)

// Object finds where an object's content is needed.
func (lv *Liveness) Object(a *coro.AllocaInfo, size int64) []frame.Span {
	anybody := a.Escaped || a.Late
	switch {
	case anybody && (len(a.Starts) == 0 || len(a.EndBBs) == 0 || a.LateStart):
		return lv.Always()
	case anybody || a.Early:
		return lv.marked(a)
	}
	return lv.accessed(a, size)
}

// StackSuffices reports that an object of a known size may stay on the stack although it is used on
// both sides of suspends: no content is needed across one, because what is read was written since,
// and no address into it is carried over one. Behind a coro.save the function still runs, and has
// its variables. LLVM asks only whether uses lie on both sides, and so keeps, say, the slot of an
// exception on its way to a resume in the frame, and reads it there after the frame was freed.
//
// What is touched where the coroutine is overtaken may stay only if no code behind a suspend
// touches it in the same life: the two would touch two objects.
func (lv *Liveness) StackSuffices(a *coro.AllocaInfo, size int64) bool {
	if a.Escaped || a.Early || len(a.Aliases) > 0 || a.Late && lv.touchedBehind(a) {
		return false
	}
	for _, u := range a.Users {
		if !u.Type().IsVoid() && u.Op != ir.OpCall && u.Op != ir.OpInvoke {
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

// touchedBehind reports that an object may be touched behind a suspend that is resumed or
// destroyed, its life not begun anew or ended since.
func (lv *Liveness) touchedBehind(a *coro.AllocaInfo) bool {
	x := lv.x
	first := map[int32]*ir.Instr{} // by block, the first that touches or marks the object
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
		k := work[len(work)-1]
		work = work[:len(work)-1]
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

// marked follows the lifetime markers: from every start to the ends, over every path.
//
// The first phase goes forward, and leaves two kinds of edges out: those on which a suspend returns
// to the caller, and those into blocks of coro.end, behind which only the first activation goes on.
// Frontends do not end lives there, since a coroutine that is suspended is not through with its
// objects: with these edges every life would reach the way out and, through the blocks that all
// ways out share, every other object that is ever alive, and nothing would share.
//
// But a program may use the object on these ways all the same: say, hand its address to a call
// between the suspend and the return. Then the content has to be there still, and what was left out
// has to be put in again: that is the last phase. It goes backward from each such use, over all
// edges, until it comes to blocks that the first phase has marked, from which content can come;
// everything on the way is needed. It may stop at a marked block, whether or not the life goes on
// to that block's end: if it does, the first phase has counted the block's tail; if it does not, an
// end marker lies between the last content and the use, and behind an end marker there is no
// content to be kept. A use in a marked block itself, but outside its spans, is behind such a
// marker or in front of a start, and the same holds. A block that this phase has been through
// counts as marked for the uses that follow, being counted whole. A way back that meets no marked
// block ends at the entry: the content comes from nowhere, and too much was counted, which is safe.
func (lv *Liveness) marked(a *coro.AllocaInfo) []frame.Span {
	if len(a.Starts) == 0 || a.Early {
		return lv.Always()
	}
	x := lv.x
	var spans []frame.Span
	ends := map[*ir.Block][]int32{}
	for _, u := range a.Users {
		if ir.LifetimeKind(u) == ir.LifetimeEnd {
			ends[u.Block()] = append(ends[u.Block()], lv.at(u))
		}
	}
	// from adds what follows a position in a block and reports whether life goes on behind the
	// block.
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
		k := work[len(work)-1]
		work = work[:len(work)-1]
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
			k := work[len(work)-1]
			work = work[:len(work)-1]
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

// accessed follows the accesses of an object whose address does not escape: backward from each to
// the stores that give it all its content.
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
	// up walks a block backward from a position at which the content is needed and reports whether
	// it is needed at the head.
	up := func(k, pos int32) bool {
		low := lv.head[k]
		for _, e := range events[k] {
			if e.pos < pos && e.kind != accessTouch && e.pos > low {
				low = e.pos
			}
		}
		spans = append(spans, frame.Span{From: low, To: pos})
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
			if up(p, lv.tail[p]) {
				work = append(work, p)
			}
		}
	}
	for _, k := range blocks {
		need := false
		for _, e := range events[k] {
			spans = append(spans, frame.Span{From: e.pos, To: e.pos + 1})
			if e.kind == accessTouch && up(k, e.pos) {
				need = true
			}
		}
		if need {
			in(k)
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if !lv.spend() {
			return lv.Always()
		}
		in(k)
	}
	return merge(spans)
}

// onlyAddress reports a user that computes another address from the object's and needs no content:
// with typed pointers a cast stands in front of every lifetime.start. What uses that address is
// listed as a user too.
func onlyAddress(u *ir.Instr) bool {
	return u.Op == ir.OpBitCast || u.Op == ir.OpAddrSpaceCast || u.Op == ir.OpGEP
}

// classify tells what a user of an object does to its content. What may be the object's address or
// another's counts as a touch.
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
