// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file implements coro-annotation-elide. The attribute coro_elide_safe on a call is a promise
// of the frontend: the caller awaits the coroutine to its end. In a coroutine that is not split
// yet, the callee's frame becomes a variable of the caller, so it becomes part of the caller's
// frame. The call then calls the ramp that receives its memory from the caller (.noalloc, from
// coro-split).
//
// The pass does not analyse handles and lifetimes, because it relies on the promise. coro-elide
// handles calls without the attribute.

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
)

// SafeAttr marks a call of a coroutine whose frame its caller may provide.
const SafeAttr = "coro_elide_safe"

// defaultElideRatio is the minimum frequency of a call, relative to the caller's entry, at which
// its frame is put into the caller's.
const defaultElideRatio = 0.55

// AnnotationElide makes the marked calls of a coroutine that is split already use the memory of
// their callers. callers are the functions that may call it, in the order of the file. It reports whether a caller changed, and
// sets Changed in each such caller.
//
// This is LLVM's order: when the callee is split, only the earlier passes have run on the callers.
func (c *State) AnnotationElide(callee *ir.Func, callers []*ir.Func) (bool, error) {
	a, err := c.annotationOf(callee)
	if a == nil || err != nil {
		return false, err
	}
	// LLVM visits the newest use first, which determines the order of the allocas.
	var calls []*ir.Instr
	for _, f := range callers {
		calls = ir.AppendCalls(calls, f, callee)
	}
	list := make([]annotated, len(calls))
	for k, call := range calls {
		list[k] = annotated{call: call, of: a}
	}
	return c.visitAnnotated(list), nil
}

// annotated is a call of a coroutine with a ramp that may use the caller's memory.
type annotated struct {
	call         *ir.Instr
	of           *annotation
	count, entry uint64 // frequencies of the call and of its function, if the call may use that memory
}

// visitAnnotated decides about calls, the last one first, and reports whether it changed one. It computes
// the frequencies of each caller once, before it changes any.
func (c *State) visitAnnotated(calls []annotated) (changed bool) {
	freq := map[*ir.Func]*opt.Frequencies{}
	for k := range calls {
		x := &calls[k]
		if g := x.call.Func(); x.of.promised(x.call) {
			if freq[g] == nil {
				freq[g] = opt.NewFrequencies(c.M, g)
			}
			x.count, x.entry = freq[g].Of(x.call.Block()), freq[g].Entry()
		}
	}
	for _, x := range slices.Backward(calls) {
		changed = x.of.visit(x.call, x.count, x.entry) || changed
	}
	return changed
}

// AnnotationElideOwn does the same for the calls in a function of coroutines that are split
// already. When it runs, the function is simplified and not split yet, so it has better
// frequencies, and it computes them once for all calls.
func (c *State) AnnotationElideOwn(caller *ir.Func) (bool, error) {
	if caller.Declared || !c.M.Has(ir.ElideSafeCalls) {
		return false, nil
	}
	var calls []annotated
	known := map[*ir.Func]*annotation{}
	for i := range caller.Instrs() {
		if !i.IsCall() {
			continue
		}
		callee := i.CalledFunc()
		if callee == nil || callee.IsIntrinsic() || !callee.Declared && !callee.Loaded() {
			continue
		}
		a, ok := known[callee]
		if !ok {
			var err error
			if a, err = c.annotationOf(callee); err != nil {
				return false, err
			}
			known[callee] = a
		}
		if a != nil {
			calls = append(calls, annotated{call: i, of: a})
		}
	}
	return c.visitAnnotated(calls), nil
}

// annotationOf returns the state for a coroutine's calls; nil for a function without a ramp that
// uses its callers' memory.
func (c *State) annotationOf(callee *ir.Func) (*annotation, error) {
	if !c.M.Has(ir.ElideSafeCalls) || callee.Declared || ir.IsPresplit(c.M, callee) {
		return nil, nil
	}
	ramp, err := c.M.Func(callee.Name + ".noalloc")
	if err != nil || ramp == nil {
		return nil, err
	}
	a := &annotation{c: c, callee: callee, ramp: ramp}
	if a.unfit = unfitRamp(callee, ramp); a.unfit != "" {
		return a, nil
	}
	if a.size, a.align = frameBytes(c, ramp.Params[len(ramp.Params)-1]); a.size < 0 {
		a.unfit = "the last parameter of @" + ramp.Name + " has no dereferenceable(N)"
	}
	return a, nil
}

