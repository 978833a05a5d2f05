// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates random asynchronous programs and their output. It writes each statement as
// IR, and it also executes the statements itself, in the order of control flow, so that the expected
// output depends on no lowering.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	numVars  = 4 // variables of a coroutine, each an i64
	numSlots = 3 // of its array
	maxDepth = 3
	maxSteps = 4000 // of a program; the generator shortens a longer one
)

// A node is a statement. Blocks are lists of them.
type node struct {
	op         int
	a, b, c, n int // variables, a slot, a count, a callee
	k          int64
	size       int // how the size of a context is computed: sizeLoaded and so on
	body, rest []node
}

const (
	opArith   = iota // v[a] = v[b] op v[c]
	opConst          // v[a] = k
	opShow           // print v[a]
	opAwait          // v[a] = callee n (v[b])
	opHop            // let other entries of the executor's queue run first
	opStore          // array[n] = v[a]
	opLoad           // v[a] = array[n]
	opEscaped        // through an escaped address: box += v[a]
	opBox            // v[a] = box
	opLive           // compute a value of some type from v[b], await, and compute v[a] from the value
	opAlign          // v[a] = v[a] + (address of an over-aligned object is aligned: 0)
	opIf             // if v[a] is odd
	opLoop           // n times
	// n consecutive hops, after each of which a value that can be recomputed is printed; v[a] =
	// that value
	opAdjacent
	numOps

	// Other uses of the task's memory, in programs of contexts. Here to take memory is to call
	// swift_task_alloc, and to give it back is to call swift_task_dealloc.
	opHold   // hold memory of the task while a body runs; v[a] = the value stored in it before
	opPush   // unknown code takes memory of the task; other unknown code gives it back after a body
	opPure   // v[a] = the result of code that is known to access no memory (v[b])
	opReturn // the coroutine ends if v[a] is odd
	// v[a] = callee n (v[b]). The context is given back in a branch on v[c]: at the start of one
	// arm, and at the end of the other.
	opApart
	opEither // v[a] = callee n (v[b]); the context is taken in either arm of a branch on v[c]
	opMaybe  // hold memory of the task while a body runs, if v[c] is odd; v[a] = the value stored in it before
)

// The size of the context of an await: loaded from the callee's pointer, a constant that is large
// enough, or computed from the loaded size.
const (
	sizeLoaded = iota
	sizeLarge
	sizeHuge
	sizeComputed
	numSizes
)

// Program is a set of coroutines. A coroutine awaits only coroutines with a higher number, so every
// program ends.
type Program struct {
	coros []coroutine
	args  []int64
}

type coroutine struct {
	body   []node
	index  int // index of the context parameter
	header int
	align  int
	keeps  bool // addresses of its variables escape
	// suspends use Swift's projection of the caller's context; otherwise a function with another
	// name that does the same
	parent bool
}

// likely are the operations of programs of contexts. An operation that is listed several times is
// more frequent.
var likely = [...]int{opAwait, opAwait, opAwait, opAwait, opAwait, opAwait, opArith, opConst, opStore, opLoad, opHop,
	opShow, opIf, opIf, opLoop, opLive, opAdjacent,
	opHold, opPush, opPure, opReturn, opReturn, opApart, opApart, opEither, opMaybe}

// kinds of values that live across an await in opLive.
var kinds = [...]struct {
	ty  string
	hop bool // also across a hop
}{{"i8", false}, {"i16", true}, {"i32", false}, {"i64", true}, {"double", false}, {"ptr", true}, {"<4 x i32>", false},
	{"<4 x double>", true}, {"{ i64, i8 }", false}, {"i1", true}}

// maker generates the statements of a program.
type maker struct {
	*rand.Rand
	contexts bool // programs of contexts
	coros    int
}

