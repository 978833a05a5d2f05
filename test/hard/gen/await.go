// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Awaiters that are used after the coroutine continued: await_suspend resumes the coroutine, passes
// its handle to another thread or to a queue, destroys it, or throws, and then reads and writes the
// awaiter. So two activations simultaneously rely on the bytes of the awaiter.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// newerFeatures were added after the other features. Four programs of ten have none of them, and
// keep the numbers that they had before.
var newerFeatures = []string{"await-plain", "await-self", "await-throw", "calc", "queue", "setjmp", "struct-handle",
	"thread"}

// newer selects the newer features of the program of a seed: a random subset, so that each feature
// also occurs without the others.
func (g *gen) newer(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x5e7))
	none := r.IntN(10) < 4
	for _, f := range newerFeatures {
		if without := r.IntN(3) == 0; none || without {
			g.off[f] = true
		}
	}
}

// The storage of an awaiter.
const (
	storeLocal     = iota // a variable; the following statements are in its scope
	storeTemporary        // its lifetime ends with the expression
	storeMember           // a member of another object
	storeArray            // an element of an array
	storeReference        // the awaiter is a pointer to the used object, like a closure that captured a reference
	storeOther            // an existing object
	stores
)

// The result of await_suspend.
const (
	givesNothing = iota
	givesBool
	givesHandle
	gives
)

// The type in which a handle is passed to a function.
const (
	passPtr = iota
	passByval
	passStruct
	passInt
	passArray
	passNested
	passes
)

// waiting holds the properties of an opAwait, except for its operands.
type waiting struct {
	store   int
	gives   int
	plain   bool // called between coro.save and coro.suspend, not by llvm.coro.await.suspend.*
	pass    int  // the type in which await_suspend receives the handle
	returns int  // the type of a returned handle: a pointer, a struct, an integer
	attr    string
	wrap    string // attributes of the wrapper
}

// simpler returns variants of w with one simplification each.
func (w waiting) simpler() []waiting {
	var list []waiting
	try := func(x waiting) {
		if x != w {
			list = append(list, x)
		}
	}
	x := w
	x.pass, x.returns = 0, 0
	try(x)
	x = w
	x.attr, x.wrap = "", ""
	try(x)
	x = w
	x.plain = true
	try(x)
	x = w
	x.store = storeLocal
	try(x)
	x = w
	x.gives = givesNothing
	try(x)
	return list
}

var awaiterTypes = []*typ{types[0], types[2], types[16], types[1], types[11]}

// await generates an await: the awaiter, its await_suspend, and the statements that follow.
func (g *gen) await(s *Stmt) *Stmt {
	s.Op, s.ID, s.T = opAwait, g.next(), pick(g, awaiterTypes)
	w := waiting{store: g.n(stores), gives: g.n(gives), plain: g.has("await-plain", 2) || !g.on("await"),
		attr: pick(g, []string{"", " noinline", " alwaysinline"}), wrap: pick(g, []string{"", " alwaysinline"})}
	if g.on("struct-handle") {
		w.pass, w.returns = g.pass(), g.n(3)
	}
	if s.M = g.n(16); g.in(2) {
		s.M |= 1
	}
	if !g.on("markers") {
		s.M &^= 1
	}
	s.A = g.ofType(s.T)
	if w.store == storeOther {
		if s.A = pick(g, g.objs); s.A == 0 || !g.objT[s.A].whole() {
			s.A, w.store = 0, storeLocal
		} else {
			s.T = g.objT[s.A]
		}
	}
	bare := g.in(2) // only the statements that show whether other values use the awaiter's bytes
	if bare && g.on("markers") {
		s.M |= 1
	}
	s.Wait = w
	inner := g.awaitSuspend(s.T, bare)
	g.objT[s.ID] = s.T
	g.objs = append(g.objs, s.ID)
	if w.store == storeTemporary {
		g.objs = g.objs[:len(g.objs)-1]
	}
	var after, rest []*Stmt
	if bare || g.pct(70) {
		after = g.overlay(s.T)
	}
	if w.store == storeTemporary { // another await of the same expression comes first
		after, rest = nil, after
		if g.has("self-out", 3) && g.depth < 3 {
			g.depth++
			rest = append(rest, g.await(&Stmt{N: g.n(1000)}))
			g.depth--
		}
	}
	if !bare {
		after = append(after, g.kid(3)...)
	}
	if w.store != storeTemporary {
		if !bare && g.in(4) {
			after = append(after, &Stmt{Op: opPeek, A: s.ID})
		}
		g.objs = g.objs[:len(g.objs)-1]
	}
	s.Kids = [][]*Stmt{inner, after, nil, rest}
	if g.in(3) {
		s.Kids[2] = g.few()
	}
	return s
}

