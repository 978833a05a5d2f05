// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Printing of statements about handles, about cells, which are variables that hold a handle, and of
// calls.

import (
	"fmt"
	"strings"
)

// hdl returns the handle of a number; null if the number has none.
func (e *printer) hdl(id int) value {
	if v, ok := e.vals[id]; ok && v.t == nil {
		return v
	}
	return value{s: "null"}
}

// cell returns the variable of a number that holds a handle; a new one if the number has none.
func (e *printer) cell(id int) string {
	if c, ok := e.cells[id]; ok && c != "%x" {
		return c
	}
	c := e.alloca("c", "ptr", 0)
	if id == idCell && e.cells[idCell] != "" { // the parameter may be null
		e.do("store ptr null, ptr %s", c)
		return e.op("select i1 %s, ptr %s, ptr %%x", e.op("icmp eq ptr %%x, null"), c)
	}
	e.do("store ptr null, ptr %s", c)
	return c
}

func (e *printer) resumeOrDestroy(what, h string) {
	if e.witness {
		e.call("void", "@rt_%s(ptr %s)", what, h)
	} else {
		e.call("void", "@llvm.coro.%s(ptr %s)", what, h)
	}
}

// when prints body under a condition.
func (e *printer) when(c string, body func()) {
	yes, on := e.label("yes"), e.label("on")
	e.end("br i1 %s, label %%%s, label %%%s", c, yes, on)
	e.start(yes)
	body()
	e.br(on)
	e.start(on)
}

func (e *printer) done(h string) string {
	if e.witness {
		return e.op("icmp ne i32 %s, 0", e.op("call i32 @rt_done(ptr %s)", h))
	}
	return e.op("call i1 @llvm.coro.done(ptr %s)", h)
}

// reset prints code that destroys the coroutine in a cell and clears the cell.
func (e *printer) reset(c string) {
	h := e.op("load ptr, ptr %s", c)
	e.when(e.op("icmp ne ptr %s, null", h), func() {
		e.do("store ptr null, ptr %s", c)
		e.resumeOrDestroy("destroy", h)
	})
}

