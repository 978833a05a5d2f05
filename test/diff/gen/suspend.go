// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Suspend points, awaits, exceptions, and the statements that only coroutines have.

import "fmt"

// maxSuspends limits the number of suspend points in a coroutine.
const maxSuspends = 9

// coroStmt writes a statement that only a coroutine can have. It returns false if the random choice
// does not apply here.
func (f *fn) coroStmt(depth int) bool {
	st := f.c
	room := st.suspends < maxSuspends && !st.plain
	switch k := f.n(20); {
	case k < 9:
		if !room {
			return false
		}
		f.suspend(nil)
	case k < 11:
		if !room || f.o.Portable {
			return false
		}
		f.await()
	case k < 13:
		if !st.eh {
			return false
		}
		if f.chance(50) {
			f.catch()
		} else {
			l := f.newLabel("cont")
			r := f.invoke(l)
			f.start(l)
			f.push(i64, r)
		}
	case k < 14:
		if depth > 2 {
			return false
		}
		l := f.newLabel("stay")
		f.edge(st.exit, f.pick)
		c := f.op("icmp eq i64 %s, 0", f.op("and i64 %s, 15", f.fresh()))
		f.do("br i1 %s, label %%coro.exit, label %%%s", c, l)
		f.start(l)
	case k < 16:
		if st.child == nil {
			return false
		}
		f.childStmt()
	case k < 18:
		if len(st.cells) == 0 {
			return false
		}
		f.useCell(st.cells[f.n(len(st.cells))], st.long)
	case k < 19:
		if !room || !st.transfer || st.eh {
			return false
		}
		f.selfStmt()
	default:
		f.frameStmt()
	}
	return true
}

// suspend writes a suspend point. mid, if not nil, writes code between save and suspend.
func (f *fn) suspend(mid func()) {
	st := f.c
	tok := "none"
	if mid != nil || f.chance(40) {
		f.decl("token @llvm.coro.save(ptr)")
		tok = f.op("call token @llvm.coro.save(ptr %s)", oneOf(f.gen, st.hdl, st.hdl, "null"))
		if mid == nil && f.chance(60) {
			f.access()
			f.note(f.pick(i64).s)
		}
	}
	if mid != nil {
		mid()
	}
	f.suspendWith(tok)
}

// suspendWith writes coro.suspend and its three edges. The builder continues in the block that runs
// after a resume.
func (f *fn) suspendWith(tok string) {
	st := f.c
	st.suspends++
	f.decl("i8 @llvm.coro.suspend(token, i1)")
	s := f.op("call i8 @llvm.coro.suspend(token %s, i1 false)", tok)
	resume, local := f.newLabel("resume"), "cleanup"
	if f.chance(55) {
		local = f.newLabel("cleanup.at")
	}
	toEnd := f.quiet
	if st.transfer {
		toEnd = f.konsts // the frame may be freed by then
	}
	f.edge(st.end, toEnd)
	if f.chance(80) {
		if local == "cleanup" {
			f.edge(st.clean, f.quiet)
		}
		a, b := fmt.Sprintf("i8 0, label %%%s", resume), fmt.Sprintf("i8 1, label %%%s", local)
		if f.chance(30) {
			a, b = b, a
		}
		f.do("switch i8 %s, label %%coro.ret [ %s %s ]", s, a, b)
	} else {
		f.wakeChain(s, resume, local)
	}
	if local != "cleanup" {
		f.localCleanup(local)
	}
	f.start(resume)
	// Before LLVM 22, a result that is used after a later suspend is lowered wrongly.
	if f.chance(40) && !f.o.Portable {
		f.push(i8, s)
	}
}

// wakeChain distinguishes the three results of a suspend with comparisons.
func (f *fn) wakeChain(s, resume, local string) {
	woken := f.newLabel("woken")
	c := f.op("icmp slt i8 %s, 0", s)
	if f.chance(50) {
		c = f.op("icmp eq i8 %s, -1", s)
	}
	f.do("br i1 %s, label %%coro.ret, label %%%s", c, woken)
	f.start(woken)
	again := f.op("icmp eq i8 %s, 0", s)
	if local == "cleanup" {
		f.edge(f.c.clean, f.quiet)
	}
	f.do("br i1 %s, label %%%s, label %%%s", again, resume, local)
}

