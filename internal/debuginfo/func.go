// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file reads the debug info of functions that remarks need.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// SubprogramOf returns the operand of a function's !dbg attachment, or nil.
func SubprogramOf(f *ir.Func) *ir.MD {
	for _, a := range f.Meta {
		if a.Kind == "dbg" {
			return a.MD
		}
	}
	return nil
}

// FuncLoc returns the source location of a function: the file and scope line of its subprogram.
// LLVM's remarks about functions use it.
func FuncLoc(m *ir.Module, f *ir.Func) remark.Loc {
	sp := m.MDNode(SubprogramOf(f))
	if sp == nil {
		return remark.Loc{}
	}
	loc := remark.Loc{}
	setFile(m, &loc, sp)
	line := sp.Field("scopeLine")
	if line == nil {
		line = sp.Field("line")
	}
	if line != nil {
		loc.Line, _ = strconv.Atoi(line.Text)
	}
	return loc
}

// EntryCount returns the function's profile count, or nil if it has none. Profiles of samples write
// -1 for a function without samples.
func EntryCount(m *ir.Module, f *ir.Func) *uint64 {
	for _, a := range f.Meta {
		if a.Kind != "prof" {
			continue
		}
		n := m.MDNode(a.MD)
		if n == nil || len(n.Fields) < 2 || n.Fields[0].Val.Text != "function_entry_count" {
			return nil
		}
		if c, ok := n.Fields[1].Val.Val.(*ir.Const); ok && c.Int64() != -1 {
			v := c.Uint64()
			return &v
		}
	}
	return nil
}
