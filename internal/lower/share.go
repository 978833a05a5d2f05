package lower

// Frame layout with shared storage. Two objects may lie over each other when there is no place in the function at which the content of
// both is still needed. Where an object's content is needed follows from its accesses, or, when its address escapes, from its lifetime
// markers; an escaped object without markers is needed everywhere.
//
// Objects are placed largest first, each at the lowest offset at which it overlaps no object needed at the same time. If that is no
// smaller than LLVM's plain layout, the plain layout is used.
//
// It does not move stores: a spilled value occupies its slot from its definition on.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// span is a run of positions [from, to) in layout order.
type span struct{ from, to int32 }

// object is one thing to be placed in the frame.
type object struct {
	v      ir.Value // alloca or spilled value; nil: header
	typ    *ir.Type
	size   int64
	align  int64
	spans  []span // sorted, disjoint
	offset int64
}

// maxShared bounds the objects that are compared pairwise. Coroutines with more keep the plain layout.
const maxShared = 3000

// shareStorage adds the slots of everything collected, sharing storage where that makes the frame smaller.
func (co *coroutine) shareStorage(set *spillSet, x *crossing) {
	var objs []*object
	l := co.c.Layout
	add := func(v ir.Value, t *ir.Type, align int64) *object {
		if l.AllocSize(t) == 0 {
			return nil
		}
		if align == 0 {
			align = l.ABIAlign(t)
		}
		o := &object{v: v, typ: t, size: l.AllocSize(t), align: align}
		objs = append(objs, o)
		return o
	}
	lv := set.lv
	for _, a := range set.allocas {
		if o := add(a.alloca, co.allocaType(a.alloca), co.allocaAlign(a.alloca)); o != nil {
			o.spans = lv.alloca(a, o.size)
		}
	}
	for _, s := range set.spills {
		t := byvalType(co.m, s.def)
		if t == nil {
			t = s.def.Type()
		}
		if o := add(s.def, t, 0); o != nil {
			o.spans = lv.spill(s)
		}
	}
	fr := co.frame
	plain := fr.plainSize(objs)
	if len(objs) <= maxShared {
		if size, align := co.placeShared(objs, lv); target.AlignTo(size, align) < plain {
			fr.useShared(objs, size, align)
			return
		}
	}
	for _, o := range objs {
		fr.add(o.v, o.typ, o.align)
	}
	for _, a := range set.allocas {
		if _, ok := fr.byValue[a.alloca]; !ok {
			fr.byValue[a.alloca] = nil
		}
	}
}

// plainSize is the size the plain layout would have.
func (fr *frame) plainSize(objs []*object) int64 {
	t := &frame{layout: fr.layout, align: 1, byValue: map[ir.Value]*slot{}}
	for _, s := range fr.slots {
		c := *s
		t.slots = append(t.slots, &c)
	}
	for _, o := range objs {
		t.slots = append(t.slots, &slot{typ: o.typ, size: o.size, align: o.align, tyAlign: o.align, offset: -1})
	}
	t.place()
	return target.AlignTo(t.size, t.align)
}

// placeShared gives every object, and the index, an offset behind or between the header fields: the best of three ways, of which none is
// always best. It returns the frame's size before rounding, and its alignment.
func (co *coroutine) placeShared(objs []*object, lv *liveness) (size, align int64) {
	fr := co.frame
	all := append(append([]*object(nil), objs...),
		&object{typ: fr.indexTy, size: fr.indexFld.size, align: fr.indexFld.align, spans: lv.always()})
	bySize := func(a, b *object) bool {
		if a.size != b.size {
			return a.size > b.size
		}
		return a.align > b.align
	}
	byAlign := func(a, b *object) bool {
		if a.align != b.align {
			return a.align > b.align
		}
		return a.size > b.size
	}
	var best []int64
	try := func(s, a int64) {
		if best == nil || s < size {
			size, align = s, a
			best = best[:0]
			for _, o := range all {
				best = append(best, o.offset)
			}
		}
	}
	try(fr.firstFit(all, bySize, lv))
	try(fr.firstFit(all, byAlign, lv))
	try(fr.grouped(all, bySize))
	for k, o := range all {
		o.offset = best[k]
	}
	fr.sharedIndex = all[len(all)-1].offset
	return size, align
}

