// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Printing of statements: values, objects, control flow. Handles and cells are in print_handle.go.

import (
	"fmt"
	"strings"
)

// val returns a value of a type, the value of the number if it has that type.
func (e *printer) val(id int, t *typ) string {
	if v, ok := e.vals[id]; ok && v.t == t {
		return v.s
	}
	return e.op("call %s @mk_%s(i64 %d)", t.s, t.name, id)
}

// obj returns the object of a number; a new one if the number has none.
func (e *printer) obj(id int, t *typ) object {
	if o, ok := e.objs[id]; ok && (t == nil || o.t == t) {
		return e.referred(o)
	}
	if t == nil {
		t = types[0]
	}
	o := object{s: e.alloca("o", t.s, 0), t: t}
	e.do("call void @poke_%s(ptr %s, i64 %d)", t.name, o.s, id)
	return o
}

// wholeObj returns an object whose address outside code may keep.
func (e *printer) wholeObj(id int) (object, bool) {
	o, ok := e.objs[id]
	if ok = ok && o.t.whole(); ok {
		o = e.referred(o)
	}
	return o, ok
}

func (e *printer) stmt(s *Stmt) {
	switch s.Op {
	case opMake:
		x := e.op("add i64 %%n, %d", s.N)
		e.vals[s.ID] = value{s: e.op("call %s @mk_%s(i64 %s)", s.T.s, s.T.name, x), t: s.T}
	case opShow:
		v, ok := e.vals[s.A]
		if !ok || v.t == nil {
			v = value{s: "%n", t: types[0]}
		}
		e.tag++
		e.do("call void @show_%s(i64 %d, %s %s)", v.t.name, e.tag, v.t.s, v.s)
	case opIf:
		e.ifElse(s)
	case opLoop:
		e.loop(s)
	case opSwitch:
		e.switchTo(s)
	case opFiller:
		for range s.N {
			yes, on := e.label("t"), e.label("e")
			v := e.op("load volatile i32, ptr @%sV", e.pre)
			e.end("br i1 %s, label %%%s, label %%%s", e.op("icmp eq i32 %s, 77", v), yes, on)
			e.start(yes)
			e.do("store volatile i32 5, ptr @%sV", e.pre)
			e.br(on)
			e.start(on)
		}
	case opObject, opRestart, opPoke, opPeek, opLoad, opStore, opPart, opCopy,
		opKeep, opGive, opKeptPeek, opKeptPoke, opGivenUse, opStoreAddress, opUseAddress, opAwaiter:
		e.memory(s)
	case opTry:
		e.guarded(true, func() { e.scope(s.Kids[0]) }, func(x string) { e.handler(x, s.M == 1, s.Kids[1]) })
	case opCleanup:
		e.destructing(func() { e.scope(s.Kids[0]) }, func() { e.scope(s.Kids[1]) })
	case opMayThrow:
		e.call("void", "@rt_maythrow(i64 %d)", s.N)
	case opThrow:
		e.call("void", "@rt_throw(i64 %d)", s.N)
		if s.M == 1 {
			e.end("unreachable")
		}
	case opJump:
		jump, on := e.label("jump"), e.label("on")
		e.end("br i1 %s, label %%%s, label %%%s", e.query("jump()"), jump, on)
		e.start(jump)
		e.do("call void @longjmp(ptr %s, i32 1) noreturn nounwind", e.op("call ptr @rt_target() nounwind"))
		e.end("unreachable")
		e.start(on)
	case opExit:
		yes, on := e.label("exit"), e.label("on")
		e.end("br i1 %s, label %%%s, label %%%s", e.op("icmp eq i32 %s, 0", e.op("call i32 @rt_ask(i32 3)")), yes, on)
		e.start(yes)
		e.do("call void @exit(i32 42) noreturn nounwind")
		e.end("unreachable")
		e.start(on)
	case opReturn:
		e.ret(s)
	case opSpin:
		flag := e.alloca("flag", "i32", 4)
		spin, on := e.label("spin"), e.label("on")
		how := []string{"atomic", "volatile", "atomic"}[s.M%3]
		order := []string{" monotonic, align 4", ", align 4", " acquire, align 4"}[s.M%3]
		clear := func() { e.do("store %s i32 0, ptr %s%s", how, flag, strings.Replace(order, "acquire", "release", 1)) }
		if s.N == 0 {
			clear()
			e.do("call void @rt_spawn(ptr %s)", flag)
		} else { // the next load does not read this thread's last store
			e.do("call void @rt_spawn_later(ptr %s)", flag)
			clear()
		}
		e.br(spin)
		e.start(spin)
		v := e.op("load %s i32, ptr %s%s", how, flag, order)
		e.end("br i1 %s, label %%%s, label %%%s", e.op("icmp eq i32 %s, 0", v), spin, on)
		e.start(on)
	case opSuspend:
		if e.f.Kind == coro {
			e.suspend(s)
		}
	case opAwait:
		e.awaiting(s)
	case opReturning:
		e.returning(s)
	case opGoBack:
		e.goBack(s)
	case opTouch:
		e.touch(s)
	case opCalc:
		e.calc(s)
	case opSeveral:
		e.list(s.Kids[0])
	case opForever:
		if e.f.Kind != coro {
			break
		}
		top := e.label("forever")
		e.br(top)
		e.start(top)
		e.scope(s.Kids[0])
		if e.cur != "" {
			e.suspend(&Stmt{})
			e.br(top)
		}
	default:
		e.handle(s)
	}
}

