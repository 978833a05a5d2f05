// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Awaits with their wrapper functions (void, bool, symmetric transfer) and exceptions: invokes,
// local handlers, and the unwind path that ends the coroutine.

import "fmt"

// await writes a save, an await intrinsic and a suspend.
func (f *fn) await() {
	st := f.c
	kinds := []string{"void", "bool"}
	if st.transfer {
		kinds = append(kinds, "handle", "handle")
	}
	kind := kinds[f.n(len(kinds))]
	target := ""
	if kind == "handle" {
		target = "noop"
		switch {
		case st.subCell != "" && !st.eh && f.chance(70):
			target = "sub"
		case !st.eh && f.chance(60):
			target = "self"
		}
	}
	aw := f.alloca(awaiterT.s, 1, 8)
	f.store(f.pick(i64), aw, 8)
	f.store(f.pick(i64), f.bytes(aw, "8"), 8)
	if target == "sub" {
		f.create(st.sub, st.subCell)
		f.storePtr(f.loadPtr(st.subCell), aw)
	}
	f.decl("token @llvm.coro.save(ptr)")
	tok := f.op("call token @llvm.coro.save(ptr %s)", oneOf(f.gen, st.hdl, "null"))
	normal := ""
	if st.eh && f.chance(60) {
		normal = f.newLabel("awaited")
	}
	b := f.awaitCall(kind, aw, f.wrapper(kind, target, normal != ""), normal)
	if kind != "bool" {
		f.suspendWith(tok)
		f.pushAwaiter(aw, target)
		return
	}
	susp, ready := f.newLabel("await.suspend"), f.newLabel("await.ready")
	f.do("br i1 %s, label %%%s, label %%%s", b, susp, ready)
	f.start(susp)
	m := f.mark()
	f.suspendWith(tok)
	f.br(ready)
	f.release(m)
	f.start(ready)
	f.pushAwaiter(aw, target)
}

// pushAwaiter reads a field of the awaiter after the await. With a child, the first field is a
// handle, which must not be traced.
func (f *fn) pushAwaiter(aw, target string) {
	if target != "sub" && f.chance(50) {
		f.push(i64, f.load(i64, aw, 8))
		return
	}
	f.push(i64, f.load(i64, f.bytes(aw, "8"), 8))
}

// awaitCall writes the intrinsic as a call, or as an invoke if normal names a block, which
// awaitCall then begins. It returns the result of the bool kind.
func (f *fn) awaitCall(kind, aw, wrapper, normal string) string {
	ret := "void"
	if kind == "bool" {
		ret = "i1"
	}
	name := "llvm.coro.await.suspend." + kind
	f.decl(fmt.Sprintf("%s @%s(ptr, ptr, ptr)", ret, name))
	call := fmt.Sprintf("%s @%s(ptr %s, ptr %s, ptr %s)", ret, name, aw, f.c.hdl, wrapper)
	if normal != "" {
		f.edge(f.c.unwind, f.quiet)
		call = "invoke " + call + " to label %" + normal + " unwind label %unwind"
	} else {
		call = "call " + call
	}
	r := ""
	if ret == "void" {
		f.do("%s", call)
	} else {
		r = f.op("%s", call)
	}
	if normal != "" {
		f.start(normal)
	}
	return r
}

// wrapper writes the function that an await calls and returns its name. target selects the handle
// that the handle kind returns.
func (g *gen) wrapper(kind, target string, throws bool) string {
	name := fmt.Sprintf("@%sawait%d", g.pre, g.wrappers)
	g.wrappers++
	ret := map[string]string{"void": "void", "bool": "i1", "handle": "ptr"}[kind]
	f := g.newFn(fmt.Sprintf("define internal %s %s(ptr %%aw, ptr %%hdl)", ret, name))
	f.cur = "entry"
	if target != "sub" {
		x := f.load(i64, "%aw", 8)
		f.note(x)
		f.store(val{i64, f.op("add i64 %s, %d", x, 1+f.n(9))}, "%aw", 8)
	}
	if throws {
		f.note(f.rtVal("i64", "rt_throw_val", "i64", "i64 %d", f.nextTag()))
	}
	switch kind {
	case "void":
		f.do("ret void")
	case "bool":
		f.do("ret i1 %s", f.op("icmp ne i64 %s, 0", f.op("and i64 %s, 3", f.fresh())))
	default:
		f.do("ret ptr %s", f.target(target))
	}
	g.funcs = append(g.funcs, f.finish())
	return name
}