// lastAwait generates the await of a final suspend, after which the coroutine does not continue.
func (g *gen) lastAwait() *Stmt {
	s := &Stmt{N: g.n(1000)}
	w := waiting{store: g.n(storeReference + 1), gives: givesHandle, plain: g.has("await-plain", 2) || !g.on("await"),
		attr: pick(g, []string{"", " noinline", " alwaysinline"})}
	if g.in(3) {
		w.gives = givesNothing
	}
	if g.on("struct-handle") {
		w.pass, w.returns = g.pass(), g.n(3)
	}
	if s.M = g.n(2); !g.on("markers") {
		s.M = 0
	}
	throws := g.off["await-throw"]
	g.off["await-throw"] = true
	s.Op, s.ID, s.T, s.Wait = opAwait, g.next(), pick(g, awaiterTypes), w
	s.Kids = [][]*Stmt{g.awaitSuspend(s.T, false), nil, nil, nil}
	g.off["await-throw"] = throws
	return s
}

// pass returns a random type in which to pass a handle.
func (g *gen) pass() int {
	if k := g.n(passes); k != passByval || g.on("byval") {
		return k
	}
	return passStruct
}

// overlay returns statements whose values a frame could store in the bytes of the awaiter: values
// and an object that live across the next suspend.
func (g *gen) overlay(t *typ) []*Stmt {
	var list, shows []*Stmt
	for range 1 + g.n(4) {
		m := &Stmt{Op: opMake, ID: g.next(), T: types[0], N: g.n(1000)}
		if g.in(4) {
			m.T = g.typ()
		}
		list, shows = append(list, m), append(shows, &Stmt{Op: opShow, A: m.ID})
	}
	suspend := &Stmt{Op: opSuspend, M: g.n(2), Kids: [][]*Stmt{nil, nil}}
	if g.in(2) {
		return append(append(list, suspend), shows...)
	}
	o := &Stmt{Op: opObject, ID: g.next(), T: t, M: g.marks(), N: g.n(100)}
	o.Kids = [][]*Stmt{append(append(list, suspend, &Stmt{Op: opPeek, A: o.ID}), shows...)}
	return []*Stmt{o}
}

// awaitSuspend generates the body of an await_suspend.
func (g *gen) awaitSuspend(t *typ, bare bool) []*Stmt {
	f, vals, handles, objs, cells, dead, left, depth, made := g.f, g.vals,
		g.handles, g.objs, g.cells, g.dead, g.left, g.depth, g.made[idHandle]
	g.f = &Func{Kind: consumer}
	g.vals, g.handles, g.objs, g.cells, g.dead = []int{idN}, []int{idHandle}, []int{idAwaiter}, nil, map[int]bool{}
	g.valT[idN], g.objT[idAwaiter] = types[0], t
	g.left, g.depth, g.made[idHandle] = 3, 2, f
	var list []*Stmt
	if bare {
		load := &Stmt{Op: opLoad, A: idAwaiter, ID: g.next()}
		store := &Stmt{Op: opStore, A: idAwaiter, N: g.n(1000)}
		if list = append(g.goOn(), load, store); g.in(2) { // or in the opposite order
			k := len(list) - 2
			list[k], list[k+1] = list[k+1], list[k]
		}
		list = append(list, &Stmt{Op: opShow, A: load.ID})
	} else {
		list = g.inAwaitSuspend()
	}
	g.f, g.vals, g.handles, g.objs, g.cells, g.dead, g.left, g.depth,
		g.made[idHandle] = f, vals, handles, objs, cells, dead, left-2, depth, made
	return list
}

