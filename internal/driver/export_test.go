// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// PanicPlace exports panicPlace for a test.
var PanicPlace = panicPlace

// Apart makes units share no caches and no memory.
func Apart(o *Options) { o.apart = true }

// Plan returns the names of the functions of each unit, by component in the order of processing.
// batch is the maximum size of joined units.
func Plan(file *parse.File, pl *pass.Pipeline, batch int) [][][]string {
	r := &run{o: &Options{Pipeline: pl}, file: file, batch: batch}
	if err := r.prepare(); err != nil {
		panic(err)
	}
	var out [][][]string
	for _, u := range r.plan() {
		var comps [][]string
		for _, scc := range u.sccs {
			var names []string
			for _, mem := range scc {
				names = append(names, mem.item.Name)
			}
			comps = append(comps, names)
		}
		out = append(out, comps)
	}
	return out
}

// Recursive returns the functions of the units that elision considers recursive.
func Recursive(file *parse.File, pl *pass.Pipeline) []string {
	r := &run{o: &Options{Pipeline: pl}, file: file}
	if err := r.prepare(); err != nil {
		panic(err)
	}
	var names []string
	for _, u := range r.plan() {
		u.job = &job{own: map[*ir.Func]*member{}}
		for _, mem := range u.members {
			f := &ir.Func{Name: mem.item.Name}
			if u.own[f] = mem; u.recursive(f) {
				names = append(names, f.Name)
			}
		}
		if !u.recursive(&ir.Func{}) {
			panic("a function that the unit does not own is not recursive")
		}
	}
	return names
}

// ReadingSteps returns the names of the steps that run on functions that a unit only reads.
func ReadingSteps(pl *pass.Pipeline) []string {
	var names []string
	for _, st := range readingSteps(pl.Steps()) {
		names = append(names, st.Pass.Name)
	}
	return names
}
