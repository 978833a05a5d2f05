// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// A whole coroutine: signature, prologue up to coro.begin, body, final suspend, cleanup, and the
// code after coro.end that only the ramp runs.

import (
	"fmt"
	"slices"
	"strings"
)

// coro is the plan of a coroutine. All plans exist before the first body is written, so that
// coroutines can call each other in every direction.
type coro struct {
	name   string
	params []param
	out    bool // returns its handle through a pointer parameter, and an i32 result

	promise   *typ // nil: none
	promAlign int

	final    bool // has a final suspend
	safe     bool // suspends at least at its end, and only destroy frees it: can be a child
	task     bool // starts suspended, and resumes its continuation at the end
	eh       bool // calls functions that throw
	transfer bool // may continue in another activation before its suspend returns
	alloc    bool // calls coro.alloc
	plain    bool // no suspend except the final one, if any
}

type paramKind int

const (
	byValue paramKind = iota
	byCopy            // byval pointer to byvalT
	byBuf             // noalias pointer to the module's buffer
)

type param struct {
	k paramKind
	t *typ
}

// coroState is the builder's state for the current coroutine.
type coroState struct {
	*coro
	id, hdl  string
	clean    *join // edges into the shared cleanup
	end      *join // edges into the block of coro.end
	exit     *join // edges that leave the body early
	unwind   *join // unwind edges
	suspends int
	loops    int     // loop nesting
	live     []*slot // objects whose lifetime ends in this region
	long     []*slot // objects that live as long as the coroutine
	stashed  []*slot
	cells    []cell

	earlyStarts []*slot // objects with a lifetime start in the prologue
	child       *coro   // the coroutine whose handle childCell may hold; nil: no child
	childCell   string
	sub         *coro // the same for a task
	subCell     string
	depth       string
}

// bufT is the type of accesses to the module's buffer.
var bufT = arrayType(bufLen/8, i64)

// taskT is the promise of a task: a result, then the continuation's handle.
var taskT = structType(false, i64, i64)

func (g *gen) planCoro(i int) *coro {
	c := &coro{name: fmt.Sprintf("@%sc%d", g.pre, i)}
	c.task = g.chance(20) && !g.o.Portable
	c.safe = c.task || g.chance(50)
	c.eh = !c.safe && g.chance(45) && !g.o.Portable
	c.final = c.safe || c.eh || g.chance(45)
	c.transfer = g.chance(40) || c.task
	c.alloc = g.chance(65)
	c.out = g.chance(15)
	c.plain = g.chance(6) && !c.task
	switch {
	case c.task:
		c.promise, c.promAlign = taskT, 8
	case g.chance(55):
		c.promise = oneOf(g, i32, i64, i16, v4i32, pairT, mixT, byvalT, arrayType(16, i64))
		c.promAlign = max(c.promise.algn, oneOf(g, 1, 4, 8, 16))
		if g.chance(25) && !g.o.Portable {
			c.promAlign = oneOf(g, 32, 64)
		}
	}
	for range g.n(5) {
		switch g.n(6) {
		case 0:
			c.params = append(c.params, param{byCopy, byvalT})
		case 1:
			c.params = append(c.params, param{byBuf, bufT})
		default:
			c.params = append(c.params, param{byValue, oneOf(g, valTypes...)})
		}
	}
	return c
}

// defineCoro writes the coroutine.
func (g *gen) defineCoro(c *coro) {
	f := g.newFn("")
	st := &coroState{coro: c, depth: "%depth", clean: f.newJoin(2), end: &join{}, exit: f.newJoin(2),
		unwind: f.newJoin(2)}
	if f.chance(40) {
		st.end.types = append(st.end.types, oneOf(g, i64, i32))
	}
	f.c, f.cur = st, "entry"
	f.head = f.coroHead(c)
	starts := f.prologue()
	base := f.mark()
	ramp := f.vals[:len(f.vals):len(f.vals)]
	if c.task || f.chance(35) && !c.plain {
		f.suspend(nil)
	}
	f.stmts(5+f.n(8), 3)
	f.closeBody(base)
	f.release(base)
	f.cleanup()
	f.release(base)
	if len(st.unwind.preds) > 0 {
		f.unwindBlock()
		f.release(base)
	}
	f.ending(ramp)
	var marks []string
	for _, s := range st.earlyStarts {
		at := len(f.lines)
		f.lifetime("start", s.name, s.t.size*s.count)
		marks = append(marks, f.lines[at:]...)
		f.lines = f.lines[:at]
	}
	f.lines[starts] = strings.Join(marks, "\n")
	g.funcs = append(g.funcs, f.finish())
}

