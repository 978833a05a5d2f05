package driver

// This file finds the unit-invariant functions: functions that are the same in every unit that has
// creators of coroutines, so that all units can share facts about them (elide.Common). No such unit
// has a unit-invariant function as a member, or any function that it references, directly or
// indirectly. References through globals count, because a pass may fold the initializer of a global
// into the code that reads it. The result only saves time: a function that is wrongly left out is
// analysed once per unit.

import (
	"bytes"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/parse"
)

// tables reports for each item whether it is a global that references a function, directly or
// through other globals.
func (r *run) tables() []bool {
	items := r.file.Items
	is := make([]bool, len(items))
	users := map[int][]int32{} // by global: the globals that reference it
	for i := range items {
		it := &items[i]
		if it.Kind != parse.ItemGlobal || bytes.Count(r.file.Text[it.Head:it.End], []byte{'@'}) < 2 {
			continue
		}
		r.file.Names(it, func(to int) {
			switch {
			case items[to].Kind == parse.ItemGlobal:
				users[to] = append(users[to], int32(i))
			case items[to].Kind == parse.ItemDefine:
				is[i] = true
			}
		})
	}
	spread(is, func(k int) []int32 { return users[k] })
	return is
}

// spread marks everything that is reachable from marked elements.
func spread(marked []bool, next func(k int) []int32) {
	var work []int32
	for k, is := range marked {
		if is {
			work = append(work, int32(k))
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range next(int(k)) {
			if !marked[n] {
				marked[n] = true
				work = append(work, n)
			}
		}
	}
}

// findUnitInvariant finds the unit-invariant functions. callers is the reference graph, related
// marks members of units and the functions between them, and unlike marks functions that reference
// a global which references a function.
func (r *run) findUnitInvariant(callers [][]int32, related, unlike []bool) {
	for i := range unlike {
		unlike[i] = unlike[i] || related[i]
	}
	spread(unlike, func(k int) []int32 { return callers[k] })
	r.unitInvariant = make([]bool, len(unlike))
	for i := range unlike {
		r.unitInvariant[i] = !unlike[i] && r.file.Items[i].Kind == parse.ItemDefine
	}
	r.common = elide.NewCommon()
}

// fileNo returns the number of a unit-invariant function, or -1 for another function.
func (r *run) fileNo(f *ir.Func) int {
	if i := r.file.Index(f.Name); i >= 0 && r.unitInvariant[i] && !f.New {
		return i
	}
	return -1
}