// cond prints a condition: a query, a test of the number, or a comparison of handles.
func (e *printer) cond(s *Stmt) string {
	switch s.N % 5 {
	case 1:
		return e.op("icmp eq i64 %s, %d", e.op("and i64 %%n, %d", 1+s.M%2), s.M%2)
	case 2:
		if v, ok := e.vals[s.A]; ok && v.t == nil {
			return e.op("icmp ne ptr %s, null", v.s)
		}
	case 3:
		v, ok := e.vals[s.A]
		w, ok2 := e.vals[s.B]
		if ok && ok2 && v.t == nil && w.t == nil {
			if e.witness { // a destroyed one may have the address of the other
				e.do("call void @rt_live(ptr %s)", v.s)
				e.do("call void @rt_live(ptr %s)", w.s)
			}
			return e.op("icmp eq ptr %s, %s", v.s, w.s)
		}
	}
	return e.op("icmp eq i32 %s, 0", e.op("call i32 @rt_ask(i32 2)"))
}

func (e *printer) ifElse(s *Stmt) {
	c := e.cond(s)
	yes, no, join := e.label("yes"), e.label("no"), e.label("join")
	e.end("br i1 %s, label %%%s, label %%%s", c, yes, no)
	var in []string
	reached := false
	for k, label := range []string{yes, no} {
		e.start(label)
		e.scope(s.Kids[k])
		if e.cur == "" {
			continue
		}
		if s.T != nil {
			in = append(in, fmt.Sprintf("[ %s, %%%s ]", e.val([]int{s.A, s.B}[k], s.T), e.cur))
		}
		e.br(join)
		reached = true
	}
	if !reached {
		return
	}
	e.start(join)
	if s.T != nil {
		e.vals[s.ID] = value{s: e.op("phi %s %s", s.T.s, strings.Join(in, ", ")), t: s.T}
	}
}

func (e *printer) switchTo(s *Stmt) {
	v := e.op("call i32 @rt_ask(i32 %d)", len(s.Kids))
	join := e.label("join")
	var labels []string
	var cases string
	for k := range s.Kids {
		labels = append(labels, e.label("case"))
		if k > 0 {
			cases += fmt.Sprintf(" i32 %d, label %%%s", k, labels[k])
		}
	}
	e.end("switch i32 %s, label %%%s [%s ]", v, labels[0], cases)
	reached := false
	for k, kid := range s.Kids {
		e.start(labels[k])
		e.scope(kid)
		reached = reached || e.cur != ""
		e.br(join)
	}
	if reached {
		e.start(join)
	}
}

