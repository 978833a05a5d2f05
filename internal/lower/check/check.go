// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Check verifies the rules of the coroutine intrinsics in one function before any pass rewrites it.
// Each finding has its position, the other position involved, and the fix. Package rule lists the
// rules. This file holds the entry point and gather, the one pass over the function that collects
// the calls. The rules themselves are in call.go (one call alone), shape.go (the skeleton of one
// coroutine), arms.go (the cases of a suspend), size.go and alloc.go (allocation and promise),
// memory.go (freeing the frame), frame.go and across.go (values and the frame), running.go (a
// coroutine's own handle), thrown.go (exceptions), task.go (a Swift task's memory), handle.go,
// consumer.go, late.go, borrowed.go and near.go (functions that hold handles).
//
// Check changes only the function's instruction numbers (ir.Func.Renumber), though splitting a copy
// of the function may add declarations to the unit. It relies only on well-typed IR: a rule reads
// the operands of an intrinsic only after checkSignature has accepted the call.

import (
	"fmt"
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/pass"
)

// Check returns the findings about one function, sorted by position. A function with neither
// coroutine intrinsics nor a presplit attribute has none.
func Check(c *pass.Unit, f *ir.Func) ir.ErrorList { return check(c, f, false, nil) }

// BeforeLowering returns the findings that a lowering run reports, with the severities of
// rule.ForLowering. It skips the rules that splitting itself enforces. dom is the dominator tree of
// the function, built after the function was renumbered; BeforeLowering releases it. If dom is nil,
// BeforeLowering builds a tree when a rule needs one.
func BeforeLowering(c *pass.Unit, f *ir.Func, dom *ir.DomTree) ir.ErrorList {
	return rule.ForLowering(check(c, f, true, dom))
}

func check(c *pass.Unit, f *ir.Func, lowering bool, dom *ir.DomTree) ir.ErrorList {
	if err := f.Load(); err != nil {
		if e := ir.AsError(err); e != nil {
			return ir.ErrorList{e}
		}
		return ir.ErrorList{ir.Errorf(f.Pos, "%v", err)}
	}
	if f.Entry() == nil {
		return nil
	}
	k := checkers.Take(f.Module())
	defer k.done()
	k.c, k.m, k.f, k.lowering, k.dom = c, f.Module(), f, lowering, dom
	k.gather()
	if k.coro {
		k.checkCoroutine()
	}
	k.checkConsumer()
	if !lowering {
		k.checkNear()
	}
	if k.dom != nil {
		k.dom.Done()
	}
	return k.finish()
}

// checkers recycles checkers, because a run checks thousands of functions for a few microseconds each.
var checkers = ir.NewSpare[checker]()

// done clears the checker and puts it back. It keeps the memory of the calls and work
// slices.
func (k *checker) done() {
	calls := &k.calls
	for id := range calls {
		clear(calls[id])
		calls[id] = calls[id][:0]
	}
	clear(k.work[:cap(k.work)])
	m := k.m
	*k = checker{calls: *calls, work: k.work[:0]}
	checkers.Put(m, k)
}

// checker is the state of one function's check.
type checker struct {
	c *pass.Unit
	m *ir.Module
	f *ir.Func
	// the function is a copy of near: code that was inlined has branches that depend on each other
	simplified bool
	awaiter    *ir.Param // the function is an await_suspend, and this is the awaiter, which is in the frame
	lowering   bool      // skip the rules that splitting itself enforces
	coro       bool      // the function has a presplit attribute or an intrinsic of a coroutine's own body

	broken [ir.CoroOther + 1]bool        // intrinsics with a call of a wrong type: they are not missing
	calls  [ir.CoroOther + 1][]*ir.Instr // well-typed calls in reachable blocks, in layout order
	opaque []*ir.Instr                   // indirectbr and users of block addresses
	allocs []*ir.Instr                   // reachable allocas

	otherCalls
	moduleFacts

	onHeap bool // the built-in pipelines allocate an object of variable size like the frame

	ids   []*ir.Instr // coro.id calls that splitting has not lowered yet
	id    *ir.Instr   // the id of begin, else the first of ids
	begin *ir.Instr   // the function's own coro.begin, or nil
	flow  *checkFlow
	edges *paths      // the walks from the edges of suspends
	dom   *ir.DomTree // nil until built
	work  []*ir.Block // reused worklist

	misplaced bool // a coro.end is misplaced, which explains why an edge does not reach it

	list     ir.ErrorList
	reported map[reportKey]*ir.Error
	again    map[*ir.Error]int // how many duplicates of a finding once has dropped
}

