package split

// Frame layout with shared storage: two objects may lie over each other when there is no place in
// the function at which the content of both is still needed (package live). Where that makes the
// frame no smaller than LLVM's plain layout, the plain layout is used.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/target"
)

// maxShared bounds the objects that are compared pairwise. Coroutines with more keep the plain
// layout. The largest frame in all real programs measured has 101; a generated one with 10,000
// suspends has 10,001. Placing 300 random objects took 10 ms, 1,000 took 0.14 s, 3,000 took 1.2 s
// and 10,000 took 24 s (EPYC, one loaded core): at the bound a coroutine costs about a second.
const maxShared = 3000

// shareStorage adds the slots of everything that was found, sharing storage where that makes the
// frame smaller.
func (co *coroutine) shareStorage(fr *frame.Layout, set *spillSet) {
	var objs []*frame.Object
	l, lv := co.c.Layout, set.lv
	add := func(v ir.Value, t *ir.Type, align int64, why coro.Why, spans func(size int64) []frame.Span) {
		size := l.AllocSize(t)
		if size == 0 {
			fr.Add(v, t, align, why) // takes no room
			return
		}
		object := align > 0
		if !object {
			align = l.ABIAlign(t)
		}
		o := &frame.Object{V: v, Typ: t, Why: why, Spans: spans(size)}
		o.Size, o.Align, o.RoundTo = fr.Room(size, align, object)
		objs = append(objs, o)
	}
	for _, a := range set.objects {
		add(a.Alloca, co.allocaType(a.Alloca), co.allocaAlign(a.Alloca), a.why,
			func(size int64) []frame.Span { return lv.Object(a.AllocaInfo, size) })
	}
	for _, s := range set.values {
		add(s.def, s.slotType(co.m), 0, s.why, func(int64) []frame.Span { return lv.Value(s.def, s.users) })
	}
	plain := fr.PlainSize(objs)
	if len(objs) <= maxShared {
		if p := fr.PlaceShared(objs, lv.Always()); target.AlignTo(p.Size, p.Align) < plain {
			fr.UseShared(p)
			return
		}
	}
	for _, o := range objs {
		fr.Add(o.V, o.Typ, max(o.Align, o.RoundTo), o.Why)
	}
}
