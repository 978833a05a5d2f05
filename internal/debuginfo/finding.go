// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file computes source locations for findings about IR.

import "github.com/corolower/corolower/internal/ir"

// SourceOf returns the source location of an instruction, or that of its function if the
// instruction has none.
func SourceOf(m *ir.Module, f *ir.Func, i *ir.Instr) ir.SourceLoc {
	l := FuncLoc(m, f)
	if i != nil {
		if at := InstrLoc(m, i); at.Line > 0 {
			l = at
		}
	}
	return ir.SourceLoc{File: l.File, Dir: l.Dir, Sum: l.Sum, Line: l.Line, Col: l.Col}
}
