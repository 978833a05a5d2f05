// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Generation: this file chooses statements and their order. A user or coroutine consists of idioms
// with random statements between them. For example, it creates a coroutine, a statement makes the
// handle escape, control leaves the function on some path, and the coroutine is destroyed.

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Features are the optional features of programs. A list of known failures turns them off by these
// names.
var Features = []string{
	"address-out",   // outside code keeps addresses in a frame (of objects, promises, awaiters)
	"aliases",       // a cell has several names
	"await",         // llvm.coro.await.suspend.*
	"await-plain",   // await_suspend is called between coro.save and coro.suspend
	"await-self",    // await_suspend uses the awaiter after it resumed, forwarded or destroyed the coroutine
	"await-throw",   // await_suspend throws
	"byval",         // byval parameters
	"calc",          // values that can be rematerialised, and consecutive suspends
	"callback",      // outside code calls back
	"cell-out",      // outside code knows cells
	"destroy-throw", // a destroyed coroutine throws before its frame is freed
	"elide-safe",    // calls marked coro_elide_safe
	"exit",          // the process ends
	"filler",        // large functions
	"global",        // handles in globals
	"integers",      // handles as integers, in arithmetic
	"longjmp",       // jumps out of functions
	"masked",        // masked stores of addresses
	"markers",       // lifetime markers
	"pad-suspend",   // suspends between a landing pad and its use
	"plain-throw",   // exceptions leave functions through plain calls
	"queue",         // handles in a queue that outside code drains
	"self-destroy",  // coroutines destroy themselves in their body
	"self-free",     // coroutines without a final suspend
	"self-out",      // coroutines let their own handles escape
	"setjmp",        // setjmp, and longjmp to it in the same activation
	"struct-handle", // handles passed and returned as structs, byval and as integers
	"tell",          // addresses and handles are stored in objects and promises, and loaded from them
	"spin",          // waiting for another thread
	"thread",        // another thread resumes
	"unwind-end",    // coro.end on the path of an exception
	"volatile",      // volatile and atomic cells
	"way-back",      // code between a suspend and the return to the resumer
}

type gen struct {
	r       *rand.Rand
	off     map[string]bool
	p       *Program
	f       *Func
	id      int
	vals    []int // by kind; those in scope
	valT    map[int]*typ
	handles []int
	dead    map[int]bool // probably destroyed
	made    map[int]*Func
	objs    []int
	objT    map[int]*typ
	cells   []int
	left    int
	depth   int
	wild    bool
}

// Generate returns the program of a seed, without the features in off.
func Generate(seed uint64, off ...string) *Program {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x4a5d)), off: map[string]bool{}, p: &Program{Seed: seed}, id: firstID}
	for _, w := range off {
		g.off[w] = true
	}
	g.newer(seed)
	g.valT, g.objT, g.made = map[int]*typ{}, map[int]*typ{}, map[int]*Func{}
	for range 1 + g.n(2) {
		g.coroutine()
	}
	if g.in(4) {
		g.function(consumer)
	}
	for range 1 + g.n(3) {
		g.function(user)
	}
	if g.in(3) {
		g.coroutine()
		g.function(user)
	}
	return g.p
}

func (g *gen) n(n int) int                 { return g.r.IntN(n) }
func (g *gen) in(n int) bool               { return g.r.IntN(n) == 0 }
func (g *gen) on(word string) bool         { return !g.off[word] }
func (g *gen) pct(p int) bool              { return g.r.IntN(100) < p }
func (g *gen) has(word string, n int) bool { return g.on(word) && g.in(n) }

func (g *gen) next() int { g.id++; return g.id }

func pick[T any](g *gen, list []T) (zero T) {
	if len(list) == 0 {
		return zero
	}
	return list[g.n(len(list))]
}

func (g *gen) typ() *typ {
	if g.in(3) {
		return types[g.n(3)]
	}
	return types[g.n(len(types))]
}

// live returns a handle that is probably alive, preferably a recent one.
func (g *gen) live() int {
	for range 4 {
		h := pick(g, g.handles)
		if h != 0 && !g.dead[h] {
			return h
		}
	}
	return pick(g, g.handles)
}