func (e *printer) loop(s *Stmt) {
	top, join := e.label("loop"), e.label("done")
	var first string
	if s.T != nil {
		first = e.val(s.A, s.T)
	}
	from := e.cur
	e.br(top)
	// Print the body first, because the phis need its values.
	old := e.b
	e.b = &strings.Builder{}
	i, x := e.name("i"), e.name("x")
	e.cur = top
	inner := e.vals
	if s.T != nil {
		e.vals[s.ID] = value{s: x, t: s.T}
	}
	e.scope(s.Kids[0])
	e.vals = inner
	back := ""
	if e.cur != "" {
		next := e.op("add i32 %s, 1", i)
		again := e.op("icmp slt i32 %s, %d", next, s.N)
		if s.T != nil {
			y := e.op("call %s @mk_%s(i64 %s)", s.T.s, s.T.name, e.op("sext i32 %s to i64", next))
			back = fmt.Sprintf(", [ %s, %%%s ]", y, e.cur)
		}
		body, b := e.b, e.cur
		e.b = &strings.Builder{}
		e.do("%s = phi i32 [ 0, %%%s ], [ %s, %%%s ]", i, from, next, b)
		if s.T != nil {
			e.do("%s = phi %s [ %s, %%%s ]%s", x, s.T.s, first, from, back)
		}
		head := e.b
		e.b = old
		fmt.Fprintf(e.b, "%s:\n%s%s", top, head, body)
		e.end("br i1 %s, label %%%s, label %%%s", again, top, join)
		e.start(join)
		return
	}
	body := e.b
	e.b = old
	fmt.Fprintf(e.b, "%s:\n  %s = phi i32 [ 0, %%%s ]\n", top, i, from)
	if s.T != nil {
		e.do("%s = phi %s [ %s, %%%s ]", x, s.T.s, first, from)
	}
	e.b.WriteString(body.String())
}

// ret prints a return, or a branch to the end of a coroutine, on some paths.
func (e *printer) ret(s *Stmt) {
	on := ""
	if s.M != 2 {
		yes := e.label("early")
		on = e.label("on")
		e.end("br i1 %s, label %%%s, label %%%s", e.cond(s), yes, on)
		e.start(yes)
	}
	e.close()
	if e.f.Kind == coro {
		e.outs = append(e.outs, e.cur)
		e.br("return")
	} else if e.out != "" {
		e.br(e.out)
	} else if e.cur != "" {
		e.leave()
		e.end("ret void")
	}
	if on != "" {
		e.start(on)
	}
}

// close prints the code at the ends of the enclosing scopes, without ending them.
func (e *printer) close() {
	open := e.open
	for k := len(open) - 1; k >= 0 && e.cur != ""; k-- {
		e.open = open[:k]
		open[k]()
	}
	e.open = open
}

// within prints a scope that ends with an action, also on early exits; with unwind, also on
// exceptions.
func (e *printer) within(list []*Stmt, unwind bool, end func()) {
	e.withEnd(func() { e.scope(list) }, unwind, end)
}

func (e *printer) withEnd(inner func(), unwind bool, end func()) {
	body := func() {
		e.open = append(e.open[:len(e.open):len(e.open)], end)
		inner()
		e.open = e.open[:len(e.open)-1]
	}
	if unwind {
		e.destructing(body, end)
	} else {
		body()
	}
	if e.cur != "" {
		end()
	}
}

// poisoned returns the number of bytes that the witness poisons when an object dies: its size,
// rounded up to a multiple of 8.
func (o object) poisoned() int { return int(o.t.size+7) &^ 7 }

// startLifetime starts an object's lifetime in a separate block. If one block ended a lifetime and
// started another, opt would treat the object as dead after the block, and leave it on the stack.
func (e *printer) startLifetime(o object) {
	begin := e.label("life")
	e.br(begin)
	e.start(begin)
	e.do("call void @llvm.lifetime.start.p0(ptr %s)", o.s)
	e.witnessCall("lives(ptr %s, i64 %d)", o.s, o.poisoned())
}

func (e *printer) dies(o object) {
	e.witnessCall("dies(ptr %s, i64 %d)", o.s, o.poisoned())
	e.do("call void @llvm.lifetime.end.p0(ptr %s)", o.s)
}