// coroHead returns the define line. The parameter names are a0, a1, ... after depth.
func (f *fn) coroHead(c *coro) string {
	ps := []string{"i64 %depth"}
	if c.out {
		ps = append(ps, "ptr noalias %out")
	}
	for i, p := range c.params {
		switch p.k {
		case byValue:
			ps = append(ps, fmt.Sprintf("%s %%a%d", p.t.s, i))
		case byCopy:
			if f.o.Dialect == LLVM14 {
				ps = append(ps, fmt.Sprintf("%s* byval(%s) align 8 %%a%d", p.t.s, p.t.s, i))
			} else {
				ps = append(ps, fmt.Sprintf("ptr byval(%s) align 8 %%a%d", p.t.s, i))
			}
		case byBuf:
			ps = append(ps, fmt.Sprintf("ptr noalias %%a%d", i))
		}
	}
	ret := "ptr"
	if c.out {
		ret = "i32"
	}
	attrs := ""
	switch k := f.n(12); {
	case k == 0:
		attrs = " noinline optnone"
	case k == 1:
		attrs = " noinline"
	case k < 5 && !c.eh:
		attrs = " nounwind"
	}
	if f.o.Dialect == LLVM14 {
		attrs += ` "coroutine.presplit"="0"`
	} else {
		attrs += " presplitcoroutine"
	}
	if c.eh {
		f.decl("i32 @__gxx_personality_v0(...)")
		attrs += " personality ptr @__gxx_personality_v0"
	}
	link := oneOf(f.gen, "", "", "internal ", "dso_local ", "hidden ", "linkonce_odr ")
	return f.spell(fmt.Sprintf("define %s%s %s(%s)%s", link, ret, c.name, strings.Join(ps, ", "), attrs))
}

// prologue writes the code before the first statement of the body. It returns the index of the line
// that is reserved for early lifetime starts.
func (f *fn) prologue() (starts int) {
	st := f.c
	f.push(i64, st.depth)
	for i, p := range st.params {
		name := fmt.Sprintf("%%a%d", i)
		switch p.k {
		case byValue:
			f.push(p.t, name)
		case byCopy:
			f.slots = append(f.slots, &slot{name: f.back(p.t, name), t: p.t, count: 1, align: 8, ro: true, shy: true})
		case byBuf:
			f.slots = append(f.slots, &slot{name: name, t: p.t, count: 1, align: 8, shy: true})
		}
	}
	promise := "null"
	var prom *slot
	if st.promise != nil {
		promise = f.promiseAlloca()
		prom = &slot{name: "%promise", t: st.promise, count: 1, align: st.promAlign, shy: f.chance(50)}
	}
	var early, late []*slot
	for range 1 + f.n(5) {
		pre := f.chance(25)
		s := f.newSlot(true, pre)
		if pre {
			early = append(early, s)
		} else {
			late = append(late, s)
		}
	}
	if prom != nil && !st.task && f.chance(30) && !f.o.Portable {
		early = append(early, prom)
	}
	var moved []string
	for _, s := range early {
		f.fill(s)
		f.slots = append(f.slots, s)
		if l, ok := f.anyLeaf(s); ok && f.chance(60) {
			at := len(f.lines)
			f.ptrs = append(f.ptrs, ptrval{f.field(s.name, s.t, l), l.t, gcdAlign(s.align, l.off), false})
			if s == prom && !f.o.Hard {
				// LLVM 22 may not redirect an address inside the promise that is computed before
				// coro.begin, so that it still points to the stack.
				moved = append(moved, f.lines[at:]...)
				f.lines = f.lines[:at]
			}
		}
	}
	for _, s := range late {
		// An address that is computed before the frame exists and used after.
		if l, ok := f.anyLeaf(s); ok && f.chance(12) && s.count == 1 {
			f.ptrs = append(f.ptrs, ptrval{f.field(s.name, s.t, l), l.t, gcdAlign(s.align, l.off), false})
		}
	}
	if f.chance(30) {
		f.ifPure()
	}
	if slices.Contains(early, prom) {
		prom = nil // has its value
	}
	first := f.chance(50)
	if first {
		starts = f.reserve()
	}
	f.begin(promise)
	if st.promise != nil && f.o.Dialect == LLVM14 {
		f.lines = append(f.lines, fmt.Sprintf("  %%promise = bitcast %s* %%promise.t to i8*", st.promise.s))
	}
	f.lines = append(f.lines, moved...)
	if !first {
		starts = f.reserve()
	}
	if st.out {
		f.storePtr(st.hdl, "%out")
	}
	if prom != nil {
		f.fill(prom)
		if st.task {
			prom.t = i64
		}
		late = append(late, prom)
		f.slots = append(f.slots, prom)
	}
	for _, s := range late {
		if s == prom {
			continue
		}
		f.fill(s)
		f.slots = append(f.slots, s)
	}
	st.long = f.slots[:len(f.slots):len(f.slots)]
	f.longLived(prom)
	for range f.n(3) {
		f.expr()
	}
	for range f.n(3) {
		f.throughPtr() // most of these were computed before coro.begin
	}
	return starts
}