func (g *gen) begin(f *Func) {
	g.f = f
	g.vals, g.handles, g.objs, g.cells, g.dead = []int{idN}, nil, nil, nil, map[int]bool{}
	g.valT[idN] = types[0]
	g.depth = 0
	g.wild = g.in(3)
}

// kid returns a nested block.
func (g *gen) kid(n int) []*Stmt {
	v, h, o, c := len(g.vals), len(g.handles), len(g.objs), len(g.cells)
	g.depth++
	list := g.block(1 + g.n(n))
	g.depth--
	g.vals, g.handles, g.objs, g.cells = g.vals[:v:v], g.handles[:h:h], g.objs[:o:o], g.cells[:c:c]
	return list
}

func (g *gen) block(n int) []*Stmt {
	var list []*Stmt
	for range n {
		if g.left <= 0 {
			break
		}
		g.left--
		list = append(list, g.stmt())
	}
	return list
}

// few returns a nested block that only reads, for the return after a suspend and for destroy parts.
func (g *gen) few() []*Stmt {
	var list []*Stmt
	for range g.n(3) {
		switch g.n(5) {
		case 0, 1:
			list = append(list, &Stmt{Op: opShow, A: pick(g, g.vals)})
		case 2:
			list = append(list, &Stmt{Op: opPeek, A: pick(g, g.objs)})
		case 3:
			t := g.typ()
			id := g.next()
			list = append(list, &Stmt{Op: opObject, ID: id, T: t, M: g.marks(), N: g.n(100),
				Kids: [][]*Stmt{{{Op: opPoke, A: id, N: g.n(100)}, {Op: opPeek, A: id}}}})
		case 4:
			list = append(list, &Stmt{Op: opMake, ID: g.next(), T: g.typ(), N: g.n(1000)})
		}
	}
	return list
}

// marks returns random lifetime markers and alignment for an object.
func (g *gen) marks() int {
	m := g.n(8)
	if g.in(6) {
		m |= 8
	}
	if !g.on("markers") {
		m &^= 3
	}
	return m
}

func (g *gen) create() *Stmt {
	var list []*Func
	for _, f := range g.p.Funcs {
		if f.Kind == coro {
			list = append(list, f)
		}
	}
	if g.f.Kind == coro && g.in(6) {
		list = []*Func{g.f}
	}
	f := pick(g, list)
	if f == nil {
		return nil
	}
	s := &Stmt{Op: opCreate, ID: g.next(), F: f, M: g.n(6), N: g.n(32), A: pick(g, g.handles), B: pick(g, g.cells)}
	if g.f.Kind == coro && g.has("elide-safe", 4) {
		s.M = 7
	}
	g.handles = append(g.handles, s.ID)
	g.made[s.ID] = f
	return s
}

// leak returns statements through which a handle escapes.
func (g *gen) leak(h int) []*Stmt {
	var escapes []*Stmt
	if g.on("global") {
		k := g.n(plainPlaces)
		m := g.n(2)
		if g.on("integers") {
			k, m = g.n(plainPlaces+3), []int{0, 1, 4, 5}[g.n(4)]
		}
		if g.on("volatile") && g.in(3) {
			m = 2 + g.n(2)
		}
		if g.has("struct-handle", 2) {
			k, m = g.n(plainPlaces), 6+g.pass()
		}
		escapes = append(escapes, &Stmt{Op: opHandleOut, A: h, N: k, M: m}, &Stmt{Op: opHandleOut, A: h, N: k, M: m})
	}
	escapes = append(escapes, &Stmt{Op: opKeepHandle, A: h, N: g.n(4)})
	if len(g.cells) > 0 {
		escapes = append(escapes, &Stmt{Op: opCellStore, A: pick(g, g.cells), B: h})
	}
	if g.on("address-out") {
		escapes = append(escapes, &Stmt{Op: opPromise, A: h, M: 3, N: 1 + g.n(4)})
	}
	return []*Stmt{pick(g, escapes)}
}