// New generates a program; with contexts, one in which the contexts of awaited coroutines overlap in
// different ways.
func New(r *rand.Rand, contexts bool) *Program {
	p := &Program{}
	n := 2 + r.IntN(4)
	for k := range n {
		c := coroutine{index: r.IntN(3), header: []int{16, 16, 24, 32}[r.IntN(4)], align: []int{16, 16, 8}[r.IntN(3)],
			parent: r.IntN(4) > 0}
		c.keeps = !contexts || r.IntN(2) == 0
		c.body = (&maker{r, contexts, n}).block(k, 0, 4+r.IntN(8))
		p.coros = append(p.coros, c)
	}
	runs := 3
	if contexts { // each run takes one of many paths
		runs = 10
	}
	for range runs {
		p.args = append(p.args, int64(r.IntN(100)))
	}
	return p
}

func (r *maker) block(self, depth, size int) []node {
	var out []node
	for range size {
		nd := node{op: r.IntN(numOps), a: r.IntN(numVars), b: r.IntN(numVars), c: r.IntN(numVars), n: r.IntN(numSlots),
			k: int64(r.IntN(1000)) - 500}
		if r.contexts {
			nd.op = likely[r.IntN(len(likely))]
			if r.IntN(3) == 0 {
				nd.size = r.IntN(numSizes)
			}
		}
		switch nd.op {
		case opAwait, opLive, opApart, opEither:
			if nd.n = self + 1 + r.IntN(r.coros); nd.n >= r.coros {
				switch nd.op {
				case opAwait:
					nd.op = opHop
				case opApart, opEither:
					nd.op = opConst
				}
				nd.n = -1
			}
			if nd.op == opLive {
				nd.c = r.IntN(len(kinds))
			}
		case opArith:
			nd.n = r.IntN(3)
		}
		switch nd.op {
		case opIf, opLoop, opHold, opPush, opApart, opMaybe:
			if depth >= maxDepth {
				nd.op = opShow
				break
			}
			if nd.op != opApart {
				nd.n = 1 + r.IntN(3)
			}
			nd.body = r.block(self, depth+1, 1+r.IntN(4))
			if nd.op == opIf || nd.op == opApart {
				nd.rest = r.block(self, depth+1, r.IntN(3))
			}
			// arms that end with an await, and another await after them
			if r.contexts && nd.op == opIf && self+1 < r.coros && r.IntN(2) == 0 {
				nd.body, nd.rest = append(nd.body, r.await(self)), append(nd.rest, r.await(self))
				out = append(out, nd)
				nd = r.await(self)
			}
		}
		out = append(out, nd)
	}
	return out
}

// await returns an await of a random coroutine with a higher index than self.
func (r *maker) await(self int) node {
	return node{op: opAwait, a: r.IntN(numVars), b: r.IntN(numVars), n: self + 1 + r.IntN(r.coros-self-1)}
}

// state is the state of one activation.
type state struct {
	v     [numVars]int64
	array [numSlots]int64
	box   int64
	ended bool
}

// runner executes a program; ok is false if it takes too many steps.
type runner struct {
	p     *Program
	out   []string
	steps int
}

// Run returns the numbers that the program prints. ok is false if it takes too many steps.
func (p *Program) Run() (out []string, ok bool) {
	x := &runner{p: p}
	for _, a := range p.args {
		x.show(x.call(0, a))
		x.show(0) // no memory of the task is left
	}
	return x.out, x.steps < maxSteps
}

func (x *runner) show(v int64) { x.out = append(x.out, fmt.Sprint(v)) }

func (x *runner) call(n int, arg int64) int64 {
	s := &state{v: [numVars]int64{arg, arg * 3, 7, 1}, box: arg}
	x.block(s, x.p.coros[n].body)
	return s.v[0]
}

func (x *runner) block(s *state, list []node) {
	for k := range list {
		if x.steps++; x.steps > maxSteps || s.ended {
			return
		}
		x.step(s, &list[k])
	}
}