// target computes the handle of a symmetric transfer.
func (f *fn) target(target string) string {
	const sig = "ptr, i32, i1"
	if target == "self" {
		return "%hdl"
	}
	noop := f.rtVal("ptr", "llvm.coro.noop", "", "")
	switch target {
	case "final":
		p := f.rtVal("ptr", "llvm.coro.promise", sig, "ptr %%hdl, i32 8, i1 false")
		next := f.loadPtr(f.bytes(p, "8"))
		return f.op("select i1 %s, ptr %s, ptr %s", f.op("icmp eq ptr %s, null", next), noop, next)
	case "sub":
		// An existing, unfinished child continues, with the awaiting coroutine as its continuation.
		h := f.loadPtr("%aw")
		there, go_, out := f.newLabel("there"), f.newLabel("go"), f.newLabel("out")
		f.do("br i1 %s, label %%%s, label %%%s", f.op("icmp eq ptr %s, null", h), out, there)
		f.start(there)
		f.do("br i1 %s, label %%%s, label %%%s", f.rtVal("i1", "llvm.coro.done", "ptr", "ptr %s", h), out, go_)
		f.start(go_)
		p := f.rtVal("ptr", "llvm.coro.promise", sig, "ptr %s, i32 8, i1 false", h)
		f.storePtr("%hdl", f.bytes(p, "8"))
		f.br(out)
		f.start(out)
		return f.op("phi ptr [ %s, %%entry ], [ %s, %%%s ], [ %s, %%%s ]", noop, noop, there, h, go_)
	}
	return noop
}

// invoke calls a function that may throw. Control continues in normal, which the caller begins, or
// in the function's unwind block. It returns the i64 result.
func (f *fn) invoke(normal string) string {
	f.edge(f.c.unwind, f.quiet)
	return f.rawInvoke(normal, "unwind")
}

func (f *fn) rawInvoke(normal, unwind string) string {
	f.decl("i64 @rt_throw_val(i64)")
	return f.op("invoke i64 @rt_throw_val(i64 %d) to label %%%s unwind label %%%s", f.nextTag(), normal, unwind)
}

// catch calls a function that may throw and handles the exception here.
func (f *fn) catch() {
	ok, lp, m := f.newLabel("ok"), f.newLabel("lpad"), f.newLabel("caught")
	j := &join{types: []*typ{i64}}
	if f.chance(40) {
		// The normal edge of the invoke leads directly to the merge block.
		r := f.rawInvoke(m, lp)
		j.preds, j.vals = append(j.preds, f.cur), append(j.vals, []string{r})
	} else {
		r := f.rawInvoke(ok, lp)
		f.start(ok)
		s := f.mark()
		f.push(i64, r)
		f.expr()
		j.preds, j.vals = append(j.preds, f.cur), append(j.vals, []string{r})
		f.br(m)
		f.release(s)
	}
	f.start(lp)
	s := f.mark()
	x := f.op("landingpad { ptr, i32 } catch ptr null")
	f.rtVal("ptr", "__cxa_begin_catch", "ptr", "ptr %s", f.op("extractvalue { ptr, i32 } %s, 0", x))
	f.access()
	f.rt("__cxa_end_catch", "", "")
	f.edge(j, f.pick)
	f.br(m)
	f.release(s)
	f.start(m)
	f.phis(j)
}

// unwindBlock writes the block through which exceptions leave the coroutine. In the ramp it frees
// the frame, in a resumed activation it only marks the coroutine done.
func (f *fn) unwindBlock() {
	st := f.c
	f.start("unwind")
	phis := f.phis(st.unwind)
	x := f.op("landingpad { ptr, i32 } cleanup")
	for _, v := range phis {
		f.trace(v)
	}
	f.giveBack()
	ramp := f.coroEnd(true)
	f.guard(ramp, f.freeFrame)
	f.do("resume { ptr, i32 } %s", x)
}