// weights are the relative frequencies of statements, in all functions and in coroutines.
var weights = []weightsEntry{
	{opMake, 3, 10, ""}, {opShow, 3, 12, ""}, {opIf, 8, 7, ""},
	{opLoop, 5, 5, ""}, {opSwitch, 2, 2, ""}, {opFiller, 0, 0, "filler"},
	{opObject, 3, 12, ""}, {opPoke, 1, 5, ""}, {opPeek, 1, 6, ""}, {opLoad, 1, 5, ""},
	{opStore, 1, 4, ""}, {opPart, 1, 3, ""}, {opCopy, 0, 2, ""},
	{opKeep, 0, 5, "address-out"}, {opGive, 0, 5, "address-out"},
	{opRestart, 0, 3, "markers"}, {opKeptPeek, 3, 2, "address-out"},
	{opKeptPoke, 3, 2, "address-out"}, {opGivenUse, 2, 2, "address-out"}, {opAwaiter, 0, 3, "address-out"},
	{opStoreAddress, 2, 4, "tell"}, {opUseAddress, 2, 2, "tell"},
	{opCreate, 10, 4, ""}, {opChain, 7, 2, ""}, {opHandleOut, 5, 2, "global"},
	{opHandleIn, 3, 1, "global"}, {opKeepHandle, 2, 1, ""},
	{opKeptHandle, 2, 1, ""}, {opResume, 18, 4, ""}, {opDestroy, 4, 1, ""},
	{opDone, 2, 1, ""}, {opDrain, 4, 1, ""}, {opPromise, 6, 2, ""},
	{opCell, 8, 3, ""}, {opCellStore, 7, 2, ""}, {opCellLoad, 5, 1, ""},
	{opCellTake, 4, 1, ""}, {opCellMove, 3, 1, ""}, {opCellSwap, 2, 0, ""},
	{opCellReset, 5, 1, ""}, {opCellCopy, 1, 0, ""}, {opCellEither, 4, 1, "aliases"},
	{opCellOut, 3, 1, "cell-out"}, {opHeldUse, 3, 1, "cell-out"},
	{opCall, 5, 2, ""}, {opConsume, 3, 1, ""}, {opSetCallback, 2, 1, "callback"}, {opRunCallback, 2, 1, "callback"},
	{opTry, 4, 4, ""}, {opCleanup, 3, 3, ""}, {opMayThrow, 8, 7, ""},
	{opThrow, 1, 1, ""}, {opJump, 3, 1, "longjmp"}, {opExit, 1, 1, "exit"},
	{opReturn, 3, 2, ""}, {opSpin, 1, 0, "spin"}, {opSuspend, 0, 26, ""},
	{opAwait, 0, 22, "await-self"}, {opThread, 4, 2, "thread"}, {opQueue, 3, 2, "queue"},
	{opQueueRun, 4, 1, "queue"}, {opReturning, 5, 5, "setjmp"},
	{opCalc, 3, 10, "calc"}, {opSeveral, 0, 6, "calc"},
}

func (g *gen) op() Op {
	for {
		sum := 0
		for _, w := range weights {
			if w.feature == "" || g.on(w.feature) {
				sum += w.of(g.f.Kind)
			}
		}
		k := g.n(sum)
		for _, w := range weights {
			if w.feature == "" || g.on(w.feature) {
				if k -= w.of(g.f.Kind); k < 0 {
					return w.op
				}
			}
		}
	}
}