// unfitRamp returns the reason why n is not the ramp of f that uses memory of its caller, or "". It must
// have the signature that coro-split gives it: in hand-written input any function may have the name.
func unfitRamp(f, n *ir.Func) string {
	k := len(f.Params)
	switch {
	case n.Declared:
		return "@" + n.Name + " has no body"
	case n.Interposable():
		return "@" + n.Name + " may be replaced at link time"
	case n.CC != f.CC || n.FTy.IsVariadic() || len(n.Params) != k+1 || n.FTy.Ret() != f.FTy.Ret() || !n.Params[k].Type().IsPtr() ||
		!slices.Equal(n.FTy.Params()[:k], f.FTy.Params()):
		return "@" + n.Name + " does not have the parameters of @" + f.Name + " and the frame"
	}
	return ""
}

// frameBytes reads a frame's size and alignment from the attributes of the parameter that receives
// it, which coro-split always writes; they are -1 if there are none.
func frameBytes(c *State, p *ir.Param) (size, align int64) {
	number := func(name string) int64 {
		if a := p.Attrs.Get(c.M, name); a != nil {
			if n, err := strconv.ParseInt(a.Val, 10, 63); err == nil {
				return n
			}
		}
		return -1
	}
	if size = number("dereferenceable"); size < 0 {
		return -1, -1
	}
	return size, max(number("align"), 1)
}

// annotation is the state for the calls of one coroutine.
type annotation struct {
	c           *State
	callee      *ir.Func
	ramp        *ir.Func
	size, align int64
	unfit       string // why the ramp cannot be used; "" if it can
}

// promised reports whether a call may use its caller's memory, apart from its frequency.
func (a *annotation) promised(call *ir.Instr) bool {
	return ir.IsPresplit(a.c.M, call.Func()) && call.Call().Attrs.Has(a.c.M, SafeAttr)
}

// visit decides about one call, and reports it.
func (a *annotation) visit(call *ir.Instr, count, entry uint64) bool {
	c, g := a.c, call.Func()
	switch promised := a.promised(call); {
	case !promised && a.unfit != "":
		return false
	case !promised:
		if call.Call().Attrs.Has(c.M, SafeAttr) {
			a.leave(call, "'"+g.Name+"' is not a coroutine")
		}
		a.addRemark(call, remark.Missed, "CoroAnnotationElide", "' not elided in '",
			"' (caller_presplit=", remark.Named("caller_presplit", strconv.FormatBool(ir.IsPresplit(c.M, g))),
			", elide_safe_attr=", remark.Named("elide_safe_attr",
				strconv.FormatBool(call.Call().Attrs.Has(c.M, SafeAttr))), ")")
		return false
	}
	freq := remark.Named("block_freq", strconv.FormatUint(count, 10))
	if least := c.Opts.threshold(entry); c.M.Has(ir.ElideSafeFrequency) && count < least {
		a.leave(call, fmt.Sprintf("'%s' reaches it %s times per run, below the minimum of %s "+
			"(-coro-elide-branch-ratio)",
			g.Name, ofEntry(count, entry), ofEntry(least, entry)))
		a.addRemark(call, remark.Missed, "CoroAnnotationElideUnlikely", "' not elided in '",
			"' because of low frequency: ", freq, " (threshold: ",
			remark.Named("min_freq", strconv.FormatUint(least, 10)), ")")
		return false
	}
	// This must not query the call after it is replaced.
	found := Elision{Callee: a.callee.Name, Caller: g.Name, Local: g.IsLocal(), Size: a.size, Align: a.align,
		Elided: true, Annotated: true, Pos: call.Pos,
		Loc: debuginfo.CallerLoc(c.M, call), Var: debuginfo.HolderOf(c.M, g, call)}
	if runs := debuginfo.EntryCount(c.M, g); runs != nil {
		hits := opt.Reached(*runs, count, entry)
		found.Hits = &hits
	}
	if why := a.rewrite(call); why != "" {
		a.leave(call, why)
		a.reportOf(g, remark.Missed, "CoroAnnotationElide", "' not elided in '", "' because ", remark.Named("reason", why))
		return false
	}
	c.verdicts.settle(c.verdicts.missed(&found), &found)
	g.Changed = true
	if !c.M.Has(ir.ElideSafeFrequency) {
		a.reportOf(g, remark.Passed, "CoroAnnotationElide", "' elided in '", "'")
	} else {
		a.reportOf(g, remark.Passed, "CoroAnnotationElide", "' elided in '", "' (block_freq: ", freq, ")")
	}
	return true
}

