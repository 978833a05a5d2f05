package split

// Symmetric transfer for input of LLVM 18 and older, where no intrinsic tells it: a call in the
// resume function that has its signature and is followed only by a way out becomes a tail call.
// Input of later versions has llvm.coro.await.suspend.handle and is not scanned.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// maxTailWalk bounds the instructions looked at behind one call: what clang 13 to 18 put behind a
// transfer took 5 or 7 in all programs measured. It is a bound because the walk may go round in a
// loop of known branches.
const maxTailWalk = 256

// abiAttrs are parameter attributes that change how an argument is passed: a tail call could not
// keep them.
var abiAttrs = []string{"sret", "byval", "inalloca", "preallocated", "inreg", "returned", "swiftself", "swifterror"}

// marksTailCalls reports whether LLVM of that version marks tail calls of the resume part.
func (co *switched) marksTailCalls() bool {
	return !co.m.Has(ir.NoMarkedTailCalls) && len(co.transfers) == 0
}

// markTailCalls turns calls followed only by a way out into tail calls.
func (cl *clone) markTailCalls() {
	var calls []*ir.Instr
	for b := cl.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if cl.mayTail(i) && leadsToReturn(i) {
				calls = append(calls, i)
			}
		}
	}
	for _, c := range calls {
		if cl.co.c.Target.Transfer(cl.f.TargetFeatures()) == target.TransferLoop {
			cl.markTransfer(c)
		} else {
			c.Flags = c.Flags&^(ir.FlagTail|ir.FlagNoTail) | ir.FlagMustTail // LLVM asks no target in these versions
		}
		cl.returnBefore(c.Next())
	}
	if len(calls) > 0 {
		opt.RemoveUnreachable(cl.f)
	}
}

// mayTail reports a call that the resume function could end with.
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

// leadsToReturn follows control behind an instruction through branches decided by constants, to a
// ret.
func leadsToReturn(call *ir.Instr) bool {
	known := map[ir.Value]*ir.Const{}
	resolve := func(v ir.Value) *ir.Const {
		if c, ok := v.(*ir.Const); ok && c.IsInt() {
			return c
		}
		return known[v]
	}
	enter := func(from, to *ir.Block) *ir.Instr {
		for p := to.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
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