// firstFit places objects in an order, each at the lowest offset at which it overlaps no object needed at the same time.
func (fr *frame) firstFit(objs []*object, less func(a, b *object) bool, lv *liveness) (size, align int64) {
	var placed []*object
	align = 1
	for _, s := range fr.slots {
		align = max(align, s.align)
		if s.offset >= 0 {
			placed = append(placed, &object{size: s.size, offset: s.offset, spans: lv.always()})
			size = max(size, s.offset+s.size)
		}
	}
	order := append([]*object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	var near []*object
	for _, o := range order {
		near = near[:0]
		for _, p := range placed {
			if overlap(o.spans, p.spans) {
				near = append(near, p)
			}
		}
		sort.Slice(near, func(i, j int) bool { return near[i].offset < near[j].offset })
		at := int64(0)
		for _, p := range near {
			if at+o.size <= p.offset {
				break
			}
			if end := p.offset + p.size; end > at {
				at = target.AlignTo(end, o.align)
			}
		}
		o.offset = at
		placed = append(placed, o)
		size = max(size, at+o.size)
		align = max(align, o.align)
	}
	return size, align
}

// grouped puts objects that are never needed together into one field, as LLVM does with allocas, and lays the fields out like any others.
func (fr *frame) grouped(objs []*object, less func(a, b *object) bool) (size, align int64) {
	order := append([]*object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	t := &frame{layout: fr.layout, align: 1}
	for _, s := range fr.slots {
		if s.offset >= 0 {
			c := *s
			t.slots = append(t.slots, &c)
		}
	}
	var groups [][]*object
	first := len(t.slots)
next:
	for _, o := range order {
	group:
		for g, list := range groups {
			if list[0].align%o.align != 0 {
				continue
			}
			for _, p := range list {
				if overlap(p.spans, o.spans) {
					continue group
				}
			}
			groups[g] = append(list, o)
			continue next
		}
		groups = append(groups, []*object{o})
		t.slots = append(t.slots, &slot{typ: o.typ, size: o.size, align: o.align, tyAlign: o.align, offset: -1})
	}
	t.place()
	for g, list := range groups {
		for _, o := range list {
			o.offset = t.slots[first+g].offset
		}
	}
	return t.size, t.align
}

// useShared takes the placement over. Fields that share storage have no element of their own in a struct type: they are addressed by
// their byte offset, and the type spells the header and the bytes behind it.
func (fr *frame) useShared(objs []*object, size, align int64) {
	fr.shared = true
	fr.size, fr.align = size, align
	fr.indexFld.offset = fr.sharedIndex
	for _, o := range objs {
		fr.byValue[o.v] = &slot{typ: o.typ, size: o.size, align: o.align, offset: o.offset, index: -1}
	}
}

// finishShared gives the struct of a shared frame its body.
func (fr *frame) finishShared(m *ir.Module) {
	var body []*ir.Type
	last, packed := int64(0), false
	bytes := func(n int64) {
		if n > 0 {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(n)))
		}
	}
	for _, s := range fr.slots {
		packed = packed || s != fr.indexFld && s.offset%s.tyAlign != 0
	}
	for _, s := range fr.slots {
		if s == fr.indexFld {
			continue
		}
		bytes(s.offset - last)
		s.index = len(body)
		body = append(body, s.typ)
		last = s.offset + s.size
	}
	fr.size = target.AlignTo(fr.size, fr.align)
	bytes(fr.size - last)
	fr.indexFld.index = -1
	fr.typ.SetBody(body, packed)
}

// covers reports whether a position lies in a sorted span list.
func covers(s []span, pos int32) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].to > pos })
	return i < len(s) && s[i].from <= pos
}

// overlap reports whether two sorted span lists meet.
func overlap(a, b []span) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i].from < b[j].to && b[j].from < a[i].to {
			return true
		}
		if a[i].to <= b[j].to {
			i++
		} else {
			j++
		}
	}
	return false
}

// liveness numbers the function's places and finds where objects are needed.
type liveness struct {
	co         *coroutine
	x          *crossing
	head, tail []int32 // by place in RPO: [head, tail) are the block's positions; head stands for what is put at its start
	preds      [][]int32
	next       [][]int32 // successors, without the edges on which a suspend returns to the caller
	end        int32
	suspends   []span // the blocks of suspends and their saves, sorted
	mark       []uint32
	epoch      uint32
	budget     int
}

func newLiveness(co *coroutine, x *crossing) *liveness {
	n := len(x.dom.RPO)
	lv := &liveness{co: co, x: x, head: make([]int32, n), tail: make([]int32, n), preds: make([][]int32, n), next: make([][]int32, n),
		mark: make([]uint32, n)}
	pos := int32(0)
	for b := co.f.Entry(); b != nil; b = b.Next() {
		k := x.dom.Index(b)
		if k < 0 {
			continue
		}
		lv.head[k] = pos
		pos++
		for i := b.First(); i != nil; i = i.Next() {
			i.ID = int(pos)
			pos++
		}
		lv.tail[k] = pos
	}
	lv.end = pos
	for k := range x.dom.RPO {
		if x.suspend[k] {
			lv.suspends = append(lv.suspends, span{lv.head[k], lv.tail[k]})
		}
	}
	sort.Slice(lv.suspends, func(i, j int) bool { return lv.suspends[i].from < lv.suspends[j].from })
	lv.budget = 64 * (int(pos) + 1024)
	suspendOf := map[*ir.Instr]bool{}
	for _, s := range co.suspends {
		suspendOf[s] = true
	}
	for k, b := range x.dom.RPO {
		lv.next[k] = x.succs[k]
		if t := b.Terminator(); t != nil && t.Op == ir.OpSwitch {
			if s := asInstr(t.Arg(0)); s != nil && suspendOf[s] && t.NumCases() > 0 {
				// Markers seldom end a life on the way back to the caller, where nothing of the frame is touched; LLVM leaves the edge
				// out as well. Accesses there all the same are followed backward over all edges.
				lv.next[k] = append([]int32(nil), x.succs[k][1:]...)
			}
		}
		for _, s := range x.succs[k] {
			lv.preds[s] = append(lv.preds[s], int32(k))
		}
	}
	return lv
}

