// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// The callers of a coroutine: creation with arguments, statements that use a child, and the
// functions through which the runtime starts, resumes and inspects a coroutine.

import (
	"fmt"
	"strings"
)

// callCoro starts a coroutine with random arguments and returns its handle.
func (f *fn) callCoro(c *coro, depth string) string {
	args := []string{"i64 " + depth}
	out := ""
	if c.out {
		out = f.alloca("ptr", 1, 8)
		args = append(args, f.ptr()+" "+out)
	}
	for _, p := range c.params {
		switch p.k {
		case byValue:
			args = append(args, p.t.s+" "+f.pick(p.t).s)
		case byBuf:
			args = append(args, f.ptr()+" "+f.buf())
		case byCopy:
			s := &slot{name: f.alloca(p.t.s, 1, 8), t: p.t, count: 1, align: 8}
			f.zero(s.name, p.t.size, 8)
			for _, l := range p.t.leaves() {
				f.storeLeaf(s, l)
			}
			if f.o.Dialect == LLVM14 {
				args = append(args, fmt.Sprintf("%s* byval(%s) align 8 %s", p.t.s, p.t.s, f.op("bitcast i8* %s to %s*",
					s.name, p.t.s)))
			} else {
				args = append(args, fmt.Sprintf("ptr byval(%s) align 8 %s", p.t.s, s.name))
			}
		}
	}
	if c.out {
		f.op("call i32 %s(%s)", c.name, strings.Join(args, ", "))
		return f.loadPtr(out)
	}
	return f.op("call ptr %s(%s)", c.name, strings.Join(args, ", "))
}

// create fills an empty handle cell, unless the nesting of coroutines is too deep.
func (f *fn) create(c *coro, cell string) {
	empty := f.op("icmp eq ptr %s, null", f.loadPtr(cell))
	room := f.op("icmp sgt i64 %s, 0", f.c.depth)
	f.guard(f.op("and i1 %s, %s", empty, room), func() {
		f.storePtr(f.callCoro(c, f.op("sub i64 %s, 1", f.c.depth)), cell)
	})
}

// destroyIn destroys the coroutine whose handle is in a cell and empties the cell.
func (f *fn) destroyIn(cell string) {
	h := f.loadPtr(cell)
	f.guard(f.op("icmp ne ptr %s, null", h), func() {
		f.rt("llvm.coro.destroy", "ptr", "ptr %s", h)
		f.storePtr("null", cell)
	})
}

// resumeUnlessDone resumes a coroutine that is not at its end, and traces whether it was.
func (f *fn) resumeUnlessDone(h string) {
	done := f.rtVal("i1", "llvm.coro.done", "ptr", "ptr %s", h)
	f.note(f.op("zext i1 %s to i64", done))
	f.guard(f.op("xor i1 %s, true", done), func() { f.rt("llvm.coro.resume", "ptr", "ptr %s", h) })
}

// readPromise traces parts of a coroutine's promise.
func (f *fn) readPromise(c *coro, h string) {
	if c.promise == nil {
		return
	}
	p := f.rtVal("ptr", "llvm.coro.promise", "ptr, i32, i1", "ptr %s, i32 %d, i1 false", h, c.promAlign)
	for _, l := range c.promise.leaves() {
		f.trace(val{l.t, f.load(l.t, f.bytes(p, fmt.Sprint(l.off)), gcdAlign(c.promAlign, l.off))})
		if c.task {
			return // the rest is a handle
		}
	}
}

// childStmt writes one random operation on a child coroutine.
func (f *fn) childStmt() {
	st := f.c
	if f.chance(25) {
		// A child that does not outlive this statement, so its frame may be elided into ours.
		f.guard(f.op("icmp sgt i64 %s, 0", st.depth), func() {
			h := f.callCoro(st.child, f.op("sub i64 %s, 1", st.depth))
			for range f.n(3) {
				f.resumeUnlessDone(h)
			}
			f.readPromise(st.child, h)
			f.rt("llvm.coro.destroy", "ptr", "ptr %s", h)
		})
		return
	}
	f.create(st.child, st.childCell)
	for range 1 + f.n(2) {
		h := f.loadPtr(st.childCell)
		f.guard(f.op("icmp ne ptr %s, null", h), func() {
			f.resumeUnlessDone(h)
			f.readPromise(st.child, h)
		})
	}
	if f.chance(30) {
		f.destroyIn(st.childCell)
	}
}

// defineEntry writes the functions with which the runtime drives a coroutine.
func (g *gen) defineEntry(c *coro) {
	base := fmt.Sprintf("%sd%d", g.pre, len(g.rows))
	f := g.newFn(g.spell(fmt.Sprintf("define ptr @%s_start(i64 %%arg)", base)))
	f.cur = "entry"
	f.push(i64, "%arg")
	for range f.n(3) {
		f.expr()
	}
	h := f.callCoro(c, fmt.Sprint(f.n(3)))
	f.do("ret ptr %s", h)
	g.funcs = append(g.funcs, f.finish())

	one := func(name, ret string, body func(f *fn) string) string {
		f := g.newFn(g.spell(fmt.Sprintf("define %s @%s_%s(ptr %%h)", ret, base, name)))
		f.cur = "entry"
		f.do("ret %s", strings.TrimSpace(ret+" "+body(f)))
		g.funcs = append(g.funcs, f.finish())
		return "@" + base + "_" + name
	}
	r := row{name: c.name[1:], start: "@" + base + "_start"}
	r.resume = one("resume", "void", func(f *fn) string { f.rt("llvm.coro.resume", "ptr", "ptr %%h"); return "" })
	r.destroy = one("destroy", "void", func(f *fn) string { f.rt("llvm.coro.destroy", "ptr", "ptr %%h"); return "" })
	r.done = one("done", "i64", func(f *fn) string {
		return f.op("zext i1 %s to i64", f.rtVal("i1", "llvm.coro.done", "ptr", "ptr %%h"))
	})
	r.promise = one("promise", "void", func(f *fn) string { f.readPromise(c, "%h"); return "" })
	if c.eh {
		r.flags |= flagThrows
	}
	g.rows = append(g.rows, r)
}

// definePlain writes a function that uses a coroutine from its start to its end, so that elision
// can turn the frame into a stack object.
func (g *gen) definePlain(c *coro) {
	name := fmt.Sprintf("@%sd%d_plain", g.pre, len(g.rows))
	f := g.newFn(g.spell(fmt.Sprintf("define ptr %s(i64 %%arg)", name)))
	f.cur = "entry"
	f.push(i64, "%arg")
	h := f.callCoro(c, "1")
	for range f.n(4) {
		f.resumeUnlessDone(h)
		f.stmts(f.n(2), 1)
	}
	f.readPromise(c, h)
	f.rt("llvm.coro.destroy", "ptr", "ptr %s", h)
	f.do("ret ptr null")
	g.funcs = append(g.funcs, f.finish())
	g.rows = append(g.rows, row{name: name[1:], start: name, flags: flagPlain})
}