func (e *printer) handle(s *Stmt) {
	switch s.Op {
	case opCreate:
		e.create(s)
	case opChain:
		v, other := e.hdl(s.A), e.hdl(s.B)
		if v.f != other.f && mayBeOther(s.N) {
			v.f = nil // nobody knows which promise it has
		}
		e.vals[s.ID] = value{s: e.chain(v.s, other.s, s.N), f: v.f}
	case opHandleOut:
		e.handleOut(s)
	case opHandleIn:
		e.handleIn(s)
	case opKeepHandle:
		e.do("call void @rt_keep_handle(i32 %d, ptr %s)", s.N%4, e.hdl(s.A).s)
	case opKeptHandle:
		e.vals[s.ID] = value{s: e.op("call ptr @rt_kept_handle(i32 %d)", s.N%4)}
	case opResume, opDestroy:
		v := e.hdl(s.A)
		what := "resume"
		if s.Op == opDestroy {
			what = "destroy"
		}
		act := func() { e.resumeOrDestroy(what, v.s) }
		if v.s == "null" && s.M != 2 {
			break
		}
		switch s.M {
		case 0:
			act()
		case 1:
			e.when(e.query(what+"(ptr %s)", v.s), act)
		case 2:
			e.when(e.op("icmp ne ptr %s, null", v.s), act)
		case 3:
			if what == "resume" {
				e.when(e.op("xor i1 %s, true", e.done(v.s)), act)
			} else {
				act()
			}
		}
	case opDone:
		v := e.hdl(s.A)
		e.when(e.query("done(ptr %s)", v.s), func() { e.show(e.op("zext i1 %s to i64", e.done(v.s))) })
	case opDrain:
		e.drain(s)
	case opPromise:
		e.promise(s)
	case opCell:
		e.newCell(s)
	case opCellStore:
		e.do("store ptr %s, ptr %s", e.hdl(s.B).s, e.cell(s.A))
	case opCellLoad:
		e.vals[s.ID] = value{s: e.op("load ptr, ptr %s", e.cell(s.A))}
	case opCellTake:
		c := e.cell(s.A)
		e.vals[s.ID] = value{s: e.op("load ptr, ptr %s", c)}
		e.do("store ptr null, ptr %s", c)
	case opCellMove:
		a, b := e.cell(s.A), e.cell(s.B)
		if a != b {
			h := e.op("load ptr, ptr %s", b)
			e.do("store ptr null, ptr %s", b)
			e.reset(a)
			e.do("store ptr %s, ptr %s", h, a)
		}
	case opCellSwap:
		a, b := e.cell(s.A), e.cell(s.B)
		h, k := e.op("load ptr, ptr %s", a), e.op("load ptr, ptr %s", b)
		e.do("store ptr %s, ptr %s", h, b)
		e.do("store ptr %s, ptr %s", k, a)
	case opCellReset:
		e.reset(e.cell(s.A))
	case opCellCopy:
		a, b := e.cell(s.A), e.cell(s.B)
		if a != b {
			e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %s, i64 8, i1 false)", a, b)
		}
	case opCellEither:
		a, b := e.cell(s.A), e.cell(s.B)
		e.cells[s.ID] = e.chain(a, b, s.N)
	case opCellOut:
		if c, ok := e.cells[s.A]; ok && strings.HasPrefix(c, "%c") {
			if s.N/4%2 == 0 {
				e.do("call void @rt_hold(i32 %d, ptr %s)", s.N%4, c)
			} else {
				e.do("store ptr %s, ptr getelementptr (ptr, ptr @rt_held, i64 %d)", c, s.N%4)
			}
		}
	case opHeldUse:
		e.when(e.query("held(i32 %d, i32 %d)", s.N%4, s.M%3), func() {
			e.call("void", "@rt_hold_%s(i32 %d)", []string{"clear", "resume", "destroy"}[s.M%3], s.N%4)
		})
	case opCall:
		e.callUser(s)
	case opConsume:
		if s.F != nil && e.p.has(s.F) {
			e.when(e.query("deep()"), func() {
				e.call("void", "@%s%s(ptr %s, i64 %d)", e.pre, s.F.Name,
					e.hdl(s.A).s, s.N%4)
			})
		}
	case opSetCallback:
		if s.F != nil && e.p.has(s.F) {
			c, ok := e.cells[s.A]
			if !ok || !strings.HasPrefix(c, "%c") {
				c = fmt.Sprintf("@%sG%d", e.pre, s.N%plainPlaces)
			}
			e.do("call void @rt_set_callback(ptr @%s%s, ptr %s, i64 %d)", e.pre, s.F.Name, c, s.N%4)
		}
	case opRunCallback:
		e.when(e.query("callback()"), func() { e.call("void", "@rt_run_callback()") })
	case opThread:
		v := e.hdl(s.A)
		act := func() { e.call("void", "@rt_thread(ptr %s)", v.s) }
		if v.s == "null" {
			break
		}
		if s.M == 0 {
			act()
		} else {
			e.when(e.query("resume(ptr %s)", v.s), act)
		}
	case opQueue:
		e.do("call void @rt_queue(ptr %s)", e.hdl(s.A).s)
	case opQueueRun:
		e.call("void", "@rt_queue_run(i32 %d)", s.N)
	}
}

// mayBeOther reports whether chain may return the other pointer.
func mayBeOther(form int) bool { return form < structChains && (form%20 == 1 || form%20 == 2) }

