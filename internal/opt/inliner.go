// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The passes inline and always-inline on one function: they select calls to inline and report
// remarks. The other files of opt inline a call, and the driver orders functions, callees before
// callers. Package elide inlines calls for elision.

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// Inliner runs the passes inline and always-inline on one unit.
type Inliner struct {
	M       *ir.Module
	Remarks *remark.Sink // nil: no remarks
	// Body loads the body of a function for inlining and reports whether there is one.
	Body func(f *ir.Func) bool
}

// Inline inlines the calls of f that LLVM's usual rule for small callees allows. For each call of a
// function with a body it reports a remark with the reason why it was inlined or not. It also
// considers calls in inlined bodies, unless they would inline a function into itself. It never
// inlines a coroutine that is not split yet.
func (c *Inliner) Inline(f *ir.Func) (bool, error) {
	in := &inlining{c: c, f: f, costs: map[*ir.Func]int{}}
	q := NewCallQueue(c.M, f)
	for q.Next() {
		if in.decide(q.Call) {
			q.Inline()
		}
	}
	return q.Changed, c.M.Err
}

// AlwaysInline inlines the calls of f whose callee or call has alwaysinline, and no others. It
// reports no remark for a call that cannot be inlined.
func (c *Inliner) AlwaysInline(f *ir.Func) (bool, error) {
	in := &inlining{c: c, f: f}
	q := NewCallQueue(c.M, f)
	for q.Next() {
		g := q.Call.CalledFunc()
		if ir.CallHas(c.M, q.Call, "alwaysinline") && !ir.IsPresplit(c.M, g) && c.body(g) && Inlinable(c.M, q.Call) == "" {
			in.always(q.Call)
			q.Inline()
		}
	}
	return q.Changed, c.M.Err
}

func (c *Inliner) body(f *ir.Func) bool { return !f.Declared && c.Body(f) }

// inlining is the state of a pass on one function.
type inlining struct {
	c     *Inliner
	f     *ir.Func
	costs map[*ir.Func]int // costs of bodies
}

// CallQueue holds the direct calls of a function that may still be inlined: the function's own calls
// in order, each followed by the calls of the body that was inlined for it. It leaves out calls in
// an inlined body of the same callee. For example,
//
//	q := NewCallQueue(m, f)
//	for q.Next() {
//		if small(q.Call) {
//			q.Inline()
//		}
//	}
type CallQueue struct {
	Call    *ir.Instr // the current call
	Changed bool      // a call was inlined

	m      *ir.Module
	work   []pendingCall
	bodies []inlinedFunc
	callee *ir.Func // of the current call, also if the caller of Inline replaced it
	in     int      // pendingCall.in of the current call
}

// pendingCall is a call in the queue. in is the index in CallQueue.bodies of the inlined body that
// contains the call, or -1 for the function's own calls.
type pendingCall struct {
	call *ir.Instr
	in   int
}

// inlinedFunc is an inlined body, with the index of the body that contained its call.
type inlinedFunc struct {
	f  *ir.Func
	up int
}

// NewCallQueue returns the queue of a function's calls.
func NewCallQueue(m *ir.Module, f *ir.Func) *CallQueue {
	q := &CallQueue{m: m}
	q.collect(f.Blocks(), -1)
	return q
}

// Next moves on to the next call, and reports whether there is one. There is none after an error.
func (q *CallQueue) Next() bool {
	for len(q.work) > 0 && q.m.Err == nil {
		w := ir.Pop(&q.work)
		if w.call.Block() == nil {
			continue // erased with a landing pad that became unreachable
		}
		q.Call, q.callee, q.in = w.call, w.call.CalledFunc(), w.in
		if !q.within(w.in, q.callee) {
			return true
		}
	}
	return false
}

// Inline inlines the current call, which Inlinable must allow.
func (q *CallQueue) Inline() {
	q.bodies = append(q.bodies, inlinedFunc{q.callee, q.in})
	q.collect(Inline(q.m, q.Call), len(q.bodies)-1)
	q.Changed = true
}