// goOn lets the coroutine run until its next suspend.
func (g *gen) goOn() []*Stmt {
	switch k := g.n(4); {
	case k == 0 && g.on("thread"):
		return []*Stmt{{Op: opThread, A: idHandle}}
	case k == 1 && g.on("queue"):
		return []*Stmt{{Op: opQueue, A: idHandle}, {Op: opQueueRun, N: 3}}
	}
	return []*Stmt{{Op: opResume, A: idHandle}}
}

// inAwaitSuspend returns random statements for an await_suspend.
func (g *gen) inAwaitSuspend() []*Stmt {
	list := g.touches(g.n(3), false)
	if g.has("await-throw", 3) {
		list = append(list, &Stmt{Op: opMayThrow, N: g.n(100)})
	}
	gone := false
	for range 1 + g.n(4)/3 {
		acts := g.actions()
		gone = gone || acts[0].Op == opDestroy
		list = append(append(list, acts...), g.touches(1+g.n(3), gone)...)
	}
	if g.in(4) {
		list = append(append(list, g.stmt()), g.touches(1, gone)...)
	}
	if g.has("await-throw", 4) {
		list = append(list, &Stmt{Op: opMayThrow, N: g.n(100)})
	}
	return list
}

// touches returns uses of the awaiter. If the awaiter is probably dead, most of them check that
// first. Most uses are loads and stores: if unknown code receives a pointer, the lowering must
// assume that the pointer is a handle.
func (g *gen) touches(n int, gone bool) []*Stmt {
	var list []*Stmt
	for range n {
		s := &Stmt{A: idAwaiter, N: g.n(1000), M: g.n(2)}
		switch k := g.n(10); {
		case gone && g.pct(85) || k < 3:
			s.Op = opTouch
		case k == 3:
			s.Op = opPeek
		case k == 4:
			s.Op = opPoke
		case k < 7:
			s.Op, s.M = opPart, g.n(2)
		case k == 7:
			s.Op, s.B = opStore, g.ofType(g.objT[idAwaiter])
		default:
			if s.Op, s.ID = opLoad, g.next(); g.on("address-out") && g.in(3) {
				s = &Stmt{Op: opKeep, A: idAwaiter, N: g.n(4)}
				break
			}
			list = append(list, s)
			s = &Stmt{Op: opShow, A: s.ID}
		}
		list = append(list, s)
	}
	return list
}

// actions returns statements in which an await_suspend uses its handle.
func (g *gen) actions() []*Stmt {
	for {
		switch k := g.n(20); {
		case k < 7:
			return []*Stmt{{Op: opResume, A: idHandle}}
		case k == 7:
			return []*Stmt{{Op: opResume, A: idHandle, M: 1}, {Op: opResume, A: idHandle, M: 1}}
		case k < 10 && g.on("thread"):
			return []*Stmt{{Op: opThread, A: idHandle}}
		case k == 10 && g.on("queue"):
			return []*Stmt{{Op: opQueue, A: idHandle}}
		case k < 14 && k > 10 && g.on("queue"):
			return []*Stmt{{Op: opQueue, A: idHandle}, {Op: opQueueRun, N: 1 + g.n(3)}}
		case k < 16 && k > 13 && g.on("self-destroy"):
			return []*Stmt{{Op: opDestroy, A: idHandle, M: g.n(2)}}
		case k < 18 && k > 15 && g.on("self-out"):
			return g.leak(idHandle)
		case k == 18 && g.on("self-out"):
			if f := g.callee(consumer); f != nil {
				return []*Stmt{{Op: opConsume, F: f, A: idHandle}}
			}
		case k == 19:
			return []*Stmt{{Op: opChain, A: idHandle, ID: g.next(), N: g.chain()}}
		}
	}
}

// calcs is the number of kinds of opCalc.
const calcs = 8

// adjacent generates consecutive suspends, with values that are known or can be rematerialised.
func (g *gen) adjacent(s *Stmt) *Stmt {
	var list, shows []*Stmt
	for range 1 + g.n(2) {
		c := &Stmt{Op: opCalc, A: g.ofType(types[0]), ID: g.next(), M: g.n(calcs), N: g.n(1000)}
		list, shows = append(list, c), append(shows, &Stmt{Op: opShow, A: c.ID})
		g.valT[c.ID] = types[0]
	}
	for range 2 + g.n(3) {
		list = append(list, &Stmt{Op: opSuspend, M: g.n(2), Kids: [][]*Stmt{nil, nil}})
		if g.in(3) {
			list = append(list, shows[0])
		}
	}
	s.Op, s.Kids = opSeveral, [][]*Stmt{append(list, shows...)}
	return s
}

