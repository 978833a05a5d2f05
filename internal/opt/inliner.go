// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The passes inline and always-inline on one function: they select calls to inline and report
// remarks. The other files of opt inline a call, and the driver orders functions, callees before
// callers. Package elide inlines calls for elision.

import (
	"strconv"
	"strings"

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
	return InlineCalls(c.M, f, in.decide)
}

// AlwaysInline inlines the calls of f whose callee or call has alwaysinline, and no others. It
// reports no remark for a call that cannot be inlined.
func (c *Inliner) AlwaysInline(f *ir.Func) (bool, error) {
	in := &inlining{c: c, f: f}
	return InlineCalls(c.M, f, func(call *ir.Instr) bool {
		if !ir.CallHas(c.M, call, "alwaysinline") || ir.IsPresplit(c.M, call.CalledFunc()) ||
			!c.body(call.CalledFunc()) {
			return false
		}
		if Inlinable(c.M, call) != "" {
			return false
		}
		in.always(call)
		return true
	})
}

func (c *Inliner) body(f *ir.Func) bool { return !f.Declared && !f.IsIntrinsic() && c.Body(f) }

// inlining is the state of a pass on one function.
type inlining struct {
	c     *Inliner
	f     *ir.Func
	costs map[*ir.Func]int // costs of bodies
}

// InlineCalls inlines the calls of f for which want returns true: the function's own calls in
// order, each followed by the calls of the body that was inlined for it. It reports whether there
// were any. It does not call want for a call in an inlined body of the same callee.
func InlineCalls(m *ir.Module, f *ir.Func, want func(call *ir.Instr) bool) (bool, error) {
	q := &inlineQueue{m: m}
	return q.run(f, want)
}

// inlineQueue is the worklist of calls.
type inlineQueue struct {
	m    *ir.Module
	work []pendingCall
	hist []inlinedFunc
}

// pendingCall is a call in the worklist. hist is the index in inlineQueue.hist of the inlined body
// that contains the call, or -1 for the function's own calls.
type pendingCall struct {
	call *ir.Instr
	hist int
}

// inlinedFunc is an inlined body, with the index of the body that contained its call.
type inlinedFunc struct {
	f  *ir.Func
	up int
}

// run processes the function's calls in order, each followed by the calls of its inlined body.
func (in *inlineQueue) run(f *ir.Func, want func(call *ir.Instr) bool) (bool, error) {
	in.collect(f.Blocks(), -1)
	changed := false
	for len(in.work) > 0 {
		w := in.work[len(in.work)-1]
		in.work = in.work[:len(in.work)-1]
		if w.call.Block() == nil {
			continue // erased with a landing pad that became unreachable
		}
		callee := w.call.CalledFunc()
		if in.within(w.hist, callee) || !want(w.call) {
			continue
		}
		in.hist = append(in.hist, inlinedFunc{callee, w.hist})
		in.collect(Inline(in.m, w.call), len(in.hist)-1)
		changed = true
		if in.m.Err != nil {
			return true, in.m.Err
		}
	}
	return changed, in.m.Err
}

// collect pushes the direct calls of blocks onto the worklist, in reverse so that the first call is
// processed first.
func (in *inlineQueue) collect(blocks []*ir.Block, hist int) {
	from := len(in.work)
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && !g.Declared && !g.IsIntrinsic() {
				in.work = append(in.work, pendingCall{i, hist})
			}
		}
	}
	for a, b := from, len(in.work)-1; a < b; a, b = a+1, b-1 {
		in.work[a], in.work[b] = in.work[b], in.work[a]
	}
}

// within reports whether a call is in an inlined body of f, directly or through other inlined
// bodies.
func (in *inlineQueue) within(hist int, f *ir.Func) bool {
	for ; hist >= 0; hist = in.hist[hist].up {
		if in.hist[hist].f == f {
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
	in.addRemark(call, remark.Passed, name, "' inlined into '", append(args, callSite(in.c.M, call)...))
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

// callSite formats the position of a call as profiles do: function, line relative to its start,
// column, and the same for each enclosing inlined call.
func callSite(m *ir.Module, call *ir.Instr) []remark.Arg {
	var args []remark.Arg
	str := func(s string) { args = append(args, remark.Arg{Key: "String", Val: s}) }
	for n, depth := m.MDNode(call.DebugLoc()), 0; n != nil && depth < debuginfo.MaxScopeDepth; n,
		depth = m.MDNode(n.Field("inlinedAt")), depth+1 {
		str(map[bool]string{true: " at callsite ", false: " @ "}[depth == 0])
		sp := m.MDNode(n.Field("scope"))
		for up := 0; sp != nil && sp.Name != "DISubprogram" && up < debuginfo.MaxScopeDepth; up++ {
			sp = m.MDNode(sp.Field("scope"))
		}
		name, line := "", debuginfo.IntField(n, "line")
		if sp != nil {
			for _, k := range [...]string{"linkageName", "name"} {
				if v := sp.Field(k); v != nil && name == "" {
					name = v.Text
				}
			}
			line -= debuginfo.IntField(sp, "line")
		}
		str(name)
		str(":")
		args = append(args, remark.Arg{Key: "Line", Val: strconv.Itoa(line)})
		str(":")
		args = append(args, remark.Arg{Key: "Column", Val: strconv.Itoa(debuginfo.IntField(n, "column"))})
		if d := discriminator(m, n); d != 0 {
			str(".")
			args = append(args, remark.Arg{Key: "Disc", Val: strconv.Itoa(d)})
		}
	}
	if len(args) > 0 {
		str(";")
	}
	return args
}

// discriminator returns the number that distinguishes calls on one line, if the scope has one.
func discriminator(m *ir.Module, loc *ir.MDNode) int {
	if s := m.MDNode(loc.Field("scope")); s != nil && strings.HasPrefix(s.Name, "DILexicalBlock") {
		return debuginfo.IntField(s, "discriminator")
	}
	return 0
}
