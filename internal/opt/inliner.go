package opt

// The passes inline and always-inline on one function: which of its calls are inlined, and what is
// said about it. How a call is inlined is opt's; the order of functions, callees before callers, is
// the driver's. What elision needs inlined is looked after in package elide.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// Inliner is the passes inline and always-inline on one unit.
type Inliner struct {
	M       *ir.Module
	Remarks *remark.Sink // nil: nobody listens
	// Body makes the body of a function ready to be inlined and reports whether there is one.
	Body func(f *ir.Func) bool
}

// Inline inlines the calls of f that LLVM's usual rule for small callees allows, and tells of each
// call to a function with a body why it was inlined or not. Calls that come in with a body are
// looked at too, unless they would inline a function into itself. A coroutine that was not split is
// never inlined.
func (c *Inliner) Inline(f *ir.Func) (bool, error) {
	in := &inlining{c: c, f: f, costs: map[*ir.Func]int{}}
	return InlineCalls(c.M, f, in.decide)
}

// AlwaysInline inlines the calls of f whose callee or call says alwaysinline, and no others. What
// cannot be inlined stays without a word.
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

// inlining is the rule of a pass at work on one function.
type inlining struct {
	c     *Inliner
	f     *ir.Func
	costs map[*ir.Func]int // of bodies
}

// InlineCalls inlines the calls of f that want answers true for: the function's own in order, and
// those that come in with what is inlined right behind it. It reports whether there were any. A
// call that came in with the body of the function it calls is not asked about.
func InlineCalls(m *ir.Module, f *ir.Func, want func(call *ir.Instr) bool) (bool, error) {
	q := &inlineQueue{m: m}
	return q.run(f, want)
}

// inlineQueue is the calls that are still to be looked at.
type inlineQueue struct {
	m    *ir.Module
	work []pendingCall
	hist []inlinedFunc
}

// pendingCall is a call to be looked at. hist is the place in inlineQueue.hist of what it came in
// with; -1 for the function's own calls.
type pendingCall struct {
	call *ir.Instr
	hist int
}

// inlinedFunc is one link of the chain of functions through which a call came in.
type inlinedFunc struct {
	f  *ir.Func
	up int
}

// run looks at the function's calls in order, and at those that come in with what is inlined right
// behind it.
func (in *inlineQueue) run(f *ir.Func, want func(call *ir.Instr) bool) (bool, error) {
	in.collect(f.Blocks(), -1)
	changed := false
	for len(in.work) > 0 {
		w := in.work[len(in.work)-1]
		in.work = in.work[:len(in.work)-1]
		if w.call.Block() == nil {
			continue // went with a landing pad that nothing leads to any more
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

// collect puts the direct calls of blocks on the worklist, so that the first comes off first.
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

// within reports a call that came in, at some remove, with the body of the function it calls.
func (in *inlineQueue) within(hist int, f *ir.Func) bool {
	for ; hist >= 0; hist = in.hist[hist].up {
		if in.hist[hist].f == f {
			return true
		}
	}
	return false
}

// decide is the rule of the pass inline.
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
		in.tell(call, remark.Missed, "TooCostly", "' not inlined into '", why)
		return false
	}
	in.inlined(call, "Inlined", numbers)
	return true
}

func (in *inlining) never(call *ir.Instr, why string) {
	in.tell(call, remark.Missed, "NeverInline", "' not inlined into '", []remark.Arg{
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

// inlined tells that a call is about to be inlined.
func (in *inlining) inlined(call *ir.Instr, name string, how []remark.Arg) {
	if in.c.Remarks == nil {
		return
	}
	args := append([]remark.Arg{{Key: "String", Val: "'"}, {Key: "String", Val: " with "}}, how...)
	in.tell(call, remark.Passed, name, "' inlined into '", append(args, callSite(in.c.M, call)...))
}

// tell makes a remark about a call.
func (in *inlining) tell(call *ir.Instr, kind remark.Kind, name, verb string, rest []remark.Arg) {
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

// callSite names the place of a call as profiles do: function, line from its start, column; and so
// on outwards through what was inlined.
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

// discriminator tells apart calls on one line, where the scope does.
func discriminator(m *ir.Module, loc *ir.MDNode) int {
	if s := m.MDNode(loc.Field("scope")); s != nil && strings.HasPrefix(s.Name, "DILexicalBlock") {
		return debuginfo.IntField(s, "discriminator")
	}
	return 0
}
