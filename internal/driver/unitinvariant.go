package driver

// This file finds the functions that are the same to all units that have creators of coroutines:
// what one unit finds out about them (elide.Common) the others need not. Such a function is a
// member of no such unit, and neither is what its text leads to, from name to name. A global is a
// way, too: its initializer may be folded into the code that reads it. It decides nothing about a
// function but that; one that could be among them and is not costs time.

import (
	"bytes"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/parse"
)

// tables tells of each item whether it is a global that names a function, itself or through other
// globals.
func (r *run) tables() []bool {
	items := r.file.Items
	is := make([]bool, len(items))
	users := map[int][]int32{} // globals by one that they name
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

// spread marks whatever is reached from what is marked.
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

// findUnitInvariant notes the functions that are the same to all units, by who names whom, which functions
// are members of units or lie between them, and which name a global that names a function.
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

// fileNo is the number of a function that is the same to all units, -1 for another.
func (r *run) fileNo(f *ir.Func) int {
	if i := r.file.Index(f.Name); i >= 0 && r.unitInvariant[i] && !f.New {
		return i
	}
	return -1
}
