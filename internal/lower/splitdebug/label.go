// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// Labels of resume points: an artificial label __coro_resume_N at the start of each resume.N block,
// with which a debugger shows where a coroutine is suspended. LLVM emits them since version 21, in
// units with full debug info; in other units it cannot emit labels. For example:
//
//	resume.0:
//	  #dbg_label(!31, !32)             ; !31 = !DILabel(name: "__coro_resume_0", ...)

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// LabelResume inserts the label of suspend n of a coroutine before it, at the start of its block. A suspend
// without a location gets no label. The label of an inlined suspend has the location of the
// outermost call, because the label belongs to the coroutine itself.
func LabelResume(m *ir.Module, f *ir.Func, n int, suspend *ir.Instr) {
	sp := debuginfo.SubprogramOf(f)
	node := m.MDNode(sp)
	if !m.Has(ir.ResumeLabels) || !m.DbgRecords || node == nil || !debuginfo.FullDebug(m.MDNode(node.Field("unit"))) {
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