func (x *runner) step(s *state, n *node) {
	switch n.op {
	case opArith:
		switch n.n {
		case 0:
			s.v[n.a] = s.v[n.b] + s.v[n.c]
		case 1:
			s.v[n.a] = s.v[n.b] - s.v[n.c]
		case 2:
			s.v[n.a] = s.v[n.b] ^ s.v[n.c]
		}
		s.v[n.a] &= 0xffff
	case opConst:
		s.v[n.a] = n.k & 0xffff
	case opShow:
		x.show(s.v[n.a])
	case opAwait:
		s.v[n.a] = x.call(n.n, s.v[n.b])
	case opStore:
		s.array[n.n] = s.v[n.a]
	case opLoad:
		s.v[n.a] = s.array[n.n]
	case opEscaped:
		s.box = (s.box + s.v[n.a]) & 0xffff
	case opBox:
		s.v[n.a] = s.box
	case opLive:
		v := s.v[n.b]
		if n.n >= 0 {
			s.v[n.a] = x.call(n.n, v)
		}
		s.v[n.a] = (s.v[n.a] + v&mask(n.c)) & 0xffff
	case opIf:
		if s.v[n.a]&1 == 1 {
			x.block(s, n.body)
		} else {
			x.block(s, n.rest)
		}
	case opLoop:
		for range n.n {
			x.block(s, n.body)
		}
	case opAdjacent:
		v := recomputed(n.k, s.v[n.b])
		for range n.n + 2 {
			x.show(v)
		}
		s.v[n.a] = v & 0xffff
	case opHold:
		x.block(s, n.body)
		if !s.ended {
			s.v[n.a] = n.k & 0xffff
		}
	case opPush:
		x.block(s, n.body)
	case opPure:
		s.v[n.a] = (s.v[n.b] ^ 5) & 0xffff
	case opReturn:
		s.ended = s.v[n.a]&1 == 1
	case opApart:
		s.v[n.a] = x.call(n.n, s.v[n.b])
		if s.v[n.c]&1 == 1 {
			x.block(s, n.body)
		} else {
			x.block(s, n.rest)
		}
	case opEither:
		s.v[n.a] = x.call(n.n, s.v[n.b])
	case opMaybe:
		odd := s.v[n.c]&1 == 1
		x.block(s, n.body)
		if odd && !s.ended {
			s.v[n.a] = n.k & 0xffff
		}
	}
}

// recomputed returns the value that opAdjacent computes from v.
func recomputed(k, v int64) int64 {
	switch k & 3 {
	case 0:
		return v + 3
	case 1:
		return v ^ 77
	case 2:
		return v & 0xff
	}
	if v > 9 {
		return v
	}
	return 12
}

// mask returns the bits of a value that a kind preserves.
func mask(kind int) int64 {
	switch kinds[kind].ty {
	case "i1":
		return 1
	case "i8":
		return 0xff
	}
	return 0xffff
}

// writer writes the IR of a coroutine.
type writer struct {
	strings.Builder
	p    *Program
	self int
	next int
	held []string // the code that gives back the memory that is held
}

func (w *writer) f(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *writer) id() int {
	w.next++
	return w.next
}

// Text returns the program's module.
func (p *Program) Text() string {
	var out strings.Builder
	out.WriteString(runtime)
	for k := range p.coros {
		w := &writer{p: p, self: k}
		w.coroutine()
		out.WriteString(w.String())
	}
	out.WriteString("define i32 @main() {\n")
	for _, a := range p.args {
		fmt.Fprintf(&out, "  call void @start(i64 %d)\n", a)
	}
	out.WriteString("  ret i32 0\n}\n")
	return out.String()
}

// params returns a coroutine's parameters: the context at its index, and two others, the argument
// and one without uses.
func (c *coroutine) params(context, arg string, types bool) string {
	rest := []string{"i64 " + arg, "i64 0"}
	if types {
		rest[1] = "i64 %unused"
	}
	list := append(append(append([]string{}, rest[:c.index]...), "ptr swiftasync "+context), rest[c.index:]...)
	return strings.Join(list, ", ")
}