// otherCalls are the reachable calls that are no coroutine intrinsics. They are empty when lowering.
type otherCalls struct {
	callees []*ir.Instr // of functions that the module defines
	// functions that free memory, llvm.stacksave, llvm.threadlocal.address, llvm.lifetime markers, and
	// llvm.va_start
	frees, stackSaves, threadLocals, lifetimes, vaStarts []*ir.Instr
}

// moduleFacts are cached answers about functions of the module.
type moduleFacts struct {
	facts    map[paramFact]bool                      // cache of always
	resumers map[argFact]bool                        // cache of resumesParam
	late     map[argFact]*ir.Instr                   // cache of usedLate
	touching map[argFact]struct{ yes, certain bool } // cache of touches
	ramps    map[*ir.Func]*ramp                      // cache of rampOf for the module's coroutines; nil: not a plain ramp
	handing  map[*ir.Func]*ir.Func                   // cache of handOver
	wrappers map[*ir.Func]*ir.Func                   // cache of wrapper
}

// reportKey identifies a rule and the thing that its finding is about, so that once reports each
// cause once.
type reportKey struct {
	rule  string
	about any
}

// report adds a finding of a rule.
func (k *checker) report(name string, at ir.Pos, format string, args ...any) *ir.Error {
	e := ir.Errorf(at, format, args...)
	e.Rule, e.Severity = name, rule.ByName(name).Severity
	if !at.IsValid() {
		e.Pos = k.f.Pos
	}
	k.list = append(k.list, e)
	return e
}

// tell adds a finding of a rule that has a fixed message and hint.
func (k *checker) tell(name string, at ir.Pos) *ir.Error {
	e := k.report(name, at, "%s", rule.Message(name))
	e.Hint = rule.Fix(name)
	return e
}

// once adds a finding unless the rule already has one about the same thing. In that case it counts
// the duplicate and returns nil.
func (k *checker) once(about any, rule string, at ir.Pos, format string, args ...any) *ir.Error {
	key := reportKey{rule, about}
	if e := k.reported[key]; e != nil {
		ir.Put(&k.again, e, k.again[e]+1)
		return nil
	}
	e := k.report(rule, at, format, args...)
	ir.Put(&k.reported, key, e)
	return e
}

// note adds another position to a finding. It ignores an unknown position.
func note(e *ir.Error, at ir.Pos, format string, args ...any) {
	if e != nil && at.IsValid() {
		e.Notes = append(e.Notes, ir.Note{Pos: at, Msg: fmt.Sprintf(format, args...)})
	}
}

// hint sets the text that says how to fix a finding.
func hint(e *ir.Error, format string, args ...any) {
	if e != nil {
		e.Hint = fmt.Sprintf(format, args...)
	}
}

// fix sets the fix as an edit. A $ in text stands for the name of the value that ref defines.
func fix(e *ir.Error, kind ir.FixKind, at ir.Pos, arg int, text string, ref *ir.Instr) {
	if e == nil || !at.IsValid() {
		return
	}
	e.Fix = &ir.Fix{Kind: kind, At: at, Arg: arg, New: text}
	if ref != nil {
		e.Fix.Ref = ref.Pos
	}
}

// finish sorts the findings by position and appends the number of duplicates to each message.
func (k *checker) finish() ir.ErrorList {
	for _, e := range k.list {
		if n := k.again[e]; n == 1 {
			e.Msg += " (and once more)"
		} else if n > 1 {
			e.Msg += fmt.Sprintf(" (and %d more times)", n)
		}
	}
	sort.SliceStable(k.list, func(i, j int) bool { return k.list[i].Pos < k.list[j].Pos })
	if len(k.list) == 0 {
		return nil
	}
	return k.list
}