// chain prints code that forwards a pointer and returns it, or returns another one on some paths.
func (e *printer) chain(p, q string, form int) string {
	query := func() string { return e.op("icmp eq i32 %s, 0", e.op("call i32 @rt_ask(i32 2)")) }
	if form >= structChains {
		return e.through(p, form-structChains)
	}
	number := func() string { return e.op("ptrtoint ptr %s to i64", p) }
	back := func(i string) string { return e.op("inttoptr i64 %s to ptr", i) }
	switch form % 20 {
	case 0:
		return e.op("freeze ptr %s", p)
	case 1:
		return e.op("select i1 %s, ptr %s, ptr %s", query(), p, q)
	case 2:
		yes, on := e.label("yes"), e.label("on")
		c, from := query(), e.cur
		e.end("br i1 %s, label %%%s, label %%%s", c, yes, on)
		e.start(yes)
		e.br(on)
		e.start(on)
		return e.op("phi ptr [ %s, %%%s ], [ %s, %%%s ]", p, from, q, yes)
	case 3:
		return back(e.op("xor i64 %s, 12345", e.op("xor i64 %s, 12345", number())))
	case 4:
		return back(e.op("urem i64 %s, -1", number()))
	case 5:
		return back(e.op("mul i64 %s, -1018231460777725123", e.op("mul i64 %s, -7046029254386353131", number())))
	case 6:
		return e.op("getelementptr i8, ptr %s, i64 -8", e.op("getelementptr i8, ptr %s, i64 8", p))
	case 7:
		c := e.alloca("t", "ptr", 0)
		e.do("store ptr %s, ptr %s", p, c)
		return e.op("load ptr, ptr %s", c)
	case 8:
		c, d := e.alloca("t", "ptr", 0), e.alloca("t", "ptr", 0)
		e.do("store ptr %s, ptr %s", p, c)
		e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %s, i64 8, i1 false)", d, c)
		return e.op("load ptr, ptr %s", d)
	case 9:
		c := e.alloca("t", "ptr", 0)
		e.do("store volatile ptr %s, ptr %s", p, c)
		return e.op("load volatile ptr, ptr %s", c)
	case 10:
		v := e.op("insertvalue { ptr, i64 } { ptr null, i64 3 }, ptr %s, 0", p)
		return e.op("extractvalue { ptr, i64 } %s, 0", v)
	case 11:
		v := e.op("insertelement <2 x ptr> zeroinitializer, ptr %s, i32 1", p)
		return e.op("extractelement <2 x ptr> %s, i32 1", v)
	case 12:
		return e.op("call ptr @rt_identity(ptr %s)", p)
	case 13, 14:
		f := e.helper("identity", "define internal ptr %s(ptr %%p) {\nentry:\n  ret ptr %%p\n}\n")
		if form%20 == 14 {
			f = e.helper("identity.kept", "define internal ptr %s(ptr %%p) noinline {\nentry:\n  ret ptr %%p\n}\n")
		}
		return e.op("call ptr %s(ptr %s)", f, p)
	case 15:
		c := e.alloca("t", "{ i64, ptr }", 0)
		f := e.helper("fill", "define internal void %s(ptr sret({ i64, ptr }) %%r, ptr %%p) {\nentry:\n"+
			"  %%q = getelementptr { i64, ptr }, ptr %%r, i32 0, i32 1\n"+
			"  store ptr %%p, ptr %%q\n  store i64 4, ptr %%r\n  ret void\n}\n")
		e.do("call void %s(ptr sret({ i64, ptr }) %s, ptr %s)", f, c, p)
		return e.op("load ptr, ptr %s", e.op("getelementptr i8, ptr %s, i64 8", c))
	case 16:
		hi := e.op("lshr i64 %s, 32", number())
		lo := e.op("and i64 %s, 4294967295", number())
		return back(e.op("or i64 %s, %s", e.op("shl i64 %s, 32", hi), lo))
	case 17:
		return e.op("select i1 %s, ptr %s, ptr null", query(), p)
	case 18:
		c := e.alloca("t", "ptr", 0)
		e.do("store atomic ptr %s, ptr %s monotonic, align 8", p, c)
		return e.op("load atomic ptr, ptr %s monotonic, align 8", c)
	}
	c := e.alloca("t", "i64", 0)
	e.do("store i64 %s, ptr %s", e.op("sub i64 0, %s", number()), c)
	return back(e.op("sub i64 0, %s", e.op("load i64, ptr %s", c)))
}

// helper prints a helper function for the current function.
func (e *printer) helper(hint, text string) string {
	e.n++
	n := fmt.Sprintf("@%s%s.%s%d", e.pre, e.f.Name, hint, e.n)
	e.after = append(e.after, fmt.Sprintf(text, n))
	return n
}

