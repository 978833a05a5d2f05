package lower

// Debug info of functions: what remarks and the other debug files ask of a function's own metadata.
//
// debug_clone.go gives each clone a subprogram of its own, debug_values.go keeps variables described whose values moved to the frame,
// debug_frame.go describes the frame itself, debug_label.go names the resume points, debug_expr.go edits expressions. Debug info never
// changes the code or the frame's layout, but for the local that holds a clone's frame pointer.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// subprogramOf is the operand of a function's !dbg attachment, or nil.
func subprogramOf(f *ir.Func) *ir.MD {
	for _, a := range f.Meta {
		if a.Kind == "dbg" {
			return a.MD
		}
	}
	return nil
}

// beforeAt positions a builder in front of an instruction, whose debug location what is made takes.
func beforeAt(bld *ir.Builder, i *ir.Instr) {
	bld.Before(i)
	bld.SetDebugLoc(i.DebugLoc())
}

// FuncLoc is the source location of a function: file and scope line of its subprogram. LLVM's remarks about functions use it.
func FuncLoc(m *ir.Module, f *ir.Func) remark.Loc {
	sp := m.MDNode(subprogramOf(f))
	if sp == nil {
		return remark.Loc{}
	}
	loc := remark.Loc{}
	if file := m.MDNode(sp.Field("file")); file != nil {
		if name := file.Field("filename"); name != nil {
			loc.File = name.Text
		}
	}
	line := sp.Field("scopeLine")
	if line == nil {
		line = sp.Field("line")
	}
	if line != nil {
		loc.Line, _ = strconv.Atoi(line.Text)
	}
	return loc
}

// entryCount is the function's profile count, nil when it has none.
func entryCount(m *ir.Module, f *ir.Func) *uint64 {
	for _, a := range f.Meta {
		if a.Kind != "prof" {
			continue
		}
		n := m.MDNode(a.MD)
		if n == nil || len(n.Fields) < 2 || n.Fields[0].Val.Text != "function_entry_count" {
			return nil
		}
		if c, ok := n.Fields[1].Val.Val.(*ir.Const); ok {
			v := c.Uint64()
			return &v
		}
	}
	return nil
}