// always is the whole function.
func (lv *liveness) always() []span { return []span{{0, lv.end}} }

// spend reports whether the walk over blocks may go on: all walks together are linear in the function.
func (lv *liveness) spend() bool {
	lv.budget--
	return lv.budget >= 0
}

// merge sorts spans and joins those that touch.
func merge(s []span) []span {
	sort.Slice(s, func(i, j int) bool { return s[i].from < s[j].from })
	out := s[:0]
	for _, p := range s {
		if n := len(out); n > 0 && p.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, p.to)
			continue
		}
		out = append(out, p)
	}
	return out
}

// spill finds where a spilled value's slot is needed: from the store to the heads of the blocks that reload it.
func (lv *liveness) spill(s spill) []span {
	x := lv.x
	defBlock, defPos := lv.storePos(s.def)
	spans := []span{{defPos, defPos + 1}}
	dk := int32(x.dom.Index(defBlock))
	lv.epoch++
	var work []int32
	liveIn := func(k int32) {
		for _, p := range lv.preds[k] {
			if p == dk {
				spans = append(spans, span{defPos, lv.tail[p]})
			} else if lv.mark[p] != lv.epoch {
				lv.mark[p] = lv.epoch
				spans = append(spans, span{lv.head[p], lv.tail[p]})
				work = append(work, p)
			}
		}
	}
	for _, u := range s.users {
		k := int32(x.dom.Index(u.Block()))
		if k < 0 {
			return lv.always()
		}
		spans = append(spans, span{lv.head[k], lv.head[k] + 1})
		if k == dk && defPos == lv.head[k] {
			continue
		}
		liveIn(k)
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if !lv.spend() {
			return lv.always()
		}
		liveIn(k)
	}
	return merge(spans)
}

// storePos is where a spilled value is stored.
func (lv *liveness) storePos(def ir.Value) (*ir.Block, int32) {
	co, x := lv.co, lv.x
	begin := func() (*ir.Block, int32) { return co.begin.Block(), int32(co.begin.ID) }
	i := asInstr(def)
	switch {
	case i == nil || !x.dom.InstrDominates(co.begin, i):
		return begin()
	case isCoro(i, CoroSuspend):
		b := i.Block().SingleSucc()
		return b, lv.head[x.dom.Index(b)]
	case i.Op == ir.OpPhi:
		return i.Block(), lv.head[x.dom.Index(i.Block())]
	}
	return i.Block(), int32(i.ID)
}

// access is what an instruction does to an object.
type access uint8

const (
	accessTouch access = iota // reads or writes some of it
	accessKill                // gives the whole object new content without reading: what it held before is not needed
	accessEnd                 // ends or starts its life: what it held before is not needed behind either
)

// alloca finds where an object's content is needed.
func (lv *liveness) alloca(a *allocaInfo, size int64) []span {
	switch {
	case a.escaped && (len(a.starts) == 0 || len(a.endBBs) == 0):
		return lv.always()
	case a.escaped || a.early:
		return lv.marked(a)
	}
	return lv.accessed(a, size)
}

// stackSuffices reports that an object may stay on the stack although it is used on both sides of suspends: no content is needed across
// one, because what is read was written since, and no address into it is carried over one. LLVM asks only whether uses lie on both sides,
// and so keeps, say, the slot of an exception on its way to a resume in the frame, and reads it there after the frame was freed.
func (lv *liveness) stackSuffices(a *allocaInfo) bool {
	l := lv.co.c.Layout
	if a.escaped || a.early || len(a.aliases) > 0 || !lv.co.fixedSize(a.alloca.ElemTy) || a.alloca.NumArgs() > 0 && !isConstant(a.alloca.Arg(0)) {
		return false
	}
	for _, u := range a.users {
		if !u.Type().IsVoid() && u.Op != ir.OpCall && u.Op != ir.OpInvoke {
			for e := u.FirstUse(); e != nil; e = e.Next() {
				if lv.x.acrossSuspend(u, e.User()) {
					return false
				}
			}
		}
	}
	for _, s := range lv.accessed(a, l.AllocSize(lv.co.allocaType(a.alloca))) {
		i := sort.Search(len(lv.suspends), func(i int) bool { return lv.suspends[i].to > s.from })
		if i < len(lv.suspends) && lv.suspends[i].from < s.to {
			return false
		}
	}
	return true
}