func (w *writer) coroutine() {
	c, n := &w.p.coros[w.self], w.self
	w.f("@f%dTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f%d to i64), i64 ptrtoint (ptr "+
		"@f%dTu to i64)) to i32), i32 %d }>, align 8", n, n, n, c.header)
	w.f("define internal swifttailcc void @call%d(ptr %%c, i64 %%x) {\n  musttail call swifttailcc void @f%d(%s)\n"+
		"  ret void\n}", n, n, c.params("%c", "%x", false))
	w.f("define swifttailcc void @f%d(%s) presplitcoroutine {\nentry:", n, c.params("%ctx", "%arg", true))
	for k := range numVars {
		w.f("  %%v%d = alloca i64", k)
	}
	w.f("  %%slot = alloca ptr\n  %%array = alloca [%d x i64]\n  %%box = alloca i64\n"+
		"  %%far = alloca [3 x i64], align 64", numSlots)
	w.f("  store [%d x i64] zeroinitializer, ptr %%array", numSlots)
	w.f("  %%id = call token @llvm.coro.id.async(i32 %d, i32 %d, i32 %d, ptr @f%dTu)\n"+
		"  %%h = call ptr @llvm.coro.begin(token %%id, ptr null)", c.header, c.align, c.index, n)
	w.f("  store ptr %%ctx, ptr %%slot\n  %%t0 = mul i64 %%arg, 3\n  store i64 %%arg, ptr %%v0\n" +
		"  store i64 %%t0, ptr %%v1\n  store i64 7, ptr %%v2\n  store i64 1, ptr %%v3")
	w.f("  store i64 %%arg, ptr %%box")
	if c.keeps {
		w.f("  call void @keep(ptr %%box)\n  call void @keep(ptr %%far)")
	}
	w.block(c.body)
	w.end()
	w.f("}")
}

// end ends the coroutine.
func (w *writer) end() {
	k := w.id()
	w.f("  %%own%d = load ptr, ptr %%slot\n  %%rp%d = getelementptr { ptr, ptr }, ptr %%own%d, i32 0, i32 1\n"+
		"  %%back%d = load ptr, ptr %%rp%d\n  %%result%d = load i64, ptr %%v0", k, k, k, k, k, k)
	w.f("  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %%h, i1 false, ptr @hand, ptr %%back%d, ptr %%own%d, "+
		"i64 %%result%d)\n  unreachable", k, k, k)
}

func (w *writer) block(list []node) {
	for k := range list {
		w.stmt(&list[k])
	}
}

func (w *writer) load(v int) int {
	k := w.id()
	w.f("  %%t%d = load i64, ptr %%v%d", k, v)
	return k
}