func (f *fn) reserve() int {
	f.lines = append(f.lines, "")
	return len(f.lines) - 1
}

// longLived creates the objects that the whole body may use: stashed objects, cells that hold
// addresses, and cells for the handles of other coroutines.
func (f *fn) longLived(prom *slot) {
	st := f.c
	for _, s := range st.long {
		if isStashable(s) && f.chance(25) {
			st.stashed = append(st.stashed, s)
			f.stash(s)
		}
	}
	for range f.n(3) {
		if c, ok := f.newCell(); ok {
			st.cells = append(st.cells, c)
		}
	}
	for _, c := range f.coros {
		switch {
		case c.task && f.chance(60):
			st.sub = c
		case c.safe && !c.task && f.chance(50):
			st.child = c
		}
	}
	if st.child != nil {
		st.childCell = f.alloca("ptr", 1, 8)
		f.storePtr("null", st.childCell)
	}
	if st.sub != nil && st.transfer {
		st.subCell = f.alloca("ptr", 1, 8)
		f.storePtr("null", st.subCell)
	}
	if prom != nil && st.task {
		f.storePtr("null", f.bytes("%promise", "8"))
	}
}

// promiseAlloca writes the promise's alloca and returns the operand of coro.id. In the typed
// dialect, that operand has a cast of its own, because LLVM 14 moves it.
func (f *fn) promiseAlloca() string {
	st := f.c
	if f.o.Dialect != LLVM14 {
		f.allocaAs("%promise", st.promise.s, 1, st.promAlign, true)
		return "%promise"
	}
	f.allocas = append(f.allocas,
		fmt.Sprintf("  %%promise.t = alloca %s, align %d", st.promise.s, st.promAlign),
		fmt.Sprintf("  %%promise.id = bitcast %s* %%promise.t to i8*", st.promise.s))
	return "%promise.id"
}

// ifPure writes a diamond before coro.begin. Lowering must store the values of its phis before the
// frame is available.
func (f *fn) ifPure() {
	a, m := f.newLabel("early"), f.newLabel("ready")
	j := f.newJoin(2)
	c := f.cond()
	f.edge(j, f.pick)
	f.do("br i1 %s, label %%%s, label %%%s", c, a, m)
	f.start(a)
	s := f.mark()
	f.expr()
	f.edge(j, f.pick)
	f.br(m)
	f.release(s)
	f.start(m)
	f.phis(j)
}

// begin writes coro.id, the allocation and coro.begin.
func (f *fn) begin(promise string) {
	st := f.c
	f.decl("token @llvm.coro.id(i32, ptr, ptr, ptr)")
	st.id = f.op("call token @llvm.coro.id(i32 %d, ptr %s, ptr null, ptr null)", oneOf(f.gen, 0, 16), promise)
	from, do, join := f.cur, f.newLabel("coro.alloc"), f.newLabel("coro.init")
	if st.alloc {
		f.decl("i1 @llvm.coro.alloc(token)")
		need := f.op("call i1 @llvm.coro.alloc(token %s)", st.id)
		f.do("br i1 %s, label %%%s, label %%%s", need, do, join)
		f.start(do)
	}
	w := oneOf(f.gen, "i64", "i64", "i32")
	size := f.rtVal(w, "llvm.coro.size."+w, "", "")
	if w == "i32" {
		size = f.op("zext i32 %s to i64", size)
	}
	align := "64"
	switch {
	case f.o.Portable:
		align = "16"
	case f.chance(50):
		w := oneOf(f.gen, "i64", "i32")
		align = f.rtVal(w, "llvm.coro.align."+w, "", "")
		if w == "i32" {
			align = f.op("zext i32 %s to i64", align)
		}
	}
	mem := f.rtVal("ptr", "rt_alloc", "i64, i64", "i64 %s, i64 %s", size, align)
	if st.alloc {
		f.br(join)
		f.start(join)
		mem = f.op("phi ptr [ null, %%%s ], [ %s, %%%s ]", from, mem, do)
	}
	f.decl("ptr @llvm.coro.begin(token, ptr)")
	st.hdl = oneOf(f.gen, "%hdl", "%frame", "%coro.hdl")
	f.lines = append(f.lines, "  "+st.hdl+" = "+f.spell(fmt.Sprintf("call ptr @llvm.coro.begin(token %s, ptr %s)",
		st.id, mem)))
}

