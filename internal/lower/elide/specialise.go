// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file copies coroutines for functions that callers pass to them. A coroutine that creates others
// through a pointer knows nothing of their frames:
//
//	task<bool> many(input &in, task<bool> (*f)(input &)) { while (co_await f(in)); co_return true; }
//	task<bool> number(input &in) { co_return co_await many(in, digit); }
//
// In number, the call of many becomes one of many.with, a copy of many with @digit in place of %f. There, the
// frame of digit can be elided, and the awaits of many.with may be removed as those of any other coroutine. The
// copy has the parameter, too, so that only the callee of a call changes.
//
// The body that is copied is that before any pass of the component changed many. The copy goes through these
// passes before the call of number changes. If no frame of a coroutine that the passed functions create is
// elided in it, it is dropped, and the call stays as it is.
//
// That is sound because the copy is called only with these functions as arguments. Nothing else refers to it:
// the address of the coroutine stays that of the original.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
)

// specials are the coroutines of a unit that are copied for functions.
type specials struct {
	kept   map[*ir.Func]*ir.Func // their bodies before the passes of their component
	added  map[*ir.Func]int      // instructions in their copies
	copies []special
}

// special is the copy of a coroutine for functions, by parameter; nil where a parameter is no such function.
type special struct {
	of, copy *ir.Func // copy is nil if no frame was elided in it
	with     []*ir.Func
}

// Keep keeps the body of a coroutine of the file that may call a function that it is given, or pass it to such
// a coroutine.
func (c *State) Keep(f *ir.Func) {
	if f.New || !ir.IsPresplit(c.M, f) || coro.RampID(c.M, f) == nil || f.Interposable() || f.FTy.IsVariadic() ||
		len(f.Taken) > 0 || slices.ContainsFunc([]string{"noinline", "optnone", "optsize", "minsize"}, f.HasAttr) {
		return
	}
	calls := false
	for i := range f.Instrs() {
		if i.IsCall() && ir.CoroCall(i) == ir.NotCoro && ir.CallHas(c.M, i, "noduplicate") {
			return
		}
		calls = calls || i.IsCall() && (ir.AsInstr(i.Callee()) != nil || c.special.kept[i.CalledFunc()] != nil)
	}
	if calls {
		s, _ := bodies.CopyFunc(c.M, f)
		ir.Put(&c.special.kept, f, s)
	}
}

// Passing returns the calls in a function that pass functions which create coroutines to coroutines whose
// bodies are kept.
func (c *State) Passing(f *ir.Func) (list []*ir.Instr) {
	for i := range f.Instrs() {
		if c.passed(i) != nil {
			list = append(list, i)
		}
	}
	return list
}

// passed returns the functions that a call passes, by parameter; nil if it is not one of Passing.
func (c *State) passed(call *ir.Instr) (with []*ir.Func) {
	f := call.CalledFunc()
	if c.special.kept[f] == nil || call.Op == ir.OpCallBr || call.Call().FTy != f.FTy {
		return nil
	}
	for k := range f.Params {
		g := c.function(call.Arg(k))
		if g == nil || ir.ArgHas(c.M, call, k, "byval") || len(c.creates(g)) == 0 {
			continue
		}
		if with == nil {
			with = make([]*ir.Func, len(f.Params))
		}
		with[k] = g
	}
	return with
}

// function returns the function that a pointer is certainly the address of; nil if it is unknown. For example, the
// conversion of a lambda to a pointer is a call that returns the address of a function.
func (c *State) function(v ir.Value) *ir.Func {
	if call := ir.AsInstr(v); call != nil {
		g := call.CalledFunc()
		if g == nil || g.Interposable() || call.Call().FTy != g.FTy || !c.Bodies.MayBeTiny(g) {
			return nil
		}
		s, _ := c.Bodies.Simplified(g)
		if v = nil; s.Entry() != nil && s.Entry().Terminator().Op == ir.OpRet && s.Entry().Terminator().NumArgs() > 0 {
			v = s.Entry().Terminator().Arg(0)
		}
	}
	f, _ := v.(*ir.Func)
	return f
}