func (g *gen) stmt() *Stmt {
	s := &Stmt{Op: g.op(), N: g.n(1000), A: 0}
	if g.on("filler") && g.in(10000) {
		return &Stmt{Op: opFiller, N: 600 + g.n(400)}
	}
	nested := s.Op == opIf || s.Op == opLoop || s.Op == opSwitch || s.Op == opTry || s.Op == opCleanup ||
		s.Op == opObject || s.Op == opCell || s.Op == opStoreAddress ||
		s.Op == opAwait || s.Op == opReturning
	if nested && g.depth > 3 {
		s.Op = opShow
	}
	switch s.Op {
	case opMake:
		s.ID, s.T = g.next(), g.typ()
		g.vals, g.valT[s.ID] = append(g.vals, s.ID), s.T
	case opShow:
		s.A = pick(g, g.vals)
	case opIf:
		s.M = g.n(4)
		s.A, s.B = g.live(), g.live()
		if g.in(3) {
			s.ID, s.T, s.A = g.next(), g.typ(), 0
			s.N = s.N / 5 * 5
			if s.Kids = [][]*Stmt{g.kid(3), g.kid(3)}; g.in(2) {
				id := g.next()
				s.Kids[0] = append(s.Kids[0], &Stmt{Op: opMake, ID: id, T: s.T, N: g.n(100)})
			}
			s.A, s.B = g.ofType(s.T), g.ofType(s.T)
			g.vals, g.valT[s.ID] = append(g.vals, s.ID), s.T
			break
		}
		s.Kids = [][]*Stmt{g.kid(3), nil}
		if g.in(2) {
			s.Kids[1] = g.kid(3)
		}
	case opLoop:
		s.N = 1 + g.n(3)
		if g.in(2) {
			s.ID, s.T = g.next(), g.typ()
			s.A = g.ofType(s.T)
			g.valT[s.ID] = s.T
			g.vals = append(g.vals, s.ID)
			s.Kids = [][]*Stmt{g.kid(4)}
			g.vals = g.vals[:len(g.vals)-1]
			break
		}
		s.Kids = [][]*Stmt{g.kid(4)}
		if g.on("global") && g.in(2) {
			s.Kids[0] = append(g.rounds(), s.Kids[0]...)
		}
	case opSwitch:
		s.Kids = [][]*Stmt{g.kid(2), g.kid(2), g.kid(2)}
	case opObject:
		s.ID, s.T, s.M = g.next(), g.typ(), g.marks()
		if g.f.Kind == coro && g.in(3) { // of a size that lets objects share bytes of the frame
			s.T = types[[]int{0, 2, 16}[g.n(3)]]
		}
		s.A = g.ofType(s.T)
		g.objT[s.ID] = s.T
		g.objs = append(g.objs, s.ID)
		first := []*Stmt{}
		if s.T.whole() && g.f.Kind == coro && g.on("address-out") && g.in(3) {
			first = append(first, g.addressOut(s.ID))
		}
		s.Kids = [][]*Stmt{append(first, g.kid(5)...)}
		g.objs = g.objs[:len(g.objs)-1]
		if g.f.Kind == coro && g.in(2) {
			s.Kids[0] = append(s.Kids[0], &Stmt{Op: opPeek, A: s.ID})
		}
	case opPoke, opPeek, opRestart:
		s.A = pick(g, g.objs)
	case opLoad:
		s.A = pick(g, g.objs)
		if s.A != 0 {
			s.ID = g.next()
			g.vals, g.valT[s.ID] = append(g.vals, s.ID), g.objT[s.A]
		}
	case opPart:
		s.A, s.M = pick(g, g.objs), g.n(2)
	case opStore, opCopy:
		s.A = pick(g, g.objs)
		if s.A != 0 && s.Op == opStore {
			s.B = g.ofType(g.objT[s.A])
		} else {
			s.B = pick(g, g.objs)
		}
	case opKeep, opGive:
		return g.addressOut(pick(g, g.objs))
	case opGivenUse:
		s.M = g.n(2)
	case opStoreAddress, opUseAddress:
		var there []int
		for _, o := range g.objs {
			if g.objT[o] == where {
				there = append(there, o)
			}
		}
		if s.A, s.M = pick(g, there), g.n(5); s.Op == opUseAddress {
			break
		}
		s.M = g.n(3)
		if s.B = g.live(); s.M == 1 {
			s.B = pick(g, g.objs)
		}
		if s.A == 0 { // there is none yet
			o := &Stmt{Op: opObject, ID: g.next(), T: where, M: g.marks(), N: s.N}
			g.objT[o.ID] = where
			g.objs = append(g.objs, o.ID)
			s.A = o.ID
			o.Kids = [][]*Stmt{append([]*Stmt{s}, append(g.kid(4), &Stmt{Op: opUseAddress, A: o.ID, M: g.n(5),
				N: g.n(1000)})...)}
			g.objs = g.objs[:len(g.objs)-1]
			return o
		}
	case opAwaiter:
		s.A, s.M = idSelf, g.n(4)
		if g.in(3) {
			s.A = g.live()
		}
		if !g.on("markers") {
			s.M &^= 1
		}
		s.Kids = [][]*Stmt{g.kid(4)}
	case opCreate:
		if c := g.create(); c != nil {
			return c
		}
		s.Op, s.A = opShow, idN
	case opChain:
		s.A, s.B, s.ID = g.live(), g.live(), g.next()
		s.N = g.chain()
		if g.in(3) {
			s.B = s.A
		}
		g.handles = append(g.handles, s.ID)
		if s.N%20 != 1 && s.N%20 != 2 {
			g.made[s.ID] = g.made[s.A]
		}
	case opHandleOut:
		h := g.live()
		if g.f.Kind == coro && g.on("self-out") && g.in(2) {
			h = idSelf
		}
		return g.leak(h)[0]
	case opHandleIn, opKeptHandle:
		s.ID, s.M = g.next(), 0
		if g.on("volatile") {
			s.M = g.n(3)
		}
		id, op := s.ID, opResume
		if g.in(3) {
			op = opDestroy
		}
		// Use a handle from outside code immediately.
		return &Stmt{Op: opIf, N: 1, M: g.n(2), Kids: [][]*Stmt{{s, {Op: op, A: id, M: 1}}, nil}}
	case opKeepHandle:
		s.A = g.live()
		if g.f.Kind == coro && g.on("self-out") && g.in(2) {
			s.A = idSelf
		}
	case opResume:
		s.A = g.live()
		s.M = []int{0, 0, 1, 1, 3}[g.n(5)]
		if f := g.made[s.A]; f == nil || g.dead[s.A] {
			s.M = 1
		} else if f.Endless {
			s.M = []int{0, 0, 0, 0, 1}[g.n(5)]
		}
	case opDestroy:
		s.A = g.live()
		s.M = []int{0, 0, 1, 2}[g.n(4)]
		if g.dead[s.A] || g.made[s.A] == nil {
			s.M = 1
		}
		if g.depth == 0 {
			g.dead[s.A] = true
		}
	case opDone:
		s.A = g.live()
	case opDrain:
		s.A, s.M = g.live(), 1+g.n(2)
		if f := g.made[s.A]; f != nil && f.Final && !f.Endless && !g.dead[s.A] && g.in(2) {
			s.M = 0
		}
		if g.dead[s.A] || g.made[s.A] == nil || !g.made[s.A].Final {
			s.M = 2
		}
	case opPromise:
		s.A, s.M = g.live(), g.n(3)
		s.N = s.N*3 + 1
		if g.dead[s.A] {
			s.N--
		}
		if g.on("address-out") && g.in(4) {
			s.M = 3
		}
		if f := g.made[s.A]; f != nil && f.Promise == where && g.has("tell", 2) {
			s.M, s.B = 4, g.n(5)
		}
	case opCell:
		s.ID, s.M, s.N = g.next(), g.n(2), g.n(2)
		g.cells = append(g.cells, s.ID, s.ID)
		s.Kids = [][]*Stmt{g.kid(6)}
		g.cells = g.cells[:len(g.cells)-2]
		if g.in(5) {
			// Destroy the last one here; only other code knows the earlier ones.
			if list := g.rounds(); list != nil {
				list = append(list, &Stmt{Op: opCellStore, A: s.ID, B: list[2].ID})
				s.Kids[0] = append([]*Stmt{{Op: opLoop, N: 2 + g.n(2), Kids: [][]*Stmt{list}}}, s.Kids[0]...)
				if g.in(2) {
					s.Kids[0] = append(s.Kids[0], &Stmt{Op: opCellReset, A: s.ID})
				}
			}
		} else if g.has("cell-out", 5) {
			// Outside code that knows the cell clears it, and other code has the
			// handle.
			if c := g.create(); c != nil {
				k := g.n(4)
				list := []*Stmt{c, {Op: opCellStore, A: s.ID, B: c.ID}, {Op: opCellOut, A: s.ID, N: k}}
				if g.in(2) {
					list[1], list[2] = list[2], list[1]
				}
				list = append(append(list, g.leak(c.ID)...), &Stmt{Op: opHeldUse, N: k})
				s.Kids[0] = append(list, s.Kids[0]...)
				if g.in(2) {
					s.Kids[0] = append(s.Kids[0], &Stmt{Op: opCellReset, A: s.ID})
				}
				g.handles = g.handles[:len(g.handles)-1]
			}
		} else if len(s.Kids[0]) > 0 && g.pct(60) {
			g.cells = append(g.cells, s.ID)
			if c := g.create(); c != nil {
				s.Kids[0] = slices.Insert(s.Kids[0], 0, c, &Stmt{Op: opCellStore, A: s.ID, B: c.ID})
				g.handles = g.handles[:len(g.handles)-1]
			}
			g.cells = g.cells[:len(g.cells)-1]
		}
	case opCellStore:
		s.A, s.B = pick(g, g.cells), g.live()
		if g.f.Kind == coro && g.on("self-out") && g.in(3) {
			s.B = idSelf
		}
		if g.depth == 0 && g.in(2) {
			g.dead[s.B] = true // its owner destroys it
		}
	case opCellLoad, opCellTake:
		s.A, s.ID = pick(g, g.cells), g.next()
		g.handles = append(g.handles, s.ID)
	case opCellMove, opCellSwap, opCellCopy:
		s.A, s.B = pick(g, g.cells), pick(g, g.cells)
	case opCellReset:
		s.A = pick(g, g.cells)
	case opCellEither:
		s.A, s.B, s.ID, s.N = pick(g, g.cells), pick(g, g.cells), g.next(), g.chain()
		if g.in(2) {
			s.N = 1 + g.n(2)
		}
		g.cells = append(g.cells, s.ID)
	case opCellOut:
		s.A = pick(g, g.cells)
	case opHeldUse:
		s.M = g.n(3)
	case opCall, opSetCallback:
		s.F, s.A = g.callee(user), pick(g, g.cells)
		s.M = g.n(5)
		if s.M == 4 && !g.on("longjmp") || (s.M == 2 || s.M == 3) && !g.on("callback") {
			s.M = 0
		}
		if s.F == nil {
			s.Op, s.A = opShow, idN
		}
	case opConsume:
		s.F, s.A = g.callee(consumer), g.live()
		if s.F == nil {
			s.Op, s.A = opShow, idN
		}
	case opTry:
		s.Kids = [][]*Stmt{g.kid(5), g.kid(2)}
		if g.has("pad-suspend", 3) {
			s.M = 1
		}
		if !mayThrow(s.Kids[0]) {
			s.Kids[0] = append(s.Kids[0], &Stmt{Op: opMayThrow, N: g.n(100)})
		}
	case opCleanup:
		s.Kids = [][]*Stmt{g.kid(5), g.few()}
		if h := g.live(); h != 0 && g.in(2) {
			s.Kids[1] = append(s.Kids[1], &Stmt{Op: opDestroy, A: h, M: g.n(2)})
		}
	case opExit:
		if !g.in(4) {
			s.Op = opShow
			s.A = idN
		}
	case opMayThrow, opThrow:
		if g.f.Kind != coro && !g.on("plain-throw") {
			s.Op, s.A = opShow, idN
		}
		if s.Op == opThrow {
			if g.pct(70) {
				s.Op = opMayThrow
			}
			s.M = g.n(2)
		}
	case opReturn:
		s.M = g.n(2)
		s.A = g.live()
		if g.in(3) {
			s.N = 2
		}
	case opSpin:
		s.M, s.N = g.n(3), g.n(2)
		if !g.on("volatile") && s.M == 1 {
			s.M = 0
		}
	case opSuspend:
		s.M = []int{0, 0, 0, 1, 1, 2}[g.n(6)]
		if g.has("await", 5) {
			s.M = 5 + g.n(3)
			s.A = g.n(12)
			s.N = g.n(1000)
			switch {
			case s.N%7 == 1 && !g.on("self-destroy"), s.N%7 != 5 && s.N%7 != 6 && !g.on("self-out"),
				s.N%7 == 4 && !g.on("address-out"):
				s.N = 5
			}
		}
		s.Kids = [][]*Stmt{nil, nil}
		if g.has("way-back", 4) {
			s.Kids[0] = g.few()
		}
		if g.in(2) {
			s.Kids[1] = g.few()
		}
		if !g.on("plain-throw") {
			break
		}
		if g.has("destroy-throw", 25) {
			s.Kids[1] = append(s.Kids[1], &Stmt{Op: opMayThrow, N: 66})
		}
	case opAwait:
		return g.await(s)
	case opReturning:
		return g.returning(s)
	case opThread, opQueue:
		s.A, s.M = g.live(), 1
		if f := g.made[s.A]; f != nil && f.Endless && !g.dead[s.A] {
			s.M = g.n(2)
		}
		if g.f.Kind == coro && s.Op == opQueue && g.on("self-out") && g.in(2) {
			s.A = idSelf
		}
	case opQueueRun:
		s.N = 1 + g.n(3)
	case opCalc:
		s.A, s.ID, s.M = g.ofType(types[0]), g.next(), g.n(calcs)
		g.vals, g.valT[s.ID] = append(g.vals, s.ID), types[0]
	case opSeveral:
		return g.adjacent(s)
	}
	return s
}