func (w *writer) stmt(n *node) {
	if n.op > numOps {
		w.contextOp(n)
		return
	}
	switch n.op {
	case opArith:
		b, c, k := w.load(n.b), w.load(n.c), w.id()
		w.f("  %%o%d = %s i64 %%t%d, %%t%d\n  %%t%d = and i64 %%o%d, 65535\n  store i64 %%t%d, ptr %%v%d", k,
			[]string{"add", "sub", "xor"}[n.n], b, c, k, k, k, n.a)
	case opConst:
		w.f("  store i64 %d, ptr %%v%d", n.k&0xffff, n.a)
	case opShow:
		w.f("  call void @show(i64 %%t%d)", w.load(n.a))
	case opAwait:
		w.f("  store i64 %%t%d, ptr %%v%d", w.await(n, w.load(n.b)), n.a)
	case opHop:
		w.hop("enqueue")
	case opAdjacent:
		w.adjacent(n)
	case opStore:
		k, v := w.id(), w.load(n.a)
		w.f("  %%e%d = getelementptr i64, ptr %%array, i64 %d\n  store i64 %%t%d, ptr %%e%d", k, n.n, v, k)
	case opLoad:
		k := w.id()
		w.f("  %%e%d = getelementptr i64, ptr %%array, i64 %d\n  %%t%d = load i64, ptr %%e%d\n"+
			"  store i64 %%t%d, ptr %%v%d", k, n.n, k, k, k, n.a)
	case opEscaped:
		w.f("  call void @add(i64 %%t%d, ptr %%box)", w.load(n.a))
	case opBox:
		k := w.id()
		w.f("  %%t%d = load i64, ptr %%box\n  store i64 %%t%d, ptr %%v%d", k, k, n.a)
	case opLive:
		w.live(n)
	case opAlign:
		k, v := w.id(), w.load(n.a)
		w.f("  %%off%d = call i64 @misaligned(ptr %%far, i64 64)\n  %%t%d = add i64 %%t%d, %%off%d\n"+
			"  store i64 %%t%d, ptr %%v%d", k, k, v, k, k, n.a)
	case opIf:
		k, v := w.id(), w.load(n.a)
		w.f("  %%odd%d = trunc i64 %%t%d to i1\n  br i1 %%odd%d, label %%then%d, label %%else%d\nthen%d:", k, v,
			k, k, k, k)
		w.block(n.body)
		w.f("  br label %%join%d\nelse%d:", k, k)
		w.block(n.rest)
		w.f("  br label %%join%d\njoin%d:", k, k)
	case opLoop:
		k := w.id()
		w.f("  br label %%pre%d\npre%d:\n  br label %%loop%d\nloop%d:\n"+
			"  %%i%d = phi i64 [ 0, %%pre%d ], [ %%j%d, %%latch%d ]", k, k, k, k, k, k, k, k)
		w.block(n.body)
		w.f("  br label %%latch%d\nlatch%d:\n  %%j%d = add i64 %%i%d, 1\n  %%more%d = icmp ult i64 %%j%d, %d\n"+
			"  br i1 %%more%d, label %%loop%d, label %%out%d\nout%d:", k, k, k, k, k, k, n.n, k, k, k, k)
	}
}

