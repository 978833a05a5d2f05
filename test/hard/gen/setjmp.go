// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// setjmp, and longjmp to it in the same activation. Values that the second return needs must
// survive from the first return.

// returning generates a setjmp. The statements after its first return do not change older
// variables, because C leaves their values undefined after longjmp.
func (g *gen) returning(s *Stmt) *Stmt {
	s.Op, s.ID = opReturning, g.next()
	objs, cells := g.objs, g.cells
	g.objs, g.cells = nil, nil
	first := g.kid(4)
	g.objs, g.cells = objs, cells
	at := g.n(len(first) + 1)
	jump := []*Stmt{{Op: opGoBack, A: s.ID, M: g.n(2)}}
	var before, needed []*Stmt
	if g.f.Kind == coro && g.pct(70) {
		// Values in the frame, and others that are created when the first are dead.
		for range 1 + g.n(3) {
			m := &Stmt{Op: opMake, ID: g.next(), T: types[0], N: g.n(1000)}
			before, needed = append(before, m), append(needed, &Stmt{Op: opShow, A: m.ID})
		}
		before = append(before, &Stmt{Op: opSuspend, M: g.n(2), Kids: [][]*Stmt{nil, nil}})
		over := g.overlay(types[0])
		if n := len(over); n > 1 {
			for k, x := range over {
				if x.Op == opSuspend { // after a suspend the activation is a different one
					jump = append(append([]*Stmt{}, over[:k]...), append(jump, over[k:]...)...)
					break
				}
			}
		} else {
			jump = append(jump, over...)
		}
	}
	first = append(append(append([]*Stmt{}, first[:at]...), jump...), first[at:]...)
	second := append(needed, g.kid(3)...)
	if g.in(2) {
		second = append(second, &Stmt{Op: opPeek, A: pick(g, g.objs)})
	}
	s.Kids = [][]*Stmt{first, second}
	if before != nil {
		return &Stmt{Op: opSeveral, Kids: [][]*Stmt{append(before, s)}}
	}
	return s
}

func (e *printer) returning(s *Stmt) {
	buf := e.alloca("jb", "[32 x i64]", 16)
	self := "null"
	if e.f.Kind == coro {
		self = "%hdl"
	}
	e.witnessCall("returning(ptr %s, ptr %s)", buf, self)
	r := e.op("call i32 @_setjmp(ptr %s) returns_twice", buf)
	first, second, join := e.label("first"), e.label("second"), e.label("join")
	e.end("br i1 %s, label %%%s, label %%%s", e.op("icmp eq i32 %s, 0", r), first, second)
	e.start(first)
	old := e.buffers
	e.buffers = map[int]string{s.ID: buf}
	for id, b := range old {
		e.buffers[id] = b
	}
	e.scope(s.Kids[0])
	e.buffers = old
	reached := e.cur != ""
	e.br(join)
	e.start(second)
	e.witnessCall("returned(ptr %s)", buf)
	e.scope(s.Kids[1])
	reached = reached || e.cur != ""
	if e.br(join); reached {
		e.start(join)
	}
}

// goBack prints a longjmp to a setjmp on some paths.
func (e *printer) goBack(s *Stmt) {
	buf := e.buffers[s.A]
	if buf == "" {
		return
	}
	if s.M == 1 {
		e.do("call void @rt_may_go_back(ptr %s)", buf)
		return
	}
	e.when(e.query("back(ptr %s)", buf), func() {
		e.do("call void @rt_go_back(ptr %s) noreturn nounwind", buf)
		e.end("unreachable")
	})
}
