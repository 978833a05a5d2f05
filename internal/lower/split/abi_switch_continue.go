// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Continuations of a switched coroutine. With Options.Continuations each suspend has a function of
// its own that resumes the coroutine there. The suspend stores it in the frame, so whoever resumes
// the coroutine needs no switch over the index. For example:
//
//	store i2 1, ptr %index.addr
//	store ptr @f.resume.1, ptr %frame
//
// The index is stored too, because the destroy part and the resume part read it. The resume part
// stays: it is correct at every suspend. A frame is in one of two modes, which the ramp chooses:
//
//   - Its slot holds the continuation of the suspend. Only code that reads the slot resumes it.
//   - Its slot holds the resume part, which does not change the slot. Code that calls the resume part
//     by name puts the frame into this mode first (elide/resumeentry.go): it replaces the continuations
//     that the ramp stores. So elided frames have the code that they have without the option.
//
// The destroy and cleanup parts do not know the mode. If they suspend, they store the resume part.
//
// Each continuation contains the code that it reaches. So a coroutine gets continuations only if
// they are few and small.

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// Limits on the continuations of one coroutine. With fewer suspends, LLVM makes one or two branches of
// the switch, which are predicted better than the call of a pointer that changes. With more, it makes
// an indirect jump of it, besides the indirect call.
const (
	minContinuations = 4
	maxContinuations = 16
	maxContinued     = 600 // in instructions, all together
)

// mayContinue reports whether the coroutine may get continuations, before their sizes are known.
func (co *switched) mayContinue() bool {
	if !co.c.Opts.Continuations || co.m.TypedPtrs || co.c.Target.MarksParts() ||
		co.c.Target.Transfer(co.F.TargetFeatures()) != target.TransferTail || len(co.F.Taken) > 0 {
		return false
	}
	for _, a := range []string{"optnone", "optsize", "minsize"} {
		if co.F.HasAttr(a) {
			return false
		}
	}
	n := co.resumable()
	return n >= minContinuations && n <= maxContinuations
}

// resumable returns the number of suspends at which the coroutine may be resumed.
func (co *switched) resumable() int {
	if co.HasFinal {
		return len(co.Suspends) - 1
	}
	return len(co.Suspends)
}

// leaveAt makes the path on which suspend s returns to the caller lead from block from to its end,
// without the block that is entered after s too. It reports whether it could. Then the code after
// the suspend reaches only what runs when the coroutine is resumed or destroyed there. Whether it can
// does not depend on debug records. The path keeps those that it passes.
func (co *switched) leaveAt(s *ir.Instr, from, landing *ir.Block) bool {
	at := landing
	var passed []*ir.Instr
	if t := at.Terminator(); at.First() == t && t.Op == ir.OpBr && t.NumArgs() == 1 {
		if next := t.Arg(0).(*ir.Block); next.SinglePred() == at {
			at, passed = next, t.Dbg
		}
	}
	t := at.Terminator()
	if at.First() != t || co.ReturnEdge(t) != 0 || t.Arg(0) != ir.Value(s) || s.FirstUse().Next() != nil {
		return false
	}
	to := t.Block().Succs(nil)[0]
	for p := range to.Phis() {
		p.AddIncoming(co.m, p.IncomingFor(at), from)
	}
	from.Terminator().SetArg(0, to)
	for u := s.FirstDbgUse(); u != nil; u = s.FirstDbgUse() {
		u.Set(co.m.Poison(s.Type()))
	}
	leave := from.Terminator()
	leave.Dbg = leave.Dbg[:len(leave.Dbg):len(leave.Dbg)]
	for _, d := range slices.Concat(passed, t.Dbg) {
		leave.Dbg = append(leave.Dbg, co.m.CloneInstr(d))
	}
	return true
}