// create prints a call of a coroutine's ramp, directly or through an inlined wrapper.
func (e *printer) create(s *Stmt) {
	f := s.F
	if f == nil || !e.p.has(f) {
		return
	}
	byval, bparam := "", ""
	if f.Byval != nil {
		o := e.obj(s.B, f.Byval)
		byval = fmt.Sprintf(", ptr byval(%s) align %d %s", f.Byval.s, f.Byval.align, o.s)
		bparam = fmt.Sprintf(", ptr byval(%s) align %d %%s", f.Byval.s, f.Byval.align)
	}
	x := fmt.Sprintf("@%sG%d", e.pre, s.N%plainPlaces)
	if c, ok := e.cells[s.B]; ok && c != "%x" {
		x = c
	}
	args := fmt.Sprintf("(i64 %d, ptr %s, ptr %s%s)", s.N%4, e.hdl(s.A).s, x, byval)
	params := "(i64 %%n, ptr %%h, ptr %%x" + strings.ReplaceAll(bparam, "%", "%%") + ")"
	pass := fmt.Sprintf("(i64 %%n, ptr %%h, ptr %%x%s)", bparam)
	ramp := "@" + e.pre + f.Name
	attr := []string{"", "noinline ", "", "alwaysinline "}[s.N/4%4]
	wrapper := func(ret, sret, body string) string {
		p := params
		if sret != "" {
			p = "(" + sret + ", " + params[1:]
		}
		return e.helper("make", "define internal "+ret+" %s"+p+" "+attr+"{\nentry:\n"+strings.ReplaceAll(body, "%",
			"%%")+"}\n")
	}
	call := func() {
		h := ""
		switch s.M % 6 {
		case 0, 1:
			safe := ""
			if s.M == 7 && e.f.Kind == coro {
				safe = " coro_elide_safe"
				// the ramp may throw after it has overwritten the last frame
				e.witnessCall("safe(ptr %%hdl, ptr null, i32 %d)", s.ID)
			}
			h = e.call("ptr", "%s%s%s", ramp, args, safe)
			if safe != "" {
				e.witnessCall("safe(ptr %%hdl, ptr %s, i32 %d)", h, s.ID)
			}
		case 2:
			g := wrapper("ptr", "", "  %r = call ptr "+ramp+pass+"\n  ret ptr %r\n")
			h = e.call("ptr", "%s%s", g, args)
		case 3:
			g := wrapper("{ ptr, i64 }", "", "  %r = call ptr "+ramp+pass+"\n"+
				"  %s0 = insertvalue { ptr, i64 } { ptr null, i64 1 }, ptr %r, 0\n  ret { ptr, i64 } %s0\n")
			h = e.op("extractvalue { ptr, i64 } %s, 0", e.call("{ ptr, i64 }", "%s%s", g, args))
		default:
			t := e.alloca("task", "{ ptr, i64 }", 0)
			g := wrapper("void", "ptr sret({ ptr, i64 }) %%r", "  %t = call ptr "+ramp+pass+"\n"+
				"  store ptr %t, ptr %r\n  %q = getelementptr i8, ptr %r, i64 8\n  store i64 2, ptr %q\n  ret void\n")
			e.call("void", "%s(ptr sret({ ptr, i64 }) %s, %s", g, t, args[1:])
			h = e.op("load ptr, ptr %s", t)
			if s.M%6 == 5 {
				e.do("store ptr null, ptr %s", t)
			}
		}
		e.vals[s.ID] = value{s: h, f: f}
	}
	if s.F == e.f || s.N&32 != 0 { // bound the recursion
		from := ""
		yes, on := e.label("yes"), e.label("on")
		c := e.query("deep()")
		from = e.cur
		e.end("br i1 %s, label %%%s, label %%%s", c, yes, on)
		e.start(yes)
		call()
		made := e.cur
		e.br(on)
		e.start(on)
		e.vals[s.ID] = value{s: e.op("phi ptr [ null, %%%s ], [ %s, %%%s ]", from, e.vals[s.ID].s, made)}
		return
	}
	call()
}

// handleOut stores a handle in a global, as a pointer or encoded in a number.
func (e *printer) handleOut(s *Stmt) {
	h := e.hdl(s.A).s
	k := s.N % (plainPlaces + 3)
	at := fmt.Sprintf("@%sG%d", e.pre, k)
	number := func() string { return e.op("ptrtoint ptr %s to i64", h) }
	switch k {
	case xorPlace:
		e.do("store i64 %s, ptr %s", e.op("xor i64 %s, 1540483477", number()), at)
	case mulPlace:
		e.do("store i64 %s, ptr %s", e.op("mul i64 %s, -7046029254386353131", number()), at)
	case halvesPlace:
		e.do("store i64 %s, ptr %s", e.op("lshr i64 %s, 32", number()), at)
		e.do("store i64 %s, ptr %s", e.op("and i64 %s, 4294967295", number()), e.op("getelementptr i8, ptr %s, i64 8",
			at))
	default:
		if s.M >= 6 {
			e.publish(h, at, s.M-6)
			break
		}
		switch s.M % 6 {
		case 0, 1:
			e.do("store ptr %s, ptr %s", h, at)
		case 2:
			e.do("store volatile ptr %s, ptr %s", h, at)
		case 3:
			e.do("store atomic ptr %s, ptr %s release, align 8", h, at)
		case 4:
			e.do("store i64 %s, ptr %s", e.op("urem i64 %s, -1", number()), at)
		case 5:
			e.op("atomicrmw xchg ptr %s, i64 %s monotonic", at, number())
		}
	}
}

func (e *printer) handleIn(s *Stmt) {
	k := s.N % (plainPlaces + 3)
	at := fmt.Sprintf("@%sG%d", e.pre, k)
	switch k {
	case xorPlace:
		x := e.op("xor i64 %s, 1540483477", e.op("load i64, ptr %s", at))
		e.vals[s.ID] = value{s: e.op("inttoptr i64 %s to ptr", x)}
	case mulPlace, halvesPlace:
		at = fmt.Sprintf("@%sG%d", e.pre, k%plainPlaces)
		fallthrough
	default:
		e.vals[s.ID] = value{s: e.op("load %sptr, ptr %s%s", []string{"", "volatile ", "atomic "}[s.M%3], at,
			[]string{"", "", " monotonic, align 8"}[s.M%3])}
	}
}

