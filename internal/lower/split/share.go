// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Frame layout with shared storage: two objects may overlap if on no path through the function the
// contents of both are needed at the same time (package live). If neither sharing nor another order
// makes the frame better than LLVM's plain layout, the plain layout is used. For example, %a and %b may share bytes:
//
//	store i32 1, ptr %a
//	%s1 = call i8 @llvm.coro.suspend(token none, i1 false)
//	%x = load i32, ptr %a                       ; the last use of %a
//	store i32 %x, ptr %b
//	%s2 = call i8 @llvm.coro.suspend(token none, i1 false)
//	%y = load i32, ptr %b

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// maxShared bounds the objects that are compared pairwise. Coroutines with more objects keep the
// plain layout. The largest frame in all real programs measured has 101 objects; a generated
// coroutine with 10,000 suspends has 10,001. Placing 300 random objects took 10 ms, 1,000 took 0.14
// s, 3,000 took 1.2 s and 10,000 took 24 s (EPYC, one loaded core), so a coroutine at the bound
// costs about a second.
const maxShared = 3000

// shareStorage adds slots for all values and objects in set, and lets them share storage if that
// makes the frame smaller.
func (co *coroutine) shareStorage(fr *frame.Layout, set *spillSet, as Assumed) {
	var objs []*frame.Object
	l, lv := co.c.Layout, set.lv
	add := func(v ir.Value, t *ir.Type, align int64, why coro.Why, live func(size int64) frame.LiveRange) {
		size := l.AllocSize(t)
		if size == 0 {
			fr.Add(v, t, align, why) // occupies no bytes
			return
		}
		object := align > 0
		if !object {
			align = l.ABIAlign(t)
		}
		o := &frame.Object{V: v, Typ: t, Why: why, Live: live(size)}
		o.Size, o.Align, o.RoundTo = fr.Room(size, align, object)
		objs = append(objs, o)
	}
	for _, a := range set.objects {
		t, align := co.objectRoom(a.Alloca, as)
		add(a.Alloca, t, align, a.why,
			func(size int64) frame.LiveRange { return lv.Object(a.AllocaInfo, size) })
	}
	for _, s := range set.values {
		add(s.def, s.slotType(co.m), 0, s.why, func(int64) frame.LiveRange { return lv.Value(s.def, s.users) })
	}
	if len(objs) <= maxShared {
		fr.Interleaved = co.c.Target.PrivateLocals()
		if p := fr.PlaceShared(objs, lv.Always()); p != nil {
			fr.UsePlacement(p)
			return
		}
	}
	for _, o := range objs {
		fr.Add(o.V, o.Typ, max(o.Align, o.RoundTo), o.Why)
	}
}