// Printing.

// referred returns an object with its own address, also if a pointer to it is stored elsewhere.
func (e *printer) referred(o object) object {
	if o.ref {
		o.s, o.ref = e.op("load ptr, ptr %s", o.s), false
	}
	return o
}

// touch prints a use of an object if the object is alive.
func (e *printer) touch(s *Stmt) {
	o, ok := e.objs[s.A]
	if !ok {
		return
	}
	use := func() {
		e.when(e.query("address(ptr %s)", o.s), func() {
			if s.M == 0 {
				e.tag++
				e.do("call void @show_%s(i64 %d, %s %s)", o.t.name, e.tag, o.t.s, e.op("load %s, ptr %s", o.t.s, o.s))
			} else {
				e.do("store %s %s, ptr %s", o.t.s, e.op("call %s @mk_%s(i64 %d)", o.t.s, o.t.name, s.N), o.s)
			}
		})
	}
	if o.ref {
		e.when(e.query("address(ptr %s)", o.s), func() {
			o = e.referred(o)
			use()
		})
		return
	}
	use()
}

func (e *printer) calc(s *Stmt) {
	a := "%n"
	if v, ok := e.vals[s.A]; ok && v.t == types[0] {
		a = v.s
	}
	r := ""
	switch s.M % calcs {
	case 0:
		r = e.op("add i64 %s, %d", a, s.N)
	case 1:
		r = e.op("xor i64 %s, %d", a, s.N)
	case 2:
		r = e.op("mul i64 %s, %d", a, s.N|1)
	case 3:
		r = e.op("zext i32 %s to i64", e.op("trunc i64 %s to i32", a))
	case 4:
		r = e.op("select i1 %s, i64 %s, i64 %d", e.op("icmp sgt i64 %s, %d", a, s.N/2), a, s.N)
	case 5:
		p := e.op("getelementptr i8, ptr @rt_base, i64 %s", e.op("and i64 %s, 127", a))
		r = e.op("sub i64 %s, ptrtoint (ptr @rt_base to i64)", e.op("ptrtoint ptr %s to i64", p))
	case 6:
		r = e.op("sub i64 %d, %s", s.N, e.op("shl i64 %s, 2", a))
	case 7:
		r = e.op("or i64 %s, %d", e.op("sext i8 %s to i64", e.op("trunc i64 %s to i8", a)), s.N)
	}
	e.vals[s.ID] = value{s: r, t: types[0]}
}

// passed holds the types of parameters and results for handles, with the attributes that they need.
var passed = [passes]string{"ptr", "ptr byval({ ptr }) align 8", "{ ptr }", "i64", "[1 x ptr]", "{ { ptr } }"}

// pass prints the argument for a handle.
func (e *printer) pass(h string, how int) string {
	v := ""
	switch how {
	case passPtr:
		v = h
	case passByval:
		v = e.alloca("agg", "{ ptr }", 8)
		e.do("store ptr %s, ptr %s", h, v)
	case passStruct:
		v = e.op("insertvalue { ptr } poison, ptr %s, 0", h)
	case passInt:
		v = e.op("ptrtoint ptr %s to i64", h)
	case passArray:
		v = e.op("insertvalue [1 x ptr] poison, ptr %s, 0", h)
	case passNested:
		v = e.op("insertvalue { { ptr } } poison, ptr %s, 0, 0", h)
	}
	return passed[how] + " " + v
}

// got returns the handle in a parameter or result of a type.
func (e *printer) got(v string, how int) string {
	switch how {
	case passByval:
		return e.op("load ptr, ptr %s", v)
	case passStruct:
		return e.op("extractvalue { ptr } %s, 0", v)
	case passInt:
		return e.op("inttoptr i64 %s to ptr", v)
	case passArray:
		return e.op("extractvalue [1 x ptr] %s, 0", v)
	case passNested:
		return e.op("extractvalue { { ptr } } %s, 0, 0", v)
	}
	return v
}

// structChains is the first number of the chains through structs.
const structChains = 2000

