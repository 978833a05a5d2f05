// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/framereport"
)

// This file is frames as maps, for debuggers and programs that look into suspended coroutines.

// FrameMap adds to a map the coroutines that a run split, in the order of the file's functions.
// Coroutines that never suspend are not in it: their frames are gone.
func FrameMap(m *framemap.Map, res *driver.Result) {
	m.Version = framemap.Version
	byName := map[string]*framereport.Report{}
	for k := range res.Frames {
		byName[res.Frames[k].Function] = &res.Frames[k]
	}
	for _, f := range res.Functions() {
		if r := byName[f]; r != nil && len(r.Suspends) > 0 {
			m.Coroutines = append(m.Coroutines, mapped(r))
		}
	}
}

func mapped(r *framereport.Report) *framemap.Coroutine {
	c := &framemap.Coroutine{Function: r.Function, ABI: r.ABI, File: r.Loc.File, Line: r.Loc.Line,
		Parts: []framemap.Part{}, Size: r.Size, Align: r.Align, Slots: []framemap.Slot{}}
	for _, p := range r.Parts {
		c.Parts = append(c.Parts, framemap.Part{Name: p.Name, Private: p.Private})
	}
	for k := range r.Rows {
		row := &r.Rows[k]
		s := framemap.Slot{Kind: row.Kind.String(), Offset: row.Offset, Size: row.Size, Type: row.Type, Name: row.Name,
			FrameOf: row.FrameOf, Handles: row.Handles, Pointers: row.Pointers}
		if v := row.Var; v != nil {
			s.Variable = &framemap.Variable{Name: v.Name, Type: v.Type, Line: v.Loc.Line, Parameter: v.Parameter,
				Of: v.Of, Address: v.Address, OneOf: v.OneOf, From: v.From, To: v.To}
		}
		c.Slots = append(c.Slots, s)
	}
	for k := range r.Suspends {
		s := &r.Suspends[k]
		out := framemap.Suspend{Index: s.Index, Final: s.Final, Live: s.Live, AwaiterType: s.Awaits}
		for _, p := range s.Calls {
			out.At = append(out.At, framemap.Place{Function: p.Function, File: p.File, Line: p.Line, Column: p.Col})
		}
		if s.Awaiter >= 0 {
			out.Awaiter = &s.Awaiter
		}
		c.Suspends = append(c.Suspends, out)
	}
	return c
}
