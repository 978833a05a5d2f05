package debuginfo

// Places in the source for findings about IR.

import "github.com/corolower/corolower/internal/ir"

// SourceOf is the place of an instruction in the source; where it has none of its own, that of its
// function.
func SourceOf(m *ir.Module, f *ir.Func, i *ir.Instr) ir.SourceLoc {
	l := FuncLoc(m, f)
	if i != nil {
		if at := InstrLoc(m, i); at.Line > 0 {
			l = at
		}
	}
	return ir.SourceLoc{File: l.File, Dir: l.Dir, Sum: l.Sum, Line: l.Line, Col: l.Col}
}