// through passes a pointer to a function that returns it.
func (e *printer) through(p string, k int) string {
	how := k % passes
	back := how
	if how == passByval {
		back = []int{passPtr, passStruct}[k/passes%2]
	}
	inner := &printer{f: &Func{Name: "x"}}
	text, ret := inner.standalone(func() string {
		h := inner.got("%p", how)
		return inner.pass(h, back)
	})
	f := e.helper("pass", "define internal "+passed[back]+" %s("+passed[how]+" %%p)"+[]string{" noinline",
		""}[e.n%2]+" {\nentry:\n"+escape(text)+"  ret "+escape(ret)+"\n}\n")
	return e.got(e.op("call %s %s(%s)", passed[back], f, e.pass(p, how)), back)
}

// publish prints a function that receives a handle in some type and stores it.
func (e *printer) publish(h, at string, how int) {
	inner := &printer{f: &Func{Name: "x"}}
	text, _ := inner.standalone(func() string {
		v := inner.got("%p", how%passes)
		switch e.n % 3 {
		case 0:
			inner.do("store ptr %s, ptr %%at", v)
		case 1:
			inner.do("store atomic ptr %s, ptr %%at release, align 8", v)
		default:
			inner.op("cmpxchg ptr %%at, ptr %s, ptr %s seq_cst seq_cst", inner.op("load ptr, ptr %%at"), v)
		}
		return ""
	})
	f := e.helper("publish", "define internal void %s(ptr %%at, "+passed[how%passes]+" %%p)"+[]string{" noinline",
		""}[e.n%2]+" {\nentry:\n"+escape(text)+"  ret void\n}\n")
	e.do("call void %s(ptr %s, %s)", f, at, e.pass(h, how%passes))
}

// standalone prints the body of a function, its allocas first. It returns the text and the result
// of body.
func (e *printer) standalone(body func() string) (text, r string) {
	e.b = &strings.Builder{}
	r = body()
	return e.allocas.String() + e.b.String(), r
}

// escape quotes a text for use in a format.
func escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// awaiting prints an await.
func (e *printer) awaiting(s *Stmt) {
	if e.f.Kind != coro {
		return
	}
	o, arg, end := e.awaiter(s)
	await := func() {
		token, ready := e.awaitCall(s, o, arg, 0)
		e.suspendPoint(token, nil, s.Kids[2], s.N%2 == 0, ready)
		if e.cur == "" {
			return
		}
		// await_resume
		if s.M&2 != 0 {
			e.tag++
			e.do("call void @peek_%s(i64 %d, ptr %s)", o.t.name, e.tag, o.s)
		}
		if s.M&4 != 0 {
			e.do("call void @poke_%s(ptr %s, i64 %d)", o.t.name, o.s, s.N+1)
		}
	}
	if s.Wait.store == storeTemporary {
		e.withEnd(func() {
			if await(); e.cur != "" {
				e.scope(s.Kids[3])
			}
		}, s.M&8 != 0, end)
		if e.cur != "" {
			e.scope(s.Kids[1])
		}
		return
	}
	old, had := e.objs[s.ID]
	e.objs[s.ID] = o
	e.withEnd(func() {
		await()
		if e.cur != "" {
			e.scope(s.Kids[1])
		}
	}, s.M&8 != 0, end)
	delete(e.objs, s.ID)
	if had {
		e.objs[s.ID] = old
	}
}

// finalAwait prints the await of the final suspend, from which only destroy leads to the clean-up.
func (e *printer) finalAwait(s *Stmt) {
	o, arg, end := e.awaiter(s)
	token, _ := e.awaitCall(s, o, arg, 1)
	e.do("%%last = call i8 @llvm.coro.suspend(token %s, i1 true)", token)
	die := e.label("die")
	e.end("switch i8 %%last, label %%out [ i8 0, label %%never i8 1, label %%%s ]", die)
	e.start(die)
	end()
	e.br("cleanup")
	e.start("never")
	e.end("unreachable")
}