// localCleanup writes the part of the cleanup that belongs to one suspend point, before the shared
// part.
func (f *fn) localCleanup(label string) {
	st := f.c
	f.start(label)
	m := f.mark()
	f.access()
	if len(f.vals) > 0 {
		f.trace(f.vals[f.n(len(f.vals))])
	}
	if f.chance(70) {
		for i := len(st.live) - 1; i >= 0; i-- {
			f.lifetime("end", st.live[i].name, st.live[i].t.size*st.live[i].count)
		}
	}
	f.edge(st.clean, f.pick)
	f.br("cleanup")
	f.release(m)
}

// selfStmt resumes or destroys the coroutine itself between a save and its suspend. Lowering turns
// this into a plain jump.
func (f *fn) selfStmt() {
	st := f.c
	act := func(name string) func() {
		return func() {
			if f.chance(25) {
				f.note(f.pick(i64).s) // a call in between prevents the plain jump
			}
			f.rt("llvm.coro."+name, "ptr", "ptr %s", st.hdl)
		}
	}
	if st.safe || f.chance(60) {
		f.suspend(act("resume"))
		return
	}
	f.guard(f.op("icmp eq i64 %s, 0", f.op("and i64 %s, 3", f.fresh())), func() { f.suspend(act("destroy")) })
}

// frameStmt uses the intrinsics about handles that need no other coroutine.
func (f *fn) frameStmt() {
	st := f.c
	same := func(p string) { f.note(f.op("zext i1 %s to i64", f.op("icmp eq ptr %s, %s", p, st.hdl))) }
	switch f.n(3) {
	case 0:
		same(f.rtVal("ptr", "llvm.coro.frame", "", ""))
	case 1:
		if st.promise != nil {
			const sig = "ptr, i32, i1"
			p := f.rtVal("ptr", "llvm.coro.promise", sig, "ptr %s, i32 %d, i1 false", st.hdl, st.promAlign)
			same(f.rtVal("ptr", "llvm.coro.promise", sig, "ptr %s, i32 %d, i1 true", p, st.promAlign))
		}
	case 2:
		h := f.rtVal("ptr", "llvm.coro.noop", "", "")
		f.note(f.op("zext i1 %s to i64", f.rtVal("i1", "llvm.coro.done", "ptr", "ptr %s", h)))
		f.rt("llvm.coro."+oneOf(f.gen, "resume", "destroy"), "ptr", "ptr %s", h)
	}
}

// guard runs body only if an i1 is true.
func (f *fn) guard(cond string, body func()) {
	a, m := f.newLabel("do"), f.newLabel("after")
	f.do("br i1 %s, label %%%s, label %%%s", cond, a, m)
	f.start(a)
	s := f.mark()
	body()
	f.br(m)
	f.release(s)
	f.start(m)
}

// finalSuspend writes the final suspend point, and continues in the shared cleanup.
func (f *fn) finalSuspend() {
	st := f.c
	tok := "none"
	if st.task || f.chance(50) {
		f.decl("token @llvm.coro.save(ptr)")
		tok = f.op("call token @llvm.coro.save(ptr %s)", st.hdl)
	}
	if st.task {
		aw := f.alloca(awaiterT.s, 1, 8)
		f.store(val{i64, "7"}, aw, 8)
		f.awaitCall("handle", aw, f.wrapper("handle", "final", false), "")
	}
	f.decl("i8 @llvm.coro.suspend(token, i1)")
	s := f.op("call i8 @llvm.coro.suspend(token %s, i1 true)", tok)
	if st.transfer {
		f.edge(st.end, f.konsts)
	} else {
		f.edge(st.end, f.quiet)
	}
	if st.eh {
		// A coroutine that ended with an exception is destroyed as if it were here, but the values
		// on the path to here were not computed.
		f.edge(st.clean, f.konsts)
	} else {
		f.edge(st.clean, f.quiet)
	}
	f.do("switch i8 %s, label %%coro.ret [ i8 0, label %%trap i8 1, label %%cleanup ]", s)
}