// gather collects the calls and allocas of the function in one pass. It checks each call alone, but
// drops those in unreachable blocks from the skeleton, because splitting removes such blocks first.
func (k *checker) gather() {
	k.coro = k.marked()
	reach := k.reachable()
	for b := k.f.Entry(); b != nil; b = b.Next() {
		live := reach[b.ID]
		for i := b.First(); i != nil; i = i.Next() {
			k.gatherInstr(i, live)
		}
	}
}

// reachable returns the blocks that are reachable from the entry, by block ID.
func (k *checker) reachable() []bool {
	seen := make([]bool, k.f.NumIDs())
	work := append(k.work[:0], k.f.Entry())
	seen[k.f.Entry().ID] = true
	var few [8]*ir.Block
	for len(work) > 0 {
		b := ir.Pop(&work)
		for _, s := range b.Succs(few[:0]) {
			if !seen[s.ID] {
				seen[s.ID] = true
				work = append(work, s)
			}
		}
	}
	k.work = work
	return seen
}

func (k *checker) gatherInstr(i *ir.Instr, live bool) {
	callee := -1
	if i.IsCall() {
		callee = i.CalleeArg()
		k.gatherCall(i, live)
	}
	for n := 0; n < i.NumArgs(); n++ {
		switch v := i.Arg(n).(type) {
		case *ir.Func:
			if n != callee {
				k.checkAddress(i, v)
			}
		case *ir.Const:
			if v.Kind == ir.ConstBlockAddress || len(v.Elems) > 0 {
				k.checkConst(i, v, 0)
			}
		}
	}
	if !live {
		return
	}
	switch i.Op {
	case ir.OpAlloca:
		k.allocs = append(k.allocs, i)
	case ir.OpIndirectBr:
		k.opaque = append(k.opaque, i)
	}
}

// gatherCall checks one call alone and adds it to the calls of its intrinsic.
func (k *checker) gatherCall(i *ir.Instr, live bool) {
	if fn := i.CalledFunc(); fn != nil && fn.Intrinsic() == ir.NVVMCreateSuspend {
		k.checkCreateSuspend(i)
		return
	}
	id := ir.CoroCall(i)
	if id == ir.NotCoro {
		if live && !k.lowering {
			k.gatherOther(i)
		}
		return
	}
	if !k.checkSignature(i, id) {
		k.broken[id] = true
		return
	}
	k.checkInvoke(i, id)
	k.checkArgs(i, id)
	if !live {
		return
	}
	k.calls[id] = append(k.calls[id], i)
	if id.Is(ir.InBody) {
		k.coro = true
	}
}

// gatherOther records a call that is not a coroutine intrinsic.
func (k *checker) gatherOther(i *ir.Instr) {
	fn := i.CalledFunc()
	switch {
	case fn == nil:
	case !fn.IsIntrinsic():
		if ir.FreesMemory(fn) {
			k.frees = append(k.frees, i)
		}
		if !fn.Declared {
			k.callees = append(k.callees, i)
		}
	case ir.IsLifetime(i):
		k.lifetimes = append(k.lifetimes, i)
	case fn.Intrinsic() == ir.StackSave:
		k.stackSaves = append(k.stackSaves, i)
	case fn.Intrinsic() == ir.VAStart:
		k.vaStarts = append(k.vaStarts, i)
	case fn.Intrinsic() == ir.ThreadLocalAddress:
		k.threadLocals = append(k.threadLocals, i)
	}
}

// marked reports whether the function has a presplit attribute in either spelling.
func (k *checker) marked() bool { return ir.IsPresplit(k.m, k.f) }

// otherABI returns an id call of the retcon or async ABI, or nil if the function has none.
func (k *checker) otherABI() *ir.Instr {
	for _, id := range []ir.Intrinsic{ir.CoroIDRetcon, ir.CoroIDRetconOnce, ir.CoroIDRetconOnceDynamic,
		ir.CoroIDAsync} {
		if l := k.calls[id]; len(l) > 0 {
			return l[0]
		}
	}
	return nil
}

// brokenID reports whether a coro.id of any ABI has a wrong signature.
func (k *checker) brokenID() bool {
	for id, broken := range k.broken {
		if broken && ir.Intrinsic(id).IsAnyID() {
			return true
		}
	}
	return false
}
