// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Symmetric transfer in input of LLVM 18 and older, which has no intrinsic for it: a call in the
// resume function that has the resume function's signature, and is followed only by code that leads
// to a return, becomes a tail call. Input of later versions has llvm.coro.await.suspend.handle and
// is not searched. For example:
//
//	call fastcc void %resume(ptr %next)
//	br label %exit                          ; %exit returns, so the call becomes musttail

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// maxTailWalk bounds the instructions that are followed after one call. In all programs measured,
// clang 13 to 18 emit 5 or 7 instructions after a transfer. The bound is necessary because branches
// on constants may form a loop.
const maxTailWalk = 256

// abiAttrs lists parameter attributes that change how an argument is passed. A tail call could not
// preserve them.
var abiAttrs = []string{"sret", "byval", "inalloca", "preallocated", "inreg", "returned", "swiftself", "swifterror"}

// marksTailCalls reports whether this version of LLVM marks tail calls in the resume part.
func (co *switched) marksTailCalls() bool {
	return !co.m.Has(ir.NoMarkedTailCalls) && len(co.transfers) == 0
}

// markTailCalls turns calls that are followed only by code that leads to a return into tail calls.
func (cl *clone) markTailCalls() {
	var calls []*ir.Instr
	for i := range cl.f.Instrs() {
		if cl.mayTail(i) && leadsToReturn(i) {
			calls = append(calls, i)
		}
	}
	for _, c := range calls {
		if cl.co.c.Target.Transfer(cl.f.TargetFeatures()) == target.TransferLoop {
			cl.markTransfer(c)
		} else {
			// These versions of LLVM do not query the target.
			c.Flags = c.Flags&^(ir.FlagTail|ir.FlagNoTail) | ir.FlagMustTail
		}
		cl.returnBefore(c.Next())
	}
	if len(calls) > 0 {
		opt.RemoveUnreachable(cl.f)
	}
}

// mayTail reports whether the resume function could end with a tail call of i.
func (cl *clone) mayTail(i *ir.Instr) bool {
	if i.Op != ir.OpCall || i.Flags&ir.FlagMustTail != 0 {
		return false
	}
	c := i.Call()
	if c.CC != cl.f.CC || c.FTy.IsVariadic() || c.NArgs != 1 || len(c.Bundles) > 0 || !c.FTy.Ret().IsVoid() {
		return false
	}
	if _, isAsm := i.Callee().(*ir.Const); isAsm {
		return false
	}
	t := c.FTy.Params()[0]
	if !t.IsPtr() || t.AddrSpace() != 0 {
		return false
	}
	if a := ir.AsInstr(ir.StripCasts(i.Arg(0))); a != nil && a.Op == ir.OpAlloca {
		return false
	}
	if len(c.ArgAttrs) > 0 {
		for _, n := range abiAttrs {
			if c.ArgAttrs[0].Has(cl.co.m, n) {
				return false
			}
		}
	}
	return true
}

// leadsToReturn reports whether control after an instruction reaches a ret through branches on
// constants.
func leadsToReturn(call *ir.Instr) bool {
	known := map[ir.Value]*ir.Const{}
	resolve := func(v ir.Value) *ir.Const {
		if c, ok := v.(*ir.Const); ok && c.IsInt() {
			return c
		}
		return known[v]
	}
	enter := func(from, to *ir.Block) *ir.Instr {
		for p := range to.Phis() {
			if c := resolve(p.IncomingFor(from)); c != nil {
				known[p] = c
			} else {
				delete(known, p)
			}
		}
		return to.FirstNonPhi()
	}
	i := call.Next()
	for n := 0; i != nil && n < maxTailWalk; n++ {
		switch i.Op {
		case ir.OpRet:
			return true
		case ir.OpBr:
			if i.NumArgs() == 1 {
				i = enter(i.Block(), i.Arg(0).(*ir.Block))
				continue
			}
			c := resolve(i.Arg(0))
			if c == nil {
				return false
			}
			to := i.Arg(2)
			if !c.IsZero() {
				to = i.Arg(1)
			}
			i = enter(i.Block(), to.(*ir.Block))
		case ir.OpSwitch:
			c := resolve(i.Arg(0))
			if c == nil {
				return false
			}
			to := i.Arg(1).(*ir.Block)
			for k := 0; k < i.NumCases(); k++ {
				if i.CaseValue(k) == c {
					to = i.CaseDest(k)
				}
			}
			i = enter(i.Block(), to)
		case ir.OpICmp:
			a, b := resolve(i.Arg(0)), resolve(i.Arg(1))
			if a == nil || b == nil || i.Pred() != ir.PredEQ {
				return false
			}
			known[i] = i.Func().Module().Bool(a == b)
			i = i.Next()
		case ir.OpBitCast, ir.OpGEP:
			i = i.Next()
		default:
			if ir.LifetimeKind(i) == 0 {
				return false
			}
			i = i.Next()
		}
	}
	return false
}
