// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes the steps of coroutines in the loop that dispatches them, where the loop calls
// them, so that ptxas saves no registers around them:
//
//	%next = call ptr @f.resume.step(ptr %handle)
//
// becomes the body of @f.resume.step. Its parameter is the register of %handle, and a return copies
// the result to %next and jumps to the end of the body. ptxas itself inlines nothing that an indirect
// call may reach.

import "github.com/corolower/corolower/internal/ir"

// expansion is a function that is written in place of its call.
type expansion struct {
	result []opnd
	end    label
}

// expands reports whether a call of the function f is replaced by its body. A step with
// variables or variable arguments in local memory stays a function.
func (e *fn) expands(f *ir.Func) bool {
	if f.Declared || len(f.Params) != 1 || !isLocal(f.Linkage) || ir.PartOf(e.m, e.f) != ir.PartDispatch ||
		ir.PartOf(f.Module(), f) != ir.PartStep {
		return false
	}
	for i := range f.Instrs() {
		if i.Op == ir.OpAlloca || i.IsCall() && i.Call().FTy.IsVariadic() {
			return false
		}
	}
	return true
}

// expand writes the body of f in place of a call.
func (e *fn) expand(call *ir.Instr, f *ir.Func) {
	e.legalise(f)
	f.Renumber()
	in := &fn{writer: e.writer, m: f.Module(), f: f, num: e.ordinal, name: e.names[f], allocas: map[*ir.Instr]int64{},
		twins: map[ir.Value]opnd{}, regs: e.regs}
	e.ordinal++
	in.base, in.pbase = make([]int32, f.NumIDs()), []int32{1}
	in.slots = []opnd{e.reg(e.value(call.Arg(0))[0])}
	in.analyse()
	in.inPlaceOf = &expansion{e.def(call), in.newLabel()}
	in.regs = e.regs
	for b := f.Entry(); b != nil; b = b.Next() {
		if in.labels[b.ID] >= 0 {
			in.block(b)
		}
	}
	in.place(in.inPlaceOf.end)
	e.b, e.regs = append(e.b, in.b...), in.regs
	e.loc = nil
}

// expandedReturn writes a return of a function that is written in place of its call.
func (e *fn) expandedReturn(i *ir.Instr) {
	for k, o := range e.value(i.Arg(0)) {
		e.mov(e.inPlaceOf.result[k], o)
	}
	e.bra(e.inPlaceOf.end)
}