// drain prints a loop that resumes a coroutine until it is done, at most a few times.
func (e *printer) drain(s *Stmt) {
	v := e.hdl(s.A)
	if v.s == "null" || (v.f != nil && !v.f.Final) {
		return
	}
	top, body, on := e.label("drain"), e.label("turn"), e.label("drained")
	if s.M == 0 {
		e.br(top)
		e.start(top)
		e.end("br i1 %s, label %%%s, label %%%s", e.done(v.s), on, body)
		e.start(body)
		e.resumeOrDestroy("resume", v.s)
		e.br(top)
		e.start(on)
		return
	}
	i := e.alloca("k", "i32", 0)
	e.do("store i32 0, ptr %s", i)
	e.br(top)
	e.start(top)
	k := e.op("load i32, ptr %s", i)
	c := e.op("icmp slt i32 %s, %d", k, 1+s.N%4)
	e.end("br i1 %s, label %%%s, label %%%s", c, body, on)
	e.start(body)
	e.do("store i32 %s, ptr %s", e.op("add i32 %s, 1", k), i)
	if s.M == 1 {
		e.when(e.op("xor i1 %s, true", e.done(v.s)), func() { e.resumeOrDestroy("resume", v.s) })
	} else {
		e.when(e.query("resume(ptr %s)", v.s), func() { e.resumeOrDestroy("resume", v.s) })
	}
	e.br(top)
	e.start(on)
}

// promise prints an access to the promise of a known coroutine.
func (e *printer) promise(s *Stmt) {
	v := e.hdl(s.A)
	if v.f == nil || v.f.Promise == nil || !e.p.has(v.f) {
		return
	}
	act := func() {
		e.witnessCall("promise(ptr %s)", v.s)
		t := v.f.Promise
		q := e.op("call ptr @llvm.coro.promise(ptr %s, i32 %d, i1 false)", v.s, max(t.align, v.f.Align))
		if s.M == 4 && t == where {
			e.used(e.op("load ptr, ptr %s", q), s.B, s.N)
			return
		}
		switch s.M % 4 {
		case 0:
			e.tag++
			e.do("call void @peek_%s(i64 %d, ptr %s)", t.name, e.tag, q)
		case 1:
			e.do("call void @poke_%s(ptr %s, i64 %d)", t.name, q, s.N)
		case 2:
			e.tag++
			e.do("call void @show_%s(i64 %d, %s %s)", t.name, e.tag, t.s, e.op("load %s, ptr %s", t.s, q))
		case 3:
			if t.whole() {
				e.do("call void @rt_keep(i32 %d, ptr %s, i64 0)", s.N%4, q)
			}
		}
	}
	if s.N%3 == 0 {
		e.when(e.query("frame(ptr %s)", v.s), act)
	} else {
		act()
	}
}

func (e *printer) newCell(s *Stmt) {
	t := "ptr"
	if s.M == 1 {
		t = "{ ptr, i64 }"
	}
	c := e.alloca("c", t, 0)
	e.do("store ptr null, ptr %s", c)
	if e.f.Kind != coro {
		e.witnessCall("cell_in(ptr %s)", c)
	}
	old, had := e.cells[s.ID]
	e.cells[s.ID] = c
	if s.N == 1 {
		e.within(s.Kids[0], true, func() { e.reset(c) })
	} else {
		e.scope(s.Kids[0])
	}
	delete(e.cells, s.ID)
	if had {
		e.cells[s.ID] = old
	}
}

func (e *printer) callUser(s *Stmt) {
	if s.F == nil || !e.p.has(s.F) {
		return
	}
	c := "null"
	if k, ok := e.cells[s.A]; ok {
		c = k
	}
	f := "@" + e.pre + s.F.Name
	act := func() {
		switch s.M % 5 {
		case 0, 1:
			e.call("void", "%s(ptr %s, i64 %d)", f, c, s.N%4)
		case 2:
			e.call("void", "@rt_call(ptr %s, ptr %s, i64 %d)", f, c, s.N%4)
		case 3:
			e.show(e.op("call i64 @rt_try(ptr %s, ptr %s, i64 %d)", f, c, s.N%4))
		case 4:
			e.show(e.op("call i64 @rt_jtry(ptr %s, ptr %s, i64 %d)", f, c, s.N%4))
		}
	}
	e.when(e.query("deep()"), act)
}