// contextOp writes the statements that only programs of contexts have.
func (w *writer) contextOp(n *node) {
	k := w.id()
	switch n.op {
	case opHold: // the value is stored in the last 8 bytes
		size := w.sizeOf(n.size, k, -1)
		w.f("  %%c%d = call swiftcc ptr @swift_task_alloc(i64 %s)\n  %%l%d = sub i64 %s, 8\n"+
			"  %%p%d = getelementptr i8, ptr %%c%d, i64 %%l%d", k, size, k, size, k, k, k)
		w.f("  store i64 %d, ptr %%p%d", n.k&0xffff, k)
		w.within(fmt.Sprintf("  call swiftcc void @swift_task_dealloc(ptr %%c%d)", k), n.body)
		w.f("  %%g%d = load i64, ptr %%p%d\n  call swiftcc void @swift_task_dealloc(ptr %%c%d)\n"+
			"  store i64 %%g%d, ptr %%v%d", k, k, k, k, n.a)
	case opMaybe:
		v := w.load(n.c)
		w.f("  br label %%from%d\nfrom%d:\n  %%odd%d = trunc i64 %%t%d to i1\n"+
			"  br i1 %%odd%d, label %%take%d, label %%no%d\ntake%d:", k, k, k, v, k, k, k, k)
		size := w.sizeOf(n.size, k, -1)
		w.f("  %%m%d = call swiftcc ptr @swift_task_alloc(i64 %s)\n  store i64 %d, ptr %%m%d\n  br label %%no%d", k,
			size, n.k&0xffff, k, k)
		w.f("no%d:\n  %%c%d = phi ptr [ null, %%from%d ], [ %%m%d, %%take%d ]", k, k, k, k, k)
		w.within(fmt.Sprintf("  call void @give.if(ptr %%c%d)", k), n.body)
		w.f("  br i1 %%odd%d, label %%give%d, label %%on%d\ngive%d:\n  %%g%d = load i64, ptr %%c%d\n"+
			"  store i64 %%g%d, ptr %%v%d", k, k, k, k, k, k, k, n.a)
		w.f("  call swiftcc void @swift_task_dealloc(ptr %%c%d)\n  br label %%on%d\non%d:", k, k, k)
	case opPush: // memory is taken by a call or at a suspend, and given back by a call, at a suspend, or here
		if n.n == 1 {
			w.hop("push.and.enqueue")
		} else {
			w.f("  call void @push()")
		}
		w.within("  call void @pop()", n.body)
		switch n.n {
		case 1:
			w.hop("pop.and.enqueue")
		case 2:
			w.f("  %%n%d = load i64, ptr @pushes\n  %%m%d = sub i64 %%n%d, 1\n  store i64 %%m%d, ptr @pushes\n"+
				"  %%at%d = getelementptr ptr, ptr @pushed, i64 %%m%d", k, k, k, k, k, k)
			w.f("  %%p%d = load ptr, ptr %%at%d\n  call swiftcc void @swift_task_dealloc(ptr %%p%d)", k, k, k)
		default:
			w.f("  call void @pop()")
		}
	case opPure:
		w.f("  %%t%d = call i64 @pure(i64 %%t%d)\n  store i64 %%t%d, ptr %%v%d", k, w.load(n.b), k, n.a)
	case opReturn:
		v := w.load(n.a)
		w.f("  %%odd%d = trunc i64 %%t%d to i1\n  br i1 %%odd%d, label %%end%d, label %%on%d\nend%d:", k, v, k, k, k, k)
		for i := len(w.held) - 1; i >= 0; i-- {
			w.f("%s", w.held[i])
		}
		w.end()
		w.f("on%d:", k)
	case opApart:
		c, t := w.awaitIn(w.context(n), n.n, w.load(n.b))
		w.f("  store i64 %%t%d, ptr %%v%d", t, n.a)
		v := w.load(n.c)
		w.f("  %%odd%d = trunc i64 %%t%d to i1\n  br i1 %%odd%d, label %%then%d, label %%else%d\nthen%d:\n"+
			"  call swiftcc void @swift_task_dealloc(ptr %%c%d)", k, v, k, k, k, k, c)
		w.block(n.body)
		free := fmt.Sprintf("  call swiftcc void @swift_task_dealloc(ptr %%c%d)", c)
		w.f("  br label %%join%d\nelse%d:", k, k)
		w.within(free, n.rest)
		w.f("%s\n  br label %%join%d\njoin%d:", free, k, k)
	case opEither:
		v := w.load(n.c)
		w.f("  %%odd%d = trunc i64 %%t%d to i1\n  br i1 %%odd%d, label %%then%d, label %%else%d\nthen%d:", k, v,
			k, k, k, k)
		one := w.context(n)
		w.f("  br label %%join%d\nelse%d:", k, k)
		other := w.context(&node{n: n.n, size: sizeLarge})
		w.f("  br label %%join%d\njoin%d:\n  %%c%d = phi ptr [ %%c%d, %%then%d ], [ %%c%d, %%else%d ]", k, k, k, one,
			k, other, k)
		c, t := w.awaitIn(k, n.n, w.load(n.b))
		w.f("  store i64 %%t%d, ptr %%v%d\n  call swiftcc void @swift_task_dealloc(ptr %%c%d)", t, n.a, c)
	}
}

// within writes a body during which memory is held. free is the code that gives the memory back.
func (w *writer) within(free string, body []node) {
	w.held = append(w.held, free)
	w.block(body)
	w.held = w.held[:len(w.held)-1]
}