func (e *printer) memory(s *Stmt) {
	switch s.Op {
	case opObject:
		align := 0
		if s.M&8 != 0 {
			align = max(s.T.align, []int{16, 32, 64}[s.N%3])
		}
		marks := s.M&1 != 0
		o := object{s: e.alloca("o", s.T.s, align), t: s.T, marked: marks}
		if marks {
			e.startLifetime(o)
		}
		if s.M&4 != 0 {
			e.do("store %s %s, ptr %s", s.T.s, e.val(s.A, s.T), o.s)
		} else {
			e.do("call void @poke_%s(ptr %s, i64 %d)", s.T.name, o.s, s.N)
		}
		old, had := e.objs[s.ID]
		e.objs[s.ID] = o
		if !marks {
			e.scope(s.Kids[0])
		} else {
			// A frontend that ends lifetimes on exceptions uses a clean-up.
			e.within(s.Kids[0], s.M&2 != 0, func() { e.dies(o) })
		}
		delete(e.objs, s.ID)
		if had {
			e.objs[s.ID] = old
		}
	case opRestart:
		if o, ok := e.objs[s.A]; ok && o.marked {
			e.dies(o)
			e.startLifetime(o)
			e.do("call void @poke_%s(ptr %s, i64 %d)", o.t.name, o.s, s.N)
		}
	case opPoke:
		o := e.obj(s.A, nil)
		e.do("call void @poke_%s(ptr %s, i64 %d)", o.t.name, o.s, s.N)
	case opPeek:
		o := e.obj(s.A, nil)
		e.tag++
		e.do("call void @peek_%s(i64 %d, ptr %s)", o.t.name, e.tag, o.s)
	case opLoad:
		o := e.obj(s.A, nil)
		e.vals[s.ID] = value{s: e.op("load %s, ptr %s", o.t.s, o.s), t: o.t}
	case opStore:
		o := e.obj(s.A, nil)
		e.do("store %s %s, ptr %s", o.t.s, e.val(s.B, o.t), o.s)
	case opPart:
		o := e.obj(s.A, nil)
		if !o.t.parts() {
			break
		}
		at := e.op("getelementptr i8, ptr %s, i64 %d", o.s, s.N%(o.t.size/4)*4)
		if s.M == 0 {
			e.do("store i32 %d, ptr %s", s.N, at)
		} else {
			e.show(e.op("sext i32 %s to i64", e.op("load i32, ptr %s", at)))
		}
	case opCopy:
		o := e.obj(s.A, nil)
		q := e.obj(s.B, o.t)
		if o.s != q.s {
			e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %s, i64 %d, i1 false)", o.s, q.s, o.t.size)
		}
	case opKeep:
		if o, ok := e.wholeObj(s.A); ok {
			e.do("call void @rt_keep(i32 %d, ptr %s, i64 0)", s.N%4, o.s)
		}
	case opGive:
		e.give(s)
	case opKeptPeek, opKeptPoke:
		yes, on := e.label("yes"), e.label("on")
		e.end("br i1 %s, label %%%s, label %%%s", e.query("kept(i32 %d)", s.N%4), yes, on)
		e.start(yes)
		if s.Op == opKeptPeek {
			e.do("call void @rt_peek(i32 %d)", s.N%4)
		} else {
			e.do("call void @rt_poke(i32 %d, i64 %d)", s.N%4, s.N)
		}
		e.br(on)
		e.start(on)
	case opGivenUse:
		yes, on := e.label("yes"), e.label("on")
		q := e.op("load ptr, ptr @%sG%d", e.pre, numPlaces-addressPlaces+s.N%addressPlaces)
		e.end("br i1 %s, label %%%s, label %%%s", e.query("address(ptr %s)", q), yes, on)
		e.start(yes)
		if s.M%2 == 0 {
			e.show(e.op("load i64, ptr %s", q))
		} else {
			e.do("store i64 %d, ptr %s", s.N, q)
		}
		e.br(on)
		e.start(on)
	case opStoreAddress:
		if o, ok := e.objs[s.A]; ok && o.t == where {
			e.storeAddress(s, o)
		}
	case opUseAddress:
		if o, ok := e.objs[s.A]; ok && o.t == where {
			e.used(e.op("load ptr, ptr %s", o.s), s.M, s.N)
		}
	case opAwaiter:
		v, ok := e.vals[s.A]
		if !ok || v.t != nil {
			e.scope(s.Kids[0])
			return
		}
		o := object{s: e.alloca("aw", "{ ptr, i64 }", 8), t: types[2]}
		marks := s.M&1 != 0
		if marks {
			e.startLifetime(o)
		}
		e.do("store ptr %s, ptr %s", v.s, o.s)
		e.do("store i64 %d, ptr %s", s.N, e.op("getelementptr i8, ptr %s, i64 8", o.s))
		if s.M&2 != 0 {
			e.do("call void @rt_keep(i32 %d, ptr %s, i64 8)", s.N%4, o.s)
		}
		if marks {
			e.within(s.Kids[0], false, func() { e.dies(o) })
		} else {
			e.scope(s.Kids[0])
		}
	}
}