// collect pushes the direct calls of blocks onto the worklist, in reverse so that the first call is
// processed first.
func (q *CallQueue) collect(blocks []*ir.Block, in int) {
	from := len(q.work)
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && !g.Declared {
				q.work = append(q.work, pendingCall{i, in})
			}
		}
	}
	slices.Reverse(q.work[from:])
}

// within reports whether a call is in an inlined body of f, directly or through other inlined
// bodies.
func (q *CallQueue) within(in int, f *ir.Func) bool {
	for ; in >= 0; in = q.bodies[in].up {
		if q.bodies[in].f == f {
			return true
		}
	}
	return false
}

// decide reports whether the pass inline inlines a call.
func (in *inlining) decide(call *ir.Instr) bool {
	m, g := in.c.M, call.CalledFunc()
	if ir.IsPresplit(m, g) {
		in.never(call, "unsplited coroutine call")
		return false
	}
	if !in.c.body(g) {
		return false
	}
	if why := Inlinable(m, call); why != "" {
		in.never(call, why)
		return false
	}
	if ir.CallHas(m, call, "alwaysinline") {
		in.always(call)
		return true
	}
	body, ok := in.costs[g]
	if !ok {
		body = InlineCost(m, g)
		in.costs[g] = body
	}
	cost, threshold := CallCost(body, call, false), InlineThreshold(m, call)
	if cost >= threshold {
		if part, ok := costWith(m, g, call, threshold+body-cost); ok {
			cost = CallCost(part, call, false)
		}
	}
	numbers := []remark.Arg{
		{Key: "String", Val: "(cost="}, {Key: "Cost", Val: strconv.Itoa(cost)}, {Key: "String", Val: ", threshold="},
		{Key: "Threshold", Val: strconv.Itoa(threshold)}, {Key: "String", Val: ")"},
	}
	if cost >= threshold {
		why := append([]remark.Arg{{Key: "String", Val: "' because too costly to inline "}}, numbers...)
		in.addRemark(call, remark.Missed, "TooCostly", "' not inlined into '", why)
		return false
	}
	in.inlined(call, "Inlined", numbers)
	return true
}

func (in *inlining) never(call *ir.Instr, why string) {
	in.addRemark(call, remark.Missed, "NeverInline", "' not inlined into '", []remark.Arg{
		{Key: "String", Val: "' because it should never be inlined "},
		{Key: "String", Val: "(cost=never)"}, {Key: "String", Val: ": "},
		{Key: "Reason", Val: why},
	})
}

func (in *inlining) always(call *ir.Instr) {
	in.inlined(call, "AlwaysInline", []remark.Arg{
		{Key: "String", Val: "(cost=always)"}, {Key: "String", Val: ": "},
		{Key: "Reason", Val: "always inline attribute"},
	})
}

// inlined reports a remark for a call that is about to be inlined.
func (in *inlining) inlined(call *ir.Instr, name string, how []remark.Arg) {
	if in.c.Remarks == nil {
		return
	}
	args := append([]remark.Arg{{Key: "String", Val: "'"}, {Key: "String", Val: " with "}}, how...)
	in.addRemark(call, remark.Passed, name, "' inlined into '", args)
}

// addRemark reports a remark about a call.
func (in *inlining) addRemark(call *ir.Instr, kind remark.Kind, name, verb string, rest []remark.Arg) {
	if in.c.Remarks == nil {
		return
	}
	m, g := in.c.M, call.CalledFunc()
	in.c.Remarks.Add(remark.Remark{
		Kind: kind, Pass: "inline", Name: name, Function: in.f.Name,
		Loc: debuginfo.InstrLoc(m, call), Hotness: debuginfo.EntryCount(m, in.f),
		Args: append([]remark.Arg{
			{Key: "String", Val: "'"}, {Key: "Callee", Val: g.Name, Loc: debuginfo.FuncLoc(m, g)},
			{Key: "String", Val: verb},
			{Key: "Caller", Val: in.f.Name, Loc: debuginfo.FuncLoc(m, in.f)},
		}, rest...),
	})
}