type weightsEntry struct {
	op         Op
	user, coro int
	feature    string
}

// rounds returns a loop body after which globals hold the handles of two iterations: a new handle
// replaces the last one, which moves to another global.
func (g *gen) rounds() []*Stmt {
	k := g.n(plainPlaces)
	old := g.next()
	if !g.on("global") {
		return nil
	}
	handles := len(g.handles)
	c := g.create()
	g.handles = g.handles[:handles]
	if c == nil {
		return nil
	}
	list := []*Stmt{{Op: opHandleIn, ID: old, N: k}, {Op: opHandleOut, A: old, N: (k + 1) % plainPlaces}, c}
	if g.in(2) {
		list = append(list, &Stmt{Op: opPromise, A: c.ID, M: 1, N: 1})
	}
	list = append(list, &Stmt{Op: opHandleOut, A: c.ID, N: k})
	switch g.n(4) {
	case 0:
		list = append(list, &Stmt{Op: opResume, A: c.ID, M: 1})
	case 1:
		list = append(list, &Stmt{Op: opIf, N: 1, M: g.n(2), Kids: [][]*Stmt{{{Op: opDestroy, A: c.ID}}, nil}})
	}
	return list
}

func (w *weightsEntry) of(k Kind) int {
	if k == coro {
		return w.coro
	}
	return w.user
}