// sizeOf writes the computation of a size for a context of the callee, or for other memory if
// callee is -1. It returns the operand.
func (w *writer) sizeOf(size, k, callee int) string {
	number := map[int]string{sizeLarge: "8192", sizeHuge: "16384"}
	if callee < 0 {
		number = map[int]string{sizeLarge: "24", sizeHuge: "1024"}
		callee = w.self // the size in this pointer is larger than needed
	}
	if s, ok := number[size]; ok {
		return s
	}
	w.f("  %%z%d = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @f%dTu, i32 0, i32 1)\n"+
		"  %%w%d = zext i32 %%z%d to i64", k, callee, k, k)
	if size == sizeComputed {
		w.f("  %%wi%d = or i64 %%w%d, 256\n  %%wj%d = add i64 %%wi%d, %%w%d", k, k, k, k, k)
		return fmt.Sprintf("%%wj%d", k)
	}
	return fmt.Sprintf("%%w%d", k)
}

// context takes memory for the context of a callee, and returns its number.
func (w *writer) context(n *node) int {
	k := w.id()
	w.f("  %%c%d = call swiftcc ptr @swift_task_alloc(i64 %s)", k, w.sizeOf(n.size, k, n.n))
	return k
}

// await calls another coroutine and returns its result.
func (w *writer) await(n *node, arg int) int {
	c, t := w.awaitIn(w.context(n), n.n, arg)
	w.f("  call swiftcc void @swift_task_dealloc(ptr %%c%d)", c)
	return t
}

// awaitIn calls another coroutine in a context, and returns the context and the result.
func (w *writer) awaitIn(ctx, callee, arg int) (context, result int) {
	k, c := w.id(), &w.p.coros[w.self]
	project := "__swift_async_resume_project_context"
	if !c.parent {
		project = "leads.back"
	}
	w.f("  %%own%d = load ptr, ptr %%slot\n  store ptr %%own%d, ptr %%c%d\n"+
		"  %%r%d = call ptr @llvm.coro.async.resume()", k, k, ctx, k)
	w.f("  %%rp%d = getelementptr { ptr, ptr }, ptr %%c%d, i32 0, i32 1\n  store ptr %%r%d, ptr %%rp%d", k, ctx, k, k)
	w.f("  %%s%d = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %%r%d, ptr "+
		"@%s, ptr @call%d, ptr %%c%d, i64 %%t%d)", k, k, project, callee, ctx, arg)
	w.f("  %%cc%d = extractvalue { ptr, i64 } %%s%d, 0\n  %%up%d = load ptr, ptr %%cc%d\n"+
		"  store ptr %%up%d, ptr %%slot", k, k, k, k, k)
	w.f("  %%t%d = extractvalue { ptr, i64 } %%s%d, 1", k, k)
	return ctx, k
}

// hop lets the other entries of the executor's queue run first.
func (w *writer) hop(through string) {
	k := w.id()
	w.f("  %%r%d = call ptr @llvm.coro.async.resume()\n  %%own%d = load ptr, ptr %%slot", k, k)
	w.f("  %%s%d = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %%r%d, ptr "+
		"@__swift_async_resume_get_context, ptr @%s, ptr %%r%d, ptr %%own%d)", k, k, through, k, k)
	w.f("  %%n%d = extractvalue { ptr } %%s%d, 0\n  store ptr %%n%d, ptr %%slot", k, k, k)
}

// ForLLVM marks a call that is only in the text for LLVM. Without it LLVM 22 crashes, because it
// finds no place for recomputed values between consecutive suspends.
const ForLLVM = "for LLVM: "