func isConstant(v ir.Value) bool {
	_, ok := v.(*ir.Const)
	return ok
}

// marked follows the lifetime markers: from every start to the ends, over every path.
func (lv *liveness) marked(a *allocaInfo) []span {
	if len(a.starts) == 0 || a.early {
		return lv.always()
	}
	x := lv.x
	var spans []span
	ends := map[*ir.Block][]int32{}
	for _, u := range a.users {
		if lifetimeKind(u) == lifetimeEnd {
			ends[u.Block()] = append(ends[u.Block()], int32(u.ID))
		}
	}
	// from adds what follows a position in a block and reports whether life goes on behind the block.
	from := func(k, pos int32) bool {
		stop := lv.tail[k]
		for _, e := range ends[x.dom.RPO[k]] {
			if e > pos && e < stop {
				stop = e
			}
		}
		spans = append(spans, span{pos, min(stop+1, lv.tail[k])})
		return stop == lv.tail[k]
	}
	lv.epoch++
	var work []int32
	out := func(k int32) {
		for _, s := range lv.next[k] {
			if x.end[s] || lv.mark[s] == lv.epoch {
				continue
			}
			lv.mark[s] = lv.epoch
			if from(s, lv.head[s]) {
				work = append(work, s)
			}
		}
	}
	for _, st := range a.starts {
		k := int32(x.dom.Index(st.Block()))
		if k < 0 {
			continue
		}
		if from(k, int32(st.ID)) {
			out(k)
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if !lv.spend() {
			return lv.always()
		}
		out(k)
	}
	// A use outside the marked stretches, on the way back to a caller, needs the object from the marked ones on.
	marked := merge(append([]span(nil), spans...))
	for _, u := range a.users {
		k := int32(x.dom.Index(u.Block()))
		if k < 0 || lifetimeKind(u) != 0 || covers(marked, int32(u.ID)) {
			continue
		}
		spans = append(spans, span{int32(u.ID), int32(u.ID) + 1})
		if lv.mark[k] == lv.epoch {
			continue
		}
		spans = append(spans, span{lv.head[k], int32(u.ID)})
		for work = append(work[:0], k); len(work) > 0; {
			k := work[len(work)-1]
			work = work[:len(work)-1]
			if !lv.spend() {
				return lv.always()
			}
			for _, p := range lv.preds[k] {
				if lv.mark[p] != lv.epoch {
					lv.mark[p] = lv.epoch
					spans = append(spans, span{lv.head[p], lv.tail[p]})
					work = append(work, p)
				}
			}
		}
	}
	return merge(spans)
}

// accessed follows the accesses of an object whose address does not escape: backward from each to the stores that give it all its
// content.
func (lv *liveness) accessed(a *allocaInfo, size int64) []span {
	x := lv.x
	type event struct {
		pos  int32
		kind access
	}
	events := map[int32][]event{}
	var blocks []int32
	for _, u := range a.users {
		k := int32(x.dom.Index(u.Block()))
		if k < 0 {
			continue
		}
		if events[k] == nil {
			blocks = append(blocks, k)
		}
		events[k] = append(events[k], event{int32(u.ID), lv.classify(a.alloca, u, size)})
	}
	var spans []span
	// up walks a block backward from a position at which the content is needed and reports whether it is needed at the head.
	up := func(k, pos int32) bool {
		low := lv.head[k]
		for _, e := range events[k] {
			if e.pos < pos && e.kind != accessTouch && e.pos > low {
				low = e.pos
			}
		}
		spans = append(spans, span{low, pos})
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
			spans = append(spans, span{e.pos, e.pos + 1})
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
			return lv.always()
		}
		in(k)
	}
	return merge(spans)
}

// classify tells what a user of an object does to its content. What computes an address touches nothing, but counts as a touch: cheap,
// and right for addresses computed in one place and used in another only through their own users, which are listed too.
func (lv *liveness) classify(a, u *ir.Instr, size int64) access {
	if lifetimeKind(u) != 0 {
		return accessEnd
	}
	if u.Op == ir.OpStore && u.Arg(1) == ir.Value(a) && u.Flags&ir.FlagVolatile == 0 && u.Arg(0) != ir.Value(a) &&
		lv.co.c.Layout.StoreSize(u.Arg(0).Type()) >= size {
		return accessKill
	}
	return accessTouch
}
