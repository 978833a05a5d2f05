// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import "fmt"

// Functions: this file chooses the properties of coroutines, and the order of events in functions
// that use them. make.go generates their statements.

func (g *gen) coroutine() {
	f := &Func{Name: fmt.Sprintf("c%d", len(g.p.Funcs)), Kind: coro, Lazy: g.pct(60), Final: g.pct(65),
		Endless: g.pct(35), Test: g.in(2)}
	if !g.on("self-free") {
		f.Endless = f.Endless || !f.Final
	}
	if g.in(6) {
		f.Attr = " noinline"
	}
	f.Alloc = []int{0, 0, 0, 0, 0, 1, 2}[g.n(7)]
	var unwinds []int
	if g.on("plain-throw") {
		unwinds = append(unwinds, 0)
	}
	if g.on("unwind-end") {
		unwinds = append(unwinds, 1)
	}
	unwinds = append(unwinds, 2, 3)
	f.Unwind = pick(g, unwinds)
	if g.in(2) {
		if f.Promise = g.typ(); g.has("tell", 4) {
			f.Promise = where
		}
		if g.in(4) {
			f.Align = []int{16, 32, 64}[g.n(3)]
		}
	}
	if g.has("byval", 4) {
		f.Byval = pick(g, []*typ{types[0], types[2], types[13], types[16]})
	}
	g.begin(f)
	if g.on("self-out") {
		g.cells = append(g.cells, idCell)
	}
	if f.Promise != nil {
		g.objs, g.objT[idPromise] = append(g.objs, idPromise), f.Promise
	}
	if f.Byval != nil {
		g.objs, g.objT[idByval] = append(g.objs, idByval), f.Byval
	}
	g.left = 5 + g.n(18)
	if g.on("self-out") && g.in(4) {
		f.Body = append(f.Body, &Stmt{Op: opKeepHandle, A: idSelf, N: g.n(4)})
		if g.on("global") && g.in(2) {
			f.Body[0] = &Stmt{Op: opHandleOut, A: idSelf, N: g.n(plainPlaces)}
		}
	}
	if f.Promise == where && g.on("tell") && g.in(2) {
		f.Body = append(f.Body, &Stmt{Op: opStoreAddress, A: idPromise, B: pick(g, g.objs), M: g.n(3), N: g.n(1000)})
	}
	if g.has("await-self", 2) {
		f.Body = append(f.Body, g.await(&Stmt{N: g.n(1000)}))
	}
	f.Body = append(f.Body, g.block(2+g.n(5))...)
	if f.Endless {
		f.Body = append(f.Body, &Stmt{Op: opForever, Kids: [][]*Stmt{g.kid(3)}})
	}
	g.begin(f)
	if f.Promise != nil && g.in(2) {
		f.Dying = append(f.Dying, &Stmt{Op: opPeek, A: idPromise})
	}
	if f.Byval != nil && g.in(2) {
		f.Dying = append(f.Dying, &Stmt{Op: opPeek, A: idByval})
	}
	if g.has("destroy-throw", 10) {
		f.Dying = append(f.Dying, &Stmt{Op: opMayThrow, N: 55})
	}
	if f.Final && g.has("await-self", 3) {
		f.Last = []*Stmt{g.lastAwait()}
	}
	g.p.Funcs = append(g.p.Funcs, f)
}

func (g *gen) function(k Kind) {
	f := &Func{Name: fmt.Sprintf("f%d", len(g.p.Funcs)), Kind: k, Attr: []string{"", "", " noinline",
		" alwaysinline"}[g.n(4)]}
	g.begin(f)
	g.left = 6 + g.n(16)
	if k == consumer {
		g.handles = append(g.handles, idHandle)
	} else {
		g.cells = append(g.cells, idCell)
	}
	f.Body = g.lifetimes(k == user)
	if k == user && g.in(8) {
		f.Body = append(g.misleading(), f.Body...)
	}
	g.p.Funcs = append(g.p.Funcs, f)
}

// misleading returns a sequence that is rare at random: a handle escapes on a path that an analysis
// may miss, and is used after the function returns.
func (g *gen) misleading() []*Stmt {
	c := g.create()
	if c == nil {
		return nil
	}
	if g.on("aliases") && g.in(2) {
		// A variable is cleared through an alias that is older than the coroutine.
		a, b, p, h := g.next(), g.next(), g.next(), g.next()
		list := []*Stmt{{Op: opCellEither, ID: p, A: a, B: b, N: g.n(1000)}, c, {Op: opCellStore, A: a, B: c.ID},
			{Op: opCellTake, A: p, ID: h}}
		list = append(append(list, g.leak(h)...), &Stmt{Op: opCellReset, A: a})
		inner := &Stmt{Op: opCell, ID: b, M: g.n(2), Kids: [][]*Stmt{list}}
		return []*Stmt{{Op: opCell, ID: a, M: g.n(2), Kids: [][]*Stmt{{inner}}}}
	}
	for _, f := range g.p.Funcs {
		if f.Kind == coro && f.Promise == where && g.on("tell") {
			c.F = f // this coroutine may store its own address
		}
	}
	return []*Stmt{c, {Op: opResume, A: c.ID}, {Op: opPromise, A: c.ID, M: 4, N: 1, B: g.n(2)}}
}

// lifetimes returns the usual sequence: it creates coroutines, runs other statements, and destroys
// most coroutines.
func (g *gen) lifetimes(create bool) []*Stmt {
	var list []*Stmt
	if g.in(4) {
		list = append(list, g.stmt())
	}
	var mine []int
	if create {
		for range 1 + g.n(2) {
			if c := g.create(); c != nil {
				list = append(list, c)
				mine = append(mine, c.ID)
				if g.in(3) {
					list = append(list, g.leak(c.ID)...)
				}
			}
		}
	}
	if g.in(5) { // with a clean-up for exceptions, but no destroys in it
		list = append(list, &Stmt{Op: opCleanup, Kids: [][]*Stmt{append(g.kid(4), &Stmt{Op: opMayThrow, N: g.n(100)}),
			g.few()}})
	} else {
		list = append(list, g.block(1+g.n(5))...)
	}
	for _, h := range mine {
		if g.dead[h] && !g.in(8) {
			continue
		}
		if g.pct(88) {
			list = append(list, &Stmt{Op: opDestroy, A: h, M: []int{0, 0, 0, 0, 0, 1, 2}[g.n(7)]})
		}
	}
	return list
}
