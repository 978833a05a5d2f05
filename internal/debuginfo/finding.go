package debuginfo

// Places in the source for findings about IR.

import "github.com/corolower/corolower/internal/ir"

// SourceOf is the place of an instruction in the source; where it has none of its own, that of its function.
func SourceOf(m *ir.Module, f *ir.Func, i *ir.Instr) ir.SourceLoc {
	sp := m.MDNode(SubprogramOf(f))
	if i != nil {
		at := i.DebugLoc()
		if l := mdLoc(m, at); l.Line > 0 {
			dir := ""
			if n := m.MDNode(at); n != nil {
				dir = directory(m, m.MDNode(n.Field("scope")))
			}
			return ir.SourceLoc{File: l.File, Dir: dir, Line: l.Line, Col: l.Col}
		}
	}
	l := FuncLoc(m, f)
	return ir.SourceLoc{File: l.File, Dir: directory(m, sp), Line: l.Line, Col: l.Col}
}

// directory is where the file of a scope is meant from.
func directory(m *ir.Module, scope *ir.MDNode) string {
	for k := 0; scope != nil && k < MaxScopeDepth; k++ {
		if file := m.MDNode(scope.Field("file")); file != nil {
			if d := file.Field("directory"); d != nil {
				return d.Text
			}
			return ""
		}
		scope = m.MDNode(scope.Field("scope"))
	}
	return ""
}