// marked identifies a call marked coro_elide_safe, also after it was inlined into another function.
type marked struct {
	callee string
	pos    ir.Pos
	loc    remark.Loc
}

// leave records why a marked call is not elided, for explanations.
func (a *annotation) leave(call *ir.Instr, why string) {
	ir.Put(&a.c.left, marked{a.callee.Name, call.Pos, debuginfo.CallerLoc(a.c.M, call)}, why)
}

// ofEntry formats a frequency relative to the entry's.
func ofEntry(count, entry uint64) string {
	return strconv.FormatFloat(float64(count)/float64(entry), 'g', 2, 64)
}

// addRemark adds a remark about a call that is not elided, once for each call: a pipeline may run
// the pass again.
func (a *annotation) addRemark(call *ir.Instr, kind remark.Kind, name, verb string, rest ...any) {
	if a.c.Remarks == nil || a.c.remarked[call] {
		return
	}
	ir.Put(&a.c.remarked, call, true)
	a.reportOf(call.Func(), kind, name, verb, rest...)
}

func (a *annotation) reportOf(g *ir.Func, kind remark.Kind, name, verb string, rest ...any) {
	a.c.Remarks.Add(remark.Remark{
		Kind: kind, Pass: "coro-annotation-elide", Name: name, Function: g.Name,
		Loc: debuginfo.FuncLoc(a.c.M, g), Hotness: debuginfo.EntryCount(a.c.M, g),
		Args: append(remark.Words("'", remark.Named("callee", a.callee.Name), verb, remark.Named("caller", g.Name)),
			remark.Words(rest...)...),
	})
}

// threshold returns the minimum frequency of a call, relative to the entry's. The arithmetic is
// LLVM's, in single precision.
func (o *Options) threshold(entry uint64) uint64 {
	ratio := o.BranchRatio
	switch {
	case ratio == 0:
		ratio = defaultElideRatio
	case ratio < 0:
		return 0
	}
	least := float32(entry) * float32(ratio)
	if least >= 1<<63 {
		return 1 << 63
	}
	return uint64(least)
}

// rewrite makes the call use memory of its caller. If it cannot, it returns the reason.
func (a *annotation) rewrite(call *ir.Instr) string {
	c, m, g := a.c, a.c.M, call.Func()
	switch {
	case a.unfit != "":
		return a.unfit
	case g == a.callee || g == a.ramp:
		return "recursion"
	case a.callee.Interposable():
		return "the callee may be replaced at link time" // by one with another frame; LLVM ignores that
	case call.Op == ir.OpCallBr || call.Flags&ir.FlagMustTail != 0:
		return "callbr and musttail calls cannot be changed"
	case call.Call().FTy != a.callee.FTy:
		return "the call's type differs from the callee's"
	}
	bld := ir.NewBuilder(m)
	bld.Before(firstNonAlloca(g.Entry()))
	mem := bld.Alloca(m.Types.Array(m.Types.Int(8), uint64(a.size)), c.Layout.AllocaAS, uint32(a.align), "")
	mem.SetFrameOf(a.callee.Name, call.Pos)
	var arg ir.Value = mem
	if t := a.ramp.Params[len(a.ramp.Params)-1].Type(); t != mem.Type() {
		if t.AddrSpace() != mem.Type().AddrSpace() {
			mem.Erase()
			return "the frame would be in another address space"
		}
		bld.Before(call)
		arg = bld.PtrCast(mem, t)
	}
	undo := a.redirect(call, arg)
	if !m.Has(ir.ElideSafeInlining) {
		return ""
	}
	if why := opt.Inlinable(m, call); why != "" {
		undo()
		if arg != ir.Value(mem) {
			ir.AsInstr(arg).Erase()
		}
		mem.Erase()
		return why
	}
	head := call.Block()
	after := head.Next()
	var second *ir.Block
	if after != nil {
		second = after.Next()
	}
	opt.Inline(m, call)
	if after != nil && after.Func() == nil {
		after = second // it was a landing pad without predecessors
	}
	tidyCopy(m, head, after)
	return ""
}