// awaiter prints an awaiter: its storage, its markers, its first value. arg is the argument of
// await_suspend, and end prints the end of its lifetime.
func (e *printer) awaiter(s *Stmt) (o object, arg string, end func()) {
	t, marks := s.T, s.M&1 != 0
	o = object{t: t}
	var whole []object // the objects with a lifetime
	switch s.Wait.store {
	case storeMember:
		off := (8 + t.align - 1) / t.align * t.align
		m := &typ{s: "{ i64, " + t.s + ", i64 }", size: (off+t.size+7)/8*8 + 8}
		whole = []object{{s: e.alloca("aw", m.s, 0), t: m}}
	case storeArray:
		m := &typ{s: "[3 x " + t.s + "]", size: 3 * t.size}
		whole = []object{{s: e.alloca("aw", m.s, 0), t: m}}
	case storeReference:
		o.s = e.alloca("aw", t.s, 0)
		whole = []object{o, {s: e.alloca("ref", "ptr", 0), t: types[5]}}
	case storeOther:
		var ok bool
		if o, ok = e.wholeObj(s.A); ok {
			marks = false
			break
		}
		fallthrough
	default:
		o = object{s: e.alloca("aw", t.s, 0), t: t}
		whole = []object{o}
	}
	if marks {
		for _, w := range whole {
			e.startLifetime(w)
		}
	}
	switch s.Wait.store {
	case storeMember:
		o.s = e.op("getelementptr %s, ptr %s, i32 0, i32 1", whole[0].t.s, whole[0].s)
	case storeArray:
		o.s = e.op("getelementptr %s, ptr %s, i64 0, i64 %s", whole[0].t.s, whole[0].s, e.op("and i64 %%n, 1"))
	case storeReference:
		e.do("store ptr %s, ptr %s", o.s, whole[1].s)
		arg = whole[1].s
	}
	if arg == "" {
		arg = o.s
	}
	if len(whole) > 0 {
		if v, ok := e.vals[s.A]; ok && v.t == o.t {
			e.do("store %s %s, ptr %s", o.t.s, v.s, o.s)
		} else {
			e.do("call void @poke_%s(ptr %s, i64 %d)", o.t.name, o.s, s.N)
		}
	}
	return o, arg, func() {
		if marks {
			for k := len(whole) - 1; k >= 0; k-- {
				e.dies(whole[k])
			}
		}
	}
}

// awaitCall prints coro.save and the call of await_suspend. ready is the block in which the
// coroutine continues without suspending, if there is one.
func (e *printer) awaitCall(s *Stmt, o object, arg string, final int) (token, ready string) {
	w := s.Wait
	token = e.op("call token @llvm.coro.save(ptr %%hdl)")
	e.witnessCall("suspend(ptr %%hdl, i32 %d)", final)
	e.wrappers++
	name := fmt.Sprintf("%s.await%d", e.f.Name, e.wrappers)
	ret := e.awaitFunction(s, o, name)
	inner := "@" + e.pre + name
	r := ""
	if w.plain {
		r = e.call(ret, "%s(ptr %s, %s)", inner, arg, e.pass("%hdl", w.pass))
		if w.gives == givesHandle {
			t := e.got(r, w.returning())
			if e.witness {
				e.call("void", "@rt_transfer(ptr %s)", t)
			} else {
				e.call("void", "@llvm.coro.resume(ptr %s)", t)
			}
		}
	} else {
		args := fmt.Sprintf("(ptr %s, ptr %%hdl, ptr %s)", arg, e.awaitWrapper(s, name, ret))
		switch w.gives {
		case givesNothing:
			e.call("void", "@llvm.coro.await.suspend.void%s", args)
		case givesBool:
			r = e.call("i1", "@llvm.coro.await.suspend.bool%s", args)
		case givesHandle:
			e.call("void", "@llvm.coro.await.suspend.handle%s", args)
		}
	}
	if w.gives == givesBool {
		waits := e.label("waits")
		ready = e.label("ready")
		e.end("br i1 %s, label %%%s, label %%%s", r, waits, ready)
		e.start(waits)
	}
	return token, ready
}

// returning returns the type in which await_suspend returns a handle.
func (w waiting) returning() int { return []int{passPtr, passStruct, passInt}[w.returns%3] }