// addContinuations declares the continuations and stores them at the suspends, if they are small
// enough.
func (co *switched) addContinuations() {
	if !co.mayContinue() || !co.continuesBriefly() {
		return
	}
	m := co.m
	resume := co.clones[cloneResume]
	bld := ir.NewBuilder(m)
	for n, save := range co.saves {
		name := co.F.Name + "." + cloneResume.suffix() + "." + strconv.Itoa(n)
		c := co.declarePart(name, resume.FTy)
		c.CC, c.Attrs, c.AtEnd = resume.CC, resume.Attrs, true
		c.Params[0].Attrs = resume.Params[0].Attrs
		co.continuations = append(co.continuations, c)
		if counts := co.entering(cloneResume); counts != nil {
			co.countEntries(c, counts[n:n+1], true)
		}
		bld.Before(save.Next())
		bld.SetDebugLoc(save.DebugLoc())
		addr := co.headerAddr(bld, co.framePtr, co.resume, "ResumeFn.addr")
		co.stored = append(co.stored, bld.Store(c, addr, co.ptrAlign()))
	}
	co.declares.Gather(co.framePtr)
}

// continuesBriefly reports whether the continuations have few instructions.
func (co *switched) continuesBriefly() bool {
	size := 0
	for _, s := range co.Suspends[:co.resumable()] {
		work := ir.NewWorklist(s.Block())
		for b := range work.All {
			for i := b.First(); i != nil; i = i.Next() {
				if size++; size > maxContinued {
					return false
				}
			}
			for _, to := range co.resumedTo(b.Terminator()) {
				work.Add(to)
			}
		}
	}
	return true
}

// resumedTo returns the blocks to which a terminator may lead while the coroutine runs.
func (co *switched) resumedTo(t *ir.Instr) []*ir.Block {
	list := t.Block().Succs(nil)
	if s, k := ir.SuspendEdge(t, 0); s != nil {
		return list[k : k+1]
	}
	return list
}

// fillContinuation builds the part that resumes the coroutine at suspend n.
func (co *switched) fillContinuation(n int, f *ir.Func) {
	count.Continuation.Hit()
	at := co.Suspends[n].Block()
	behind := at.SingleSucc()
	cl := &clone{co: co, kind: cloneResume, continued: true}
	cl.part = co.newPart(f, nil, at)
	cl.dropReturns()
	cl.enterAt(at, "entry."+cloneResume.suffix())
	cl.transferControl()
	cl.takeFrame(f.Params[0])
	cl.replaceSuspends()
	cl.replaceEnds()
	cl.notInRamp()
	co.declares.Locals(cl.vm)
	co.salvageDebug(f, cl.base, cl.vm)
	cl.replaceFrees()
	opt.RemoveUnreachable(f)
	cl.declareScope()
	cl.finish()
	debuginfo.SetScopeLine(co.m, f, firstLine(co.m, co.Suspends[n], behind))
}

// settleStored makes a part's suspends store what the part may store: the resume part nothing, the
// destroy and cleanup parts the resume part, and a continuation the next continuation.
func (cl *clone) settleStored() {
	if cl.continued {
		return
	}
	for _, s := range cl.co.stored {
		c := cl.vm.Instr(s)
		if cl.kind != cloneResume {
			c.SetArg(0, cl.co.clones[cloneResume])
			continue
		}
		addr := c.Arg(1)
		c.Erase()
		opt.DeleteDead(cl.co.m, addr)
	}
}

// table returns the entries of the table of parts, in which elision finds the continuations behind
// the .noalloc ramp, or null.
func (co *switched) table(noalloc *ir.Func) []ir.Value {
	list := []ir.Value{}
	for _, f := range co.clones {
		list = append(list, f)
	}
	if noalloc != nil {
		list = append(list, noalloc)
	} else if len(co.continuations) > 0 {
		list = append(list, co.m.Null(co.clones[0].Type()))
	}
	for _, f := range co.continuations {
		list = append(list, f)
	}
	return list
}

func (co *switched) parts() []*ir.Func { return slices.Concat(co.clones, co.continuations) }

// gathered returns the map that salvageDebug needs if addContinuations removed the declarations of
// frame variables from the body, or nil.
func (co *switched) gathered(p *part) *ir.ValueMap {
	if len(co.continuations) == 0 {
		return nil
	}
	return p.vm
}
