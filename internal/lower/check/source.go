// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// This file maps the positions of findings to the source that the frontend compiled.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// Locate adds source locations to the findings about a function and to their notes, as far as the
// function has debug info.
func Locate(m *ir.Module, f *ir.Func, l ir.ErrorList) {
	if len(l) == 0 || !f.Loaded() || debuginfo.SubprogramOf(f) == nil {
		return
	}
	want := map[ir.Pos]*ir.Instr{f.Pos: nil}
	for _, e := range l {
		want[e.Pos] = nil
		for _, n := range e.Notes {
			want[n.Pos] = nil
		}
	}
	for i := range f.Instrs() {
		if _, ok := want[i.Pos]; ok && i.Pos.IsValid() {
			want[i.Pos] = i
		}
	}
	place := func(p ir.Pos) ir.SourceLoc {
		if i := want[p]; i != nil || p == f.Pos {
			return debuginfo.SourceOf(m, f, i)
		}
		return ir.SourceLoc{}
	}
	for _, e := range l {
		e.Source = place(e.Pos)
		for k := range e.Notes {
			e.Notes[k].Source = place(e.Notes[k].Pos)
		}
	}
}