// tidyCopy simplifies the blocks from head to the one before end, as LLVM's inliner does while it
// copies: it folds instructions with constant results, and joins blocks that only follow each
// other. The caller is not split yet, so a value that is left may take a slot in its frame.
func tidyCopy(m *ir.Module, head, end *ir.Block) {
	inside := map[*ir.Block]bool{}
	for b := head.Next(); b != end; b = b.Next() {
		inside[b] = true
	}
	dropUnentered(m, head, inside)
	for b := head; b != end; b = b.Next() {
		for {
			next := b.SingleSucc()
			t := b.Terminator()
			if next == nil || next == b || t.Op != ir.OpBr ||
				t.NumArgs() != 1 || next.SinglePred() != b || !inside[next] {
				break
			}
			for i := next.First(); i.Op == ir.OpPhi; i = next.First() {
				ir.ReplaceUses(i, i.Arg(0))
				i.Erase()
			}
			first := next.First()
			first.Dbg, t.Dbg = append(t.Dbg[:len(t.Dbg):len(t.Dbg)], first.Dbg...), nil
			t.Erase()
			next.AbsorbInto(b)
		}
		for i := b.First(); i != nil; {
			at := i
			i = i.Next()
			if v := foldedCopy(m, at); v != nil {
				ir.ReplaceUses(at, v)
				at.Erase()
			}
		}
	}
}

// dropUnentered folds branches with constant conditions, and removes the blocks inside that are no
// longer reachable from head.
func dropUnentered(m *ir.Module, head *ir.Block, inside map[*ir.Block]bool) {
	work := ir.NewWorklist(head)
	for b := range work.All {
		opt.FoldTerminator(m, b)
		for _, s := range b.Succs(nil) {
			if inside[s] {
				work.Add(s)
			}
		}
	}
	if len(work.Added()) > len(inside) {
		return
	}
	dead := func(b *ir.Block) bool { return inside[b] && !work.Has(b) }
	for b := head.Next(); b != nil; b = b.Next() {
		if dead(b) {
			opt.DetachSuccs(m, b) // they may lead to a block that stays, such as a landing pad of the caller
		}
	}
	head.Func().EraseBlocks(dead)
}

// foldedCopy returns the value of a select with a constant condition, or of an address computation
// with offset 0; nil for any other instruction.
func foldedCopy(m *ir.Module, i *ir.Instr) ir.Value {
	switch i.Op {
	case ir.OpSelect:
		if c, ok := i.Arg(0).(*ir.Const); ok && c.IsInt() {
			if c.IsTrue() {
				return i.Arg(1)
			}
			return i.Arg(2)
		}
	case ir.OpGEP:
		if i.Type() != i.Arg(0).Type() || m.TypedPtrs {
			return nil
		}
		for k := 1; k < i.NumArgs(); k++ {
			if c, ok := i.Arg(k).(*ir.Const); !ok || !c.IsZero() || !c.IsInt() {
				return nil
			}
		}
		return i.Arg(0)
	}
	return nil
}

// redirect makes a call call the .noalloc ramp, with one more argument. The returned function
// restores the call.
func (a *annotation) redirect(call *ir.Instr, mem ir.Value) func() {
	m, old, flags := a.c.M, call.Call(), call.Flags
	args := call.Operands(0)
	aux := *old
	aux.FTy, aux.NArgs, aux.Attrs = a.ramp.FTy, old.NArgs+1, ir.PartAttrs(m, old.Attrs).Without(m, SafeAttr)
	aux.RetAttrs = old.RetAttrs.Without(m, ir.Dropped(ir.RetClaim, ir.IsFrame)...)
	if old.ArgAttrs != nil {
		aux.ArgAttrs = append(slices.Clone(old.ArgAttrs[:old.NArgs]), nil)
		for k, s := range aux.ArgAttrs[:old.NArgs] {
			for _, claim := range ir.ParamClaims {
				if k < len(a.ramp.Params) && !a.ramp.Params[k].Attrs.Has(m, claim) {
					s = s.Without(m, claim)
				}
			}
			aux.ArgAttrs[k] = s
		}
	}
	call.Aux = &aux
	call.SetArgs(m, slices.Insert(call.Operands(0), old.NArgs, mem))
	call.SetCallee(a.ramp)
	call.Flags &^= ir.FlagTail // an argument is a variable of the caller
	return func() {
		call.Aux, call.Flags = old, flags
		call.SetArgs(m, args)
	}
}

// firstNonAlloca returns the first instruction after the allocas at the start of a block.
func firstNonAlloca(b *ir.Block) *ir.Instr {
	i := b.FirstNonPhi()
	for i.Op == ir.OpAlloca {
		i = i.Next()
	}
	return i
}
