package split

// Labels of resume points: an artificial label __coro_resume_N at the head of each resume.N block,
// by which a debugger shows where a coroutine is suspended. LLVM makes them since 21, in units with
// full debug info: from others it cannot emit them.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// labelResume puts the label of suspend n in front of it; the block begins there. A suspend without
// a location gets none. One that was inlined is labelled with the place it was inlined to, as the
// label belongs to the coroutine itself.
func (co *coroutine) labelResume(n int, suspend *ir.Instr) {
	m := co.m
	sp := debuginfo.SubprogramOf(co.F)
	node := m.MDNode(sp)
	if !m.Has(ir.ResumeLabels) || !m.DbgRecords || node == nil || !fullDebug(m.MDNode(node.Field("unit"))) {
		return
	}
	loc := suspend.DebugLoc()
	at := m.MDNode(loc)
	for k := 0; k < debuginfo.MaxScopeDepth && at != nil; k++ {
		outer := at.Field("inlinedAt")
		if outer == nil || m.MDNode(outer) == nil {
			break
		}
		at = m.MDNode(outer)
	}
	if at == nil || at.Name != "DILocation" {
		return
	}
	line, column := debuginfo.MdLine(at.Field("line")), debuginfo.MdLine(at.Field("column"))
	label := m.AddMD(&ir.MDNode{Name: "DILabel", Fields: append(debuginfo.MdFields("scope", sp, "name",
		debuginfo.MdText("__coro_resume_"+strconv.Itoa(n)),
		"file", node.Field("file"), "line", debuginfo.MdInt(line),
		"column", column, "isArtificial", debuginfo.MdWord("true")),
		ir.MDField{Name: "coroSuspendIdx", Val: debuginfo.MdInt(int64(n))})})
	where := m.AddMD(&ir.MDNode{Name: "DILocation", Fields: debuginfo.MdFields("line", debuginfo.MdInt(line), "column",
		column, "scope", sp)})
	d := m.NewInstr(ir.OpDbg, m.Types.Void())
	d.Aux = &ir.DbgAux{Kind: "label", Ops: []ir.DbgOp{{MD: label}}}
	d.SetDebugLoc(where)
	d.Pos = suspend.Pos
	suspend.Dbg = append([]*ir.Instr{d}, suspend.Dbg...)
}
