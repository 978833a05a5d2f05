// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Remarks about the contents of a coroutine's frame at each suspend, for targets on which frame
// memory is expensive: the values and objects whose contents are needed after the suspend, and
// their total size in bytes. They are computed once the layout of the frame is known, and nothing
// depends on them.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/remark"
)

// namedLive is the number of live values and objects that a remark names; for the others it prints
// only their number.
const namedLive = 16

// liveSet describes the values and objects that are live at one suspend.
type liveSet struct {
	suspend *ir.Instr
	pos     int32
	count   int
	bytes   int64
	names   []string
}

// describeLive builds the remarks about suspends. finish prints them, so a frame that is discarded
// gets none.
func (co *coroutine) describeLive(set *spillSet, x *coro.Crossing) {
	co.live = nil
	if co.c.Remarks == nil || !co.c.Target.PrivateLocals() {
		return
	}
	lv := set.lv
	if lv == nil {
		lv = live.New(co.Shape, x, nil, co.c.Layout)
	}
	sets := make([]liveSet, 0, len(co.Suspends)+1)
	for _, s := range co.Suspends {
		sets = append(sets, liveSet{suspend: s, pos: lv.At(s)})
	}
	slices.SortFunc(sets, func(a, b liveSet) int { return int(a.pos - b.pos) })
	sets = append(sets, liveSet{}) // a sentinel after the last suspend
	last := len(sets) - 1
	at := func(pos int32) int {
		k, _ := slices.BinarySearchFunc(sets[:last], pos, func(s liveSet, at int32) int { return int(s.pos - at) })
		return k
	}
	// room leads to the next suspend that has room for a name (union-find with path halving).
	room := make([]int, len(sets))
	for k := range room {
		room[k] = k
	}
	free := func(k int) int {
		for room[k] != k {
			room[k] = room[room[k]]
			k = room[k]
		}
		return k
	}
	add := func(name string, size int64, spans []frame.Span) {
		for _, sp := range spans {
			from, to := at(sp.From), at(sp.To)
			if from == to {
				continue // between two suspends
			}
			sets[from].count, sets[to].count = sets[from].count+1, sets[to].count-1
			sets[from].bytes, sets[to].bytes = sets[from].bytes+size, sets[to].bytes-size
			for k := free(from); k < to; k = free(k + 1) {
				if sets[k].names = append(sets[k].names, name); len(sets[k].names) == namedLive {
					room[k] = k + 1
				}
			}
		}
	}
	if p := co.Promise; p != nil {
		t := co.allocaType(p)
		add(liveName(p, t), co.c.Layout.AllocSize(t), lv.Always())
	}
	for _, a := range set.objects {
		size := co.c.Layout.AllocSize(co.allocaType(a.Alloca))
		add(liveName(a.Alloca, co.allocaType(a.Alloca)), size, lv.Object(a.AllocaInfo, size).Spans)
	}
	for _, s := range set.values {
		t := s.slotType(co.m)
		add(liveName(s.def, t), co.c.Layout.AllocSize(t), lv.Value(s.def, s.users).Spans)
	}
	for k := range sets[:last] {
		co.live = append(co.live, co.liveRemark(&sets[k]))
		sets[k+1].count += sets[k].count // turns the differences into running totals
		sets[k+1].bytes += sets[k].bytes
	}
}

// liveName returns the name and type of a live value or object.
func liveName(v ir.Value, t *ir.Type) string {
	name := ""
	switch v := v.(type) {
	case *ir.Instr:
		name = v.Name()
	case *ir.Param:
		name = v.Name
	}
	if name == "" {
		return t.String()
	}
	return "%" + name + " " + t.String()
}

func (co *coroutine) liveRemark(s *liveSet) remark.Remark {
	number := slices.Index(co.Suspends, s.suspend)
	args := remark.Words("suspend ", remark.Number("suspend", number))
	if id := coro.SuspendID(co.m, s.suspend); id != "" {
		args = append(args, remark.Words(" (id ", remark.Named("id", id), ")")...)
	}
	list := strings.Join(s.names, ", ")
	if more := s.count - len(s.names); more > 0 {
		list += " and " + strconv.Itoa(more) + " more"
	}
	if list != "" {
		list = ": " + list
	}
	args = append(args, remark.Words(" of '", remark.Named("function", co.F.Name), "' keeps ",
		remark.Number("bytes", s.bytes), " bytes", remark.Named("live", list))...)
	return remark.Remark{Kind: remark.Analysis, Pass: "coro-split", Name: "CoroLive", Function: co.F.Name,
		Loc: debuginfo.InstrLoc(co.m, s.suspend), Args: args}
}