// closeBody ends the body: early exits meet, then the final suspend follows, if any.
func (f *fn) closeBody(base scope) {
	st := f.c
	if len(st.exit.preds) > 0 {
		f.edge(st.exit, f.pick)
		f.br("coro.exit")
		f.release(base)
		f.start("coro.exit")
		for _, v := range f.phis(st.exit) {
			f.trace(v)
		}
	} else {
		f.release(base)
	}
	f.access()
	if st.final {
		f.finalSuspend()
		return
	}
	f.edge(st.clean, f.pick)
	f.br("cleanup")
}

// cleanup writes the shared cleanup: it releases the stashes and the handles of other coroutines,
// and frees the frame.
func (f *fn) cleanup() {
	st := f.c
	if f.chance(4) {
		f.deadBlock()
	}
	f.start("cleanup")
	for _, v := range f.phis(st.clean) {
		f.trace(v)
	}
	if f.chance(50) {
		f.access()
	}
	f.giveBack()
	f.freeFrame()
	f.edge(st.end, f.konsts)
	f.br("coro.ret")
}

// giveBack releases everything that outlives the body: stashes and handles.
func (f *fn) giveBack() {
	st := f.c
	for _, s := range st.stashed {
		f.unstash(s)
	}
	for _, c := range []string{st.childCell, st.subCell} {
		if c != "" {
			f.destroyIn(c)
		}
	}
}

// freeFrame frees the frame's memory if coro.free returns any.
func (f *fn) freeFrame() {
	st := f.c
	f.decl("ptr @llvm.coro.free(token, ptr)")
	mem := f.op("call ptr @llvm.coro.free(token %s, ptr %s)", oneOf(f.gen, st.id, st.id, "none"), st.hdl)
	if f.chance(60) {
		f.guard(f.op("icmp ne ptr %s, null", mem), func() { f.rt("rt_free", "ptr", "ptr %s", mem) })
		return
	}
	f.rt("rt_free", "ptr", "ptr %s", mem)
}

// deadBlock writes a block without predecessors that contains coroutine intrinsics.
func (f *fn) deadBlock() {
	f.start(f.newLabel("dead"))
	f.decl("i8 @llvm.coro.suspend(token, i1)")
	f.op("call i8 @llvm.coro.suspend(token none, i1 false)")
	f.edge(f.c.clean, f.konsts)
	f.br("cleanup")
}

// ending writes coro.end and the code after it, which only the ramp runs. ramp has values that
// dominate the block and that no other activation changes.
func (f *fn) ending(ramp []val) {
	st := f.c
	f.start("coro.ret")
	merged := f.phis(st.end)
	f.coroEnd(false)
	for _, v := range merged {
		f.trace(v)
	}
	for range f.n(3) {
		if len(ramp) > 0 {
			f.trace(ramp[f.n(len(ramp))])
		}
	}
	if f.chance(25) {
		s := f.newSlot(true, false)
		s.shy = f.o.Portable || f.chance(50)
		if !s.shy {
			// The object escapes, so only this metadata keeps it out of the frame, which is freed.
			f.allocas[len(f.allocas)-1] += ", !coro.outside.frame !0"
			f.outside = true
		}
		f.fill(s)
		f.show(s)
	}
	if st.out {
		f.do("ret i32 %d", f.n(100))
	} else {
		f.do("ret ptr %s", st.hdl)
	}
	if st.final {
		f.start("trap")
		f.do("unreachable")
	}
}

// coroEnd writes the dialect's coro.end. For unwind it returns an i1 that is true in the ramp.
func (f *fn) coroEnd(unwind bool) string {
	hdl := f.c.hdl
	if !unwind && f.chance(30) {
		hdl = "null"
	}
	switch f.o.Dialect {
	case LLVM22:
		f.rt("llvm.coro.end", "ptr, i1, token", "ptr %s, i1 %t, token none", hdl, unwind)
		if unwind {
			return f.rtVal("i1", "llvm.coro.is_in_ramp", "", "")
		}
	case LLVM19:
		r := f.rtVal("i1", "llvm.coro.end", "ptr, i1, token", "ptr %s, i1 %t, token none", hdl, unwind)
		if unwind {
			return f.op("xor i1 %s, true", r)
		}
	default:
		f.rtVal("i1", "llvm.coro.end", "ptr, i1", "ptr %s, i1 %t", hdl, unwind)
	}
	return ""
}