// awaitWrapper prints the function that llvm.coro.await.suspend.* calls.
func (e *printer) awaitWrapper(s *Stmt, name, ret string) string {
	w := s.Wait
	x := &printer{f: &Func{Name: name}}
	text, r := x.standalone(func() string {
		call := fmt.Sprintf("call %s @%s%s(ptr %%aw, %s)", ret, e.pre, name, x.pass("%h", w.pass))
		if w.gives == givesNothing {
			x.do("%s", call)
			return "void"
		}
		r := x.op("%s", call)
		if w.gives == givesHandle {
			return "ptr " + x.got(r, w.returning())
		}
		return "i1 " + r
	})
	kind := []string{"void", "i1", "ptr"}[w.gives]
	e.after = append(e.after, fmt.Sprintf("define internal %s @%s%s.wrap(ptr %%aw, ptr %%h)%s {\nentry:\n"+
		"%s  ret %s\n}\n", kind, e.pre, name, w.wrap, text, r))
	return fmt.Sprintf("@%s%s.wrap", e.pre, name)
}

// awaitFunction prints an await_suspend, and returns the type of its result.
func (e *printer) awaitFunction(s *Stmt, o object, name string) (ret string) {
	w := s.Wait
	x := &printer{p: e.p, f: &Func{Kind: consumer, Name: name}, pre: e.pre, witness: e.witness, tag: e.tag + 500,
		cur: "entry", out: "out",
		objs: map[int]object{idAwaiter: {s: "%aw", t: o.t, ref: w.store == storeReference}}, cells: map[int]string{}}
	ret = []string{"void", "i1", passed[w.returning()]}[w.gives]
	text, _ := x.standalone(func() string {
		h := x.got("%hs", w.pass)
		x.do("%%n = add i64 7, 0")
		x.vals = map[int]value{idN: {s: "%n", t: types[0]}, idHandle: {s: h, f: e.f}}
		turn := "0"
		if x.witness {
			x.do("%%cells = call i32 @rt_cells()")
			turn = x.op("call i64 @rt_turn(ptr %s)", h)
		}
		body := func() {
			x.list(s.Kids[0])
			x.br("out")
			x.start("out")
			x.witnessCall("awaited(ptr %s, i64 %s)", h, turn)
		}
		if x.witness { // after an exception the coroutine continues
			x.guarded(false, body, func(string) { x.witnessCall("await_threw(ptr %s, i64 %s)", h, turn) })
		} else {
			body()
		}
		x.out = ""
		r := "void"
		switch w.gives {
		case givesBool:
			c := x.query("turn(ptr %s, i64 %s)", h, turn)
			if x.witness {
				x.when(c, func() { x.witnessCall("goes_on(ptr %s, i64 %s)", h, turn) })
			}
			r = "i1 " + x.op("xor i1 %s, true", c)
		case givesHandle:
			r = x.pass(x.nextHandle(s, h, turn), w.returning())
		}
		x.leave()
		x.end("ret %s", r)
		return ""
	})
	e.after = append(e.after,
		fmt.Sprintf("define internal %s @%s%s(ptr %%aw, %s %%hs)%s personality ptr @__gxx_personality_v0 {\n"+
			"entry:\n%s}\n", ret, e.pre, name, passed[w.pass], w.attr, text))
	e.after = append(e.after, x.after...)
	return ret
}

// nextHandle prints the choice of the coroutine that continues: this one, another, or none.
func (e *printer) nextHandle(s *Stmt, h, turn string) string {
	t := e.op("load ptr, ptr @%sG%d", e.pre, s.N%plainPlaces)
	noop := e.op("call ptr @llvm.coro.noop()")
	c := e.query("turn(ptr %s, i64 %s)", h, turn)
	self, other, query, out := e.label("self"), e.label("other"), e.label("ask"), e.label("next")
	e.end("br i1 %s, label %%%s, label %%%s", c, self, query)
	e.start(self)
	if !s.Wait.plain {
		e.witnessCall("goes_on(ptr %s, i64 %s)", h, turn)
	}
	e.br(out)
	e.start(query)
	c = e.query("resume(ptr %s)", t)
	e.end("br i1 %s, label %%%s, label %%%s", c, other, out)
	e.start(other)
	if !s.Wait.plain {
		e.witnessCall("go_on(ptr %s)", t)
	}
	e.br(out)
	e.start(out)
	return e.op("phi ptr [ %s, %%%s ], [ %s, %%%s ], [ %s, %%%s ]", h, self, t, other, noop, query)
}