// storeAddress stores an address in o.
func (e *printer) storeAddress(s *Stmt, o object) {
	p := e.hdl(s.B).s
	if b, ok := e.wholeObj(s.B); ok && s.M == 1 {
		p = b.s
	} else if s.M == 2 && e.f.Kind == coro {
		p = e.hdl(idSelf).s
	}
	switch s.N % 4 {
	case 0:
		c := e.alloca("t", "ptr", 0)
		e.do("store ptr %s, ptr %s", p, c)
		e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %s, i64 8, i1 false)", o.s, c)
	case 1:
		e.do("store i64 %s, ptr %s", e.op("ptrtoint ptr %s to i64", p), o.s)
	default:
		e.do("store ptr %s, ptr %s", p, o.s)
	}
}

// used prints uses of a pointer that may point anywhere: outside code receives it, as a handle or
// as an address, or the code dereferences it if that is well-defined.
func (e *printer) used(p string, how, n int) {
	switch how {
	case 0:
		e.do("call void @rt_keep_handle(i32 %d, ptr %s)", n%4, p)
	case 1:
		e.do("call void @rt_keep(i32 %d, ptr %s, i64 0)", n%4, p)
	case 2:
		e.when(e.query("resume(ptr %s)", p), func() { e.resumeOrDestroy("resume", p) })
	case 3:
		e.when(e.query("destroy(ptr %s)", p), func() { e.resumeOrDestroy("destroy", p) })
	case 4:
		e.when(e.query("address(ptr %s)", p), func() { e.do("store i64 %d, ptr %s", n, p) })
	}
}

// give stores the address of an object in a global.
func (e *printer) give(s *Stmt) {
	o, ok := e.wholeObj(s.A)
	if !ok || e.f.Kind != coro {
		return
	}
	at := fmt.Sprintf("@%sG%d", e.pre, numPlaces-addressPlaces+s.N%addressPlaces)
	switch s.M % 6 {
	case 0:
		e.do("store ptr %s, ptr %s", o.s, at)
	case 1:
		v := e.op("insertelement <2 x ptr> zeroinitializer, ptr %s, i32 0", o.s)
		e.do("call void @llvm.masked.store.v2p0.p0(<2 x ptr> %s, ptr %s, <2 x i1> <i1 true, i1 false>)", v, at)
	case 2:
		v := e.op("insertelement <2 x ptr> zeroinitializer, ptr %s, i32 0", o.s)
		w := e.op("insertelement <2 x ptr> zeroinitializer, ptr %s, i32 0", at)
		e.do("call void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr> %s, <2 x ptr> %s, <2 x i1> <i1 true, i1 false>)", v, w)
	case 3:
		e.do("store i64 %s, ptr %s", e.op("ptrtoint ptr %s to i64", o.s), at)
	case 4:
		e.do("store atomic ptr %s, ptr %s monotonic, align 8", o.s, at)
	case 5:
		c := e.alloca("box", "ptr", 0)
		e.do("store ptr %s, ptr %s", o.s, c)
		e.do("call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %s, i64 8, i1 false)", at, c)
	}
}

// suspend prints a suspend point, the code of its destroy, and the code on the return to the
// resumer.
func (e *printer) suspend(s *Stmt) {
	token := "none"
	kind := s.M % 8
	if kind >= 1 {
		token = e.op("call token @llvm.coro.save(ptr %%hdl)")
	}
	e.witnessCall("suspend(ptr %%hdl, i32 0)")
	ready := ""
	if kind >= 5 {
		ready = e.await(s, kind)
	}
	var onSuspend, destroy []*Stmt
	if len(s.Kids) > 0 && kind < 5 {
		onSuspend = s.Kids[0]
	}
	if len(s.Kids) > 1 {
		destroy = s.Kids[1]
	}
	e.suspendPoint(token, onSuspend, destroy, s.N%2 == 0, ready)
}