// adjacent writes several hops without code between the suspends.
func (w *writer) adjacent(n *node) {
	v, k := w.load(n.b), w.id()
	switch n.k & 3 {
	case 0:
		w.f("  %%x%d = add i64 %%t%d, 3", k, v)
	case 1:
		w.f("  %%x%d = xor i64 %%t%d, 77", k, v)
	case 2:
		w.f("  %%y%d = trunc i64 %%t%d to i8\n  %%x%d = zext i8 %%y%d to i64", k, v, k, k)
	case 3:
		w.f("  %%c%d = icmp sgt i64 %%t%d, 9\n  %%x%d = select i1 %%c%d, i64 %%t%d, i64 12", k, v, k, k, v)
	}
	w.f("  %%own%d = load ptr, ptr %%slot", k)
	for j := range n.n + 2 {
		w.f("  %%r%d.%d = call ptr @llvm.coro.async.resume()", k, j)
	}
	last := ""
	for j := range n.n + 2 {
		if j > 0 {
			w.f("  ; %scall void @apart()", ForLLVM)
		}
		last = fmt.Sprintf("%%s%d.%d", k, j)
		w.f("  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %%r%d.%d, ptr "+
			"@__swift_async_resume_get_context, ptr @show.and.enqueue, ptr %%r%d.%d, ptr %%own%d, i64 %%x%d)",
			last, k, j, k, j, k, k)
	}
	w.f("  %%n%d = extractvalue { ptr } %s, 0\n  store ptr %%n%d, ptr %%slot\n  %%z%d = and i64 %%x%d, 65535\n"+
		"  store i64 %%z%d, ptr %%v%d", k, last, k, k, k, k, n.a)
}

// live keeps a value of a kind across an await, or a hop.
func (w *writer) live(n *node) {
	v, k, kind := w.load(n.b), w.id(), kinds[n.c]
	w.f("  %%m%d = and i64 %%t%d, 65535", k, v)
	switch kind.ty {
	case "i1", "i8", "i16", "i32":
		w.f("  %%x%d = trunc i64 %%m%d to %s", k, k, kind.ty)
	case "i64":
		w.f("  %%x%d = call i64 @same(i64 %%m%d)", k, k)
	case "double":
		w.f("  %%x%d = call double @real(i64 %%m%d)", k, k)
	case "ptr":
		w.f("  %%x%d = call ptr @pointer(i64 %%m%d)", k, k)
	case "<4 x i32>":
		w.f("  %%y%d = trunc i64 %%m%d to i32\n  %%x%d = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 "+
			"%%y%d, i32 2", k, k, k, k)
	case "<4 x double>":
		w.f("  %%y%d = call double @real(i64 %%m%d)\n"+
			"  %%x%d = insertelement <4 x double> <double 1.0, double 2.0, double 3.0, double 4.0>, double %%y%d, "+
			"i32 3", k, k, k, k)
	case "{ i64, i8 }":
		w.f("  %%x%d = insertvalue { i64, i8 } { i64 0, i8 3 }, i64 %%m%d, 0", k, k)
	}
	if n.n >= 0 {
		w.f("  store i64 %%t%d, ptr %%v%d", w.await(n, v), n.a)
	}
	if kind.hop || n.n < 0 {
		w.hop("enqueue")
	}
	switch kind.ty {
	case "i1", "i8", "i16", "i32":
		w.f("  %%q%d = zext %s %%x%d to i64", k, kind.ty, k)
	case "i64":
		w.f("  %%q%d = or i64 %%x%d, 0", k, k)
	case "double":
		w.f("  %%q%d = fptosi double %%x%d to i64", k, k)
	case "ptr":
		w.f("  %%q%d = ptrtoint ptr %%x%d to i64", k, k)
	case "<4 x i32>":
		w.f("  %%u%d = extractelement <4 x i32> %%x%d, i32 2\n  %%q%d = zext i32 %%u%d to i64", k, k, k, k)
	case "<4 x double>":
		w.f("  %%u%d = extractelement <4 x double> %%x%d, i32 3\n  %%q%d = fptosi double %%u%d to i64", k, k, k, k)
	case "{ i64, i8 }":
		w.f("  %%q%d = extractvalue { i64, i8 } %%x%d, 0", k, k)
	}
	a := w.load(n.a)
	w.f("  %%s%d = add i64 %%t%d, %%q%d\n  %%e%d = and i64 %%s%d, 65535\n  store i64 %%e%d, ptr %%v%d", k, a, k,
		k, k, k, n.a)
}