// ofType returns a value of a type, or 0 if there is none.
func (g *gen) ofType(t *typ) int {
	var list []int
	for _, v := range g.vals {
		if g.valT[v] == t {
			list = append(list, v)
		}
	}
	return pick(g, list)
}

// addressOut returns a statement through which the address of an object escapes.
func (g *gen) addressOut(o int) *Stmt {
	s := &Stmt{Op: opKeep, A: o, N: g.n(1000)}
	if g.in(2) {
		s.Op, s.M = opGive, g.n(6)
		if (s.M == 1 || s.M == 2) && !g.on("masked") || s.M == 3 && !g.on("integers") || s.M == 4 && !g.on("volatile") {
			s.M = 0
		}
	}
	return s
}

// chain returns the number of a random chain: code that forwards a pointer.
func (g *gen) chain() int {
	if g.has("struct-handle", 3) {
		return structChains + 2*passes + g.pass() + passes*g.n(2)
	}
	for {
		k := g.n(20)
		switch k {
		case 3, 4, 5, 16, 19:
			if !g.on("integers") {
				continue
			}
		case 9, 18:
			if !g.on("volatile") {
				continue
			}
		}
		return k
	}
}

func (g *gen) callee(k Kind) *Func {
	var list []*Func
	for _, f := range g.p.Funcs {
		if f.Kind == k {
			list = append(list, f)
		}
	}
	if g.f.Kind == k && g.in(4) {
		list = append(list, g.f)
	}
	return pick(g, list)
}

func mayThrow(list []*Stmt) bool {
	for _, s := range list {
		switch s.Op {
		case opMayThrow, opThrow, opCall, opResume, opDestroy:
			return true
		}
	}
	return false
}

// Known reports whether a word names a feature.
func Known(word string) bool { return slices.Contains(Features, word) }

// FeatureList returns the list of features, for help texts.
func FeatureList() string { return strings.Join(Features, " ") }