// suspendPoint prints the suspend itself and its successors. With closes, a destroy ends the
// enclosing scopes. After a resume the coroutine continues in the block ready, if it is not "";
// earlier code branches there without suspending.
func (e *printer) suspendPoint(token string, onSuspend, destroy []*Stmt, closes bool, ready string) {
	back, die, on := e.label("back"), e.label("die"), e.label("go")
	v := e.op("call i8 @llvm.coro.suspend(token %s, i1 false)", token)
	e.end("switch i8 %s, label %%%s [ i8 0, label %%%s i8 1, label %%%s ]", v, back, on, die)
	e.start(back)
	e.scope(onSuspend)
	e.br("out")
	e.start(die)
	e.scope(destroy)
	if closes {
		e.close()
	}
	e.br("cleanup")
	e.start(on)
	if ready != "" {
		e.br(ready)
		e.start(ready)
	}
}

// await prints the call of a wrapper, and the wrapper. If the coroutine may continue without
// suspending, await returns the block in which it does.
func (e *printer) await(s *Stmt, kind int) (ready string) {
	f := e.f
	e.wrappers++
	w := fmt.Sprintf("@%s%s.wrap%d", e.pre, f.Name, e.wrappers)
	x := &printer{p: e.p, f: &Func{Kind: consumer}, pre: e.pre, witness: e.witness, b: &strings.Builder{},
		tag:  e.tag + 500,
		vals: map[int]value{idN: {s: "7", t: types[0]}, idHandle: {s: "%h"}}, cur: "entry"}
	g := fmt.Sprintf("@%sG%d", e.pre, s.A%plainPlaces)
	what := s.N % 7
	if kind != 5 && (what == 1 || what == 2) {
		what = 0 // the coroutine may be destroyed only if no later code uses it
	}
	switch what {
	case 0:
		x.do("store ptr %%h, ptr %s", g)
	case 1:
		x.resumeOrDestroy("destroy", "%h")
	case 2:
		x.resumeOrDestroy("resume", "%h")
	case 3:
		x.do("call void @rt_keep_handle(i32 %d, ptr %%h)", s.A%4)
	case 4:
		x.do("call void @rt_keep(i32 %d, ptr %%aw, i64 8)", s.A%4)
	case 5:
		x.show(x.op("load i64, ptr %s", x.op("getelementptr i8, ptr %%aw, i64 8")))
	}
	aw := e.alloca("aw", "{ ptr, i64 }", 8)
	e.do("store ptr %%hdl, ptr %s", aw)
	e.do("store i64 %d, ptr %s", s.A, e.op("getelementptr i8, ptr %s, i64 8", aw))
	args := fmt.Sprintf("(ptr %s, ptr %%hdl, ptr %s)", aw, w)
	ret := "void"
	switch kind {
	case 5:
		x.end("ret void")
		e.do("call void @llvm.coro.await.suspend.void%s", args)
	case 6:
		ret = "i1"
		c := x.op("icmp eq i32 %s, 0", x.op("call i32 @rt_ask(i32 2)"))
		if x.witness {
			no, out := x.label("no"), x.label("out")
			x.end("br i1 %s, label %%%s, label %%%s", c, out, no)
			x.start(no)
			x.witnessCall("go_on(ptr %%h)")
			x.br(out)
			x.start(out)
		}
		x.end("ret i1 %s", c)
		r := e.op("call i1 @llvm.coro.await.suspend.bool%s", args)
		waits := e.label("waits")
		ready = e.label("ready")
		e.end("br i1 %s, label %%%s, label %%%s", r, waits, ready)
		e.start(waits)
	case 7:
		ret = "ptr"
		noop := x.op("call ptr @llvm.coro.noop()")
		t := x.op("load ptr, ptr %s", g)
		yes, out := x.label("yes"), x.label("out")
		from := x.cur
		x.end("br i1 %s, label %%%s, label %%%s", x.query("resume(ptr %s)", t), yes, out)
		x.start(yes)
		x.witnessCall("go_on(ptr %s)", t)
		x.br(out)
		x.start(out)
		x.end("ret ptr %s", x.op("phi ptr [ %s, %%%s ], [ %s, %%%s ]", noop, from, t, yes))
		e.do("call void @llvm.coro.await.suspend.handle%s", args)
	}
	e.after = append(e.after, fmt.Sprintf("define internal %s %s(ptr %%aw, ptr %%h) {\nentry:\n%s%s}\n", ret, w,
		x.allocas.String(), x.b.String()))
	return ready
}