// creates returns the names of the coroutines that a call of g creates, if g is a ramp that is split or
// a wrapper around one.
func (c *State) creates(g *ir.Func) (names []string) {
	if g.Interposable() || ir.IsPresplit(c.M, g) || !c.Bodies.Body(g) {
		return nil
	}
	x := c.Bodies.Candidate(g)
	if x.Copy == nil || !x.Creates {
		return nil
	}
	for i := range x.Copy.Instrs() {
		switch h := i.CalledFunc(); {
		case coro.IsCreation(i):
			if f, ok := ir.StripCasts(i.Arg(ir.IdCoro)).(*ir.Func); ok {
				names = append(names, f.Name)
			}
		case h != nil && !h.Declared && h.Loaded() && coro.RampID(c.M, h) != nil:
			names = append(names, h.Name)
		}
	}
	return names
}

// Specialise makes a call of Passing call a copy of the coroutine, if frames are elided in the copy. build
// runs the passes on a new copy, and reports whether they made a call in it call another copy.
func (c *State) Specialise(call *ir.Instr, build func(n *ir.Func) bool) bool {
	f, with := call.CalledFunc(), c.passed(call)
	if with == nil {
		return false
	}
	sp := &c.special
	k := slices.IndexFunc(sp.copies, func(s special) bool { return s.of == f && slices.Equal(s.with, with) })
	if k < 0 {
		k = len(sp.copies)
		sp.copies = append(sp.copies, special{of: f, with: with})
		rested := maps.Clone(c.private.rested)
		if n := c.copyWith(f, with); n != nil && c.elidesIn(n, with, build) {
			sp.copies[k].copy = n
		} else {
			c.private.rested, c.private.leads = rested, nil
		}
	}
	n := sp.copies[k].copy
	if n == nil {
		return false
	}
	count.Specialised.Hit()
	call.SetCallee(n)
	for k, g := range with {
		if g != nil {
			call.SetArg(k, g) // also where it was computed by a function that the linker may replace
		}
	}
	call.Func().Changed = true
	c.Changed(call.Func())
	c.Remarks.Add(remark.Remark{Kind: remark.Passed, Pass: "coro-elide", Name: "CoroSpecialise", Function: call.Func().Name,
		Loc: debuginfo.InstrLoc(c.M, call),
		Args: remark.Words("'", remark.Arg{Key: "callee", Val: f.Name, Loc: debuginfo.FuncLoc(c.M, f)},
			"' copied for the functions that '", remark.Named("caller", call.Func().Name), "' passes, as '",
			remark.Named("copy", n.Name), "'")})
	return true
}

// copyWith adds a copy of a coroutine for functions; nil if it would not call one of them, or is too large.
func (c *State) copyWith(f *ir.Func, with []*ir.Func) *ir.Func {
	m, body := c.M, c.special.kept[f]
	n := c.copyCoroutine(body, f, ".with", f.FTy)
	for k, g := range with {
		if g != nil {
			ir.ReplaceUses(n.Params[k], g)
		}
	}
	opt.Simplify(m, n, c.Layout)
	passes := false
	for i := range n.Instrs() {
		switch g := i.CalledFunc(); {
		case g == nil:
		case g == f && slices.Equal(c.passed(i), with):
			i.SetCallee(n)
		case slices.Contains(with, g):
			if pointerBundle(i) {
				return nil
			}
			i.SetMeta("callees", nil)
			i.SetMeta("prof", nil)
		default:
			passes = passes || c.passed(i) != nil
		}
	}
	size := c.special.added[f] + ir.NumInstrs(n, 1<<30)
	if !passes && calls(n, with) <= calls(body, with) || size > c.Opts.maxAdded(ir.NumInstrs(body, 1<<30)) {
		return nil
	}
	ir.Put(&c.special.added, f, size)
	return n
}

// calls counts the direct calls of some functions.
func calls(f *ir.Func, of []*ir.Func) (n int) {
	for i := range f.Instrs() {
		if g := i.CalledFunc(); g != nil && slices.Contains(of, g) {
			n++
		}
	}
	return n
}

// elidesIn reports whether build elides a frame of a coroutine that the functions create, or changes a call
// in the copy.
func (c *State) elidesIn(n *ir.Func, with []*ir.Func, build func(n *ir.Func) bool) (won bool) {
	var names []string
	for _, g := range with {
		if g != nil {
			names = append(names, c.creates(g)...)
		}
	}
	c.Quietly(func() {
		won = build(n) || slices.ContainsFunc(c.verdicts.list, func(v *verdict) bool {
			return v.Elided && v.Caller == n.Name && slices.Contains(names, v.Callee)
		})
	})
	return won
}
