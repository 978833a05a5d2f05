// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package random

// The model. It runs a program on frames and handles that track whether they are alive. A statement
// that uses a dead frame, resumes a running one, or names a variable that no longer exists is a
// fault. repair removes such statements until the program has none.

import (
	"fmt"
	"iter"
)

type frameState uint8

const (
	suspended frameState = iota
	running
	done
	dead
)

type frame struct {
	fn      *function
	state   frameState
	started bool
	act     *act
	next    func() (event, bool)
	stop    func()
	cont    *frame
	killer  *stmt
}

type event struct {
	kind byte // s: suspend; t: transfer; k: kill; f: final; x: thrown
	to   *frame
}

type slot struct {
	f    *frame
	gone bool
	own  bool
	last *stmt // that wrote it
}

// act is one call of a function.
type act struct {
	fn    *function
	x, d  int
	vars  map[string]*slot
	loops map[string]int
	self  *frame
	yield func(event) bool
	ret   *frame
	scope [][]*slot
	param []*slot
}

type outcome uint8

const (
	goesOn outcome = iota
	breaks
	continues
	returns
	jumps
	thrown
	killed
)

// maxSteps limits the number of statements that a program executes, and so its run time.
const maxSteps = 3000

type world struct {
	global [3]*slot
	steps  int
	label  string
	frames []*frame
	over   bool
}

// fault names the faulty statement.
type fault struct{ s *stmt }

func (w *world) fault(s *stmt) { panic(fault{s}) }

// inputs is the number of calls of each function, with the arguments 0 to inputs-1.
const inputs = 4

// repair fixes or removes statements until the program is well-defined.
func (p *Program) repair() {
	for tries := 1; ; tries++ {
		s, bad := p.try()
		if !bad {
			return
		}
		if s == nil || tries > 1000 { // most functions take less than 50
			p.funcs = p.funcs[:len(p.funcs)-1] // too many steps, a fault of main, or repairs that undo each other
			tries = 0
			continue
		}
		s.fix(p.r)
	}
}

func (p *Program) try() (s *stmt, bad bool) {
	w := &world{}
	p.acts = map[string]int{}
	for k := range w.global {
		w.global[k] = &slot{}
	}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(fault)
			if !ok {
				panic(r)
			}
			s, bad = f.s, true
		}
		w.over = true
		for _, f := range w.frames {
			f.stop()
		}
	}()
	for _, f := range p.funcs {
		for x := range inputs {
			acts := w.root(f, x)
			for k, v := range w.global {
				if v.f != nil && v.f.state != dead {
					acts |= 4 << k
				}
			}
			p.acts[fmt.Sprint(f.name, x)] = acts
		}
	}
	return nil, false
}

// root simulates main's call of a function.
func (w *world) root(f *function, x int) (acts int) {
	m := &act{vars: map[string]*slot{}, loops: map[string]int{}, x: x, d: 1}
	st := &stmt{op: opCall, fn: f}
	for k, kind := range f.params {
		name := fmt.Sprintf("m%d", k)
		m.vars[name] = &slot{own: kind == 'o' || kind == 'q'}
		st.args = append(st.args, arg{kind: kind, at: place{key: name}})
	}
	defer func() {
		if r := recover(); r != nil {
			if fl, ok := r.(fault); ok && fl.s == st {
				panic(fault{nil})
			}
			panic(r)
		}
	}()
	fr, out := w.invoke(m, st)
	if out == thrown || !f.coro {
		w.dropAll(m)
		return 0
	}
	// main resumes the coroutine once and destroys it if that is valid.
	if fr.state == suspended {
		w.resume(fr, st)
		acts = 1
	}
	if fr.state == suspended || fr.state == done {
		w.destroy(fr, st)
		acts |= 2
	}
	w.dropAll(m)
	return acts
}

func (w *world) dropAll(m *act) {
	for k := len(m.vars) - 1; k >= 0; k-- {
		w.drop(m.vars[fmt.Sprintf("m%d", k)])
	}
}

// drop ends a variable's lifetime.
func (w *world) drop(s *slot) {
	s.gone = true
	if !s.own || s.f == nil || w.over {
		return
	}
	f := s.f
	if f.state == dead || f.state == running {
		if f.state == dead && f.killer != nil {
			w.fault(f.killer)
		}
		w.fault(s.last)
	}
	w.destroy(f, s.last)
}

func (w *world) destroy(f *frame, s *stmt) {
	if f == nil || f.state == dead || f.state == running {
		w.fault(s)
	}
	f.state, f.killer = dead, s
	f.stop()
	if !f.started {
		w.dropParams(f.act)
	}
}

func (w *world) dropParams(a *act) {
	for k := len(a.param) - 1; k >= 0; k-- {
		w.drop(a.param[k])
	}
}

// resume runs a coroutine, and those that it transfers to, until one suspends.
func (w *world) resume(f *frame, s *stmt) outcome {
	for cur := f; ; {
		if cur == nil || cur.state != suspended {
			w.fault(s)
		}
		cur.state, cur.started = running, true
		ev, _ := cur.next()
		switch ev.kind {
		case 's':
			cur.state = suspended
			return goesOn
		case 't':
			cur.state = suspended
			cur = ev.to
		case 'k':
			cur.state = suspended
			w.destroy(ev.to, s)
			return goesOn
		case 'x':
			cur.state = done
			return thrown
		case 'f':
			cur.state = done
			if cur.fn.final == 0 {
				w.destroy(cur, s)
				return goesOn
			}
			if cur.cont == nil {
				return goesOn
			}
			cur = cur.cont
		}
	}
}

// invoke calls a function or creates a coroutine.
func (w *world) invoke(a *act, s *stmt) (*frame, outcome) {
	f := s.fn
	d := a.d
	if s.self {
		d--
	}
	b := &act{fn: f, x: a.x ^ s.xor, d: d, vars: map[string]*slot{}, loops: map[string]int{}}
	for k, g := range s.args {
		from := w.at(a, g.at, s)
		name := fmt.Sprintf("r%d", k)
		switch g.kind {
		case 'r', 'p', 'q':
			b.vars[name] = from
			continue
		}
		v := &slot{f: from.f, own: g.kind == 'o', last: s}
		if g.kind == 'o' || g.take {
			from.f = nil
		}
		b.vars[name] = v
		b.param = append(b.param, v)
	}
	if !f.coro {
		out := w.block(b, f.body)
		w.dropParams(b)
		if out == thrown {
			return nil, thrown
		}
		return b.ret, goesOn
	}
	fr := &frame{fn: f, act: b}
	b.self = fr
	w.frames = append(w.frames, fr)
	fr.next, fr.stop = iter.Pull(func(yield func(event) bool) {
		b.yield = yield
		switch out := w.block(b, f.body); {
		case out == killed:
		case out == thrown && f.throws:
			yield(event{kind: 'x'})
		default:
			yield(event{kind: 'f'})
		}
		if !w.over {
			w.dropParams(b)
		}
	})
	if f.eager {
		return fr, w.resume(fr, s)
	}
	return fr, goesOn
}

func (w *world) at(a *act, p place, s *stmt) *slot {
	if p.key[0] == 'G' {
		return w.global[p.key[1]-'0']
	}
	key := p.key
	switch p.dyn {
	case 1:
		key = fmt.Sprintf("%s#%d", key, a.x>>p.bit&1)
	case 2:
		key = fmt.Sprintf("%s#%d", key, a.loops[p.loop]&1)
	}
	v := a.vars[key]
	if v == nil || v.gone {
		w.fault(s)
	}
	return v
}

func (w *world) block(a *act, list []*stmt) (out outcome) {
	a.scope = append(a.scope, nil)
	for _, s := range list {
		if s.gone {
			continue
		}
		if w.steps++; w.steps > maxSteps {
			panic(fault{nil})
		}
		if out = w.stmt(a, s); out != goesOn {
			break
		}
	}
	n := len(a.scope) - 1
	vars := a.scope[n]
	a.scope = a.scope[:n]
	for k := len(vars) - 1; k >= 0; k-- {
		w.drop(vars[k])
	}
	return out
}

func (w *world) holds(a *act, c cond, s *stmt) bool {
	var r bool
	live := func(p place) *frame { return w.at(a, p, s).f }
	switch c.kind {
	case 0:
		r = a.x>>c.bit&1 != 0
	case 1:
		r = live(c.a) != nil
	case 2:
		f := live(c.a)
		if f == nil || f.state != suspended && f.state != done {
			w.fault(s)
		}
		r = f.state == done
	case 3:
		f, g := live(c.a), live(c.b)
		if f != nil && f.state == dead || g != nil && g.state == dead {
			w.fault(s)
		}
		r = f == g
	case 4:
		r = a.loops[c.loop] == 1
	}
	return r != c.neg
}

// suspend is a suspend point of the running coroutine.
func (a *act) suspend(e event) outcome {
	if a.yield(e) {
		return goesOn
	}
	return killed
}

func (w *world) declare(a *act, s *stmt) {
	n := len(a.scope) - 1
	add := func(key string, own, heap bool) {
		v := &slot{own: own, last: s}
		a.vars[key] = v
		if !heap {
			a.scope[n] = append(a.scope[n], v)
		}
	}
	switch s.kind {
	case 'h':
		add(s.name, false, false)
	case 'o', 'p':
		add(s.name, true, false)
	case 'a', 's':
		add(s.name+"#0", false, false)
		add(s.name+"#1", false, false)
	case 'b':
		add(s.name, false, true)
	}
}

func (w *world) stmt(a *act, s *stmt) outcome {
	switch s.op {
	case opTrace, opPeek, opDecl, opCopy, opTake, opMove, opSwap, opDestroy, opReset, opSelect, opSelf:
		w.simple(a, s)
		return goesOn
	case opResume:
		return w.resume(w.at(a, s.a, s).f, s)
	case opDrain:
		f := w.at(a, s.a, s).f
		for {
			if g := w.at(a, s.a, s).f; g == nil || g.state != suspended && g.state != done || g != f {
				w.fault(s)
			}
			if f.state == done {
				return goesOn
			}
			if w.steps++; w.steps > maxSteps {
				panic(fault{s})
			}
			if out := w.resume(f, s); out != goesOn {
				return out
			}
		}
	case opCreate, opCall:
		if s.self && a.d <= 0 {
			return goesOn
		}
		f, out := w.invoke(a, s)
		if out == goesOn {
			v := w.at(a, s.a, s)
			v.f, v.last = f, s
		}
		return out
	case opIf:
		if w.holds(a, s.cond, s) {
			return w.block(a, s.body[0])
		} else if len(s.body) > 1 {
			return w.block(a, s.body[1])
		}
	case opSwitch:
		k := a.x & 3
		if k < len(s.body) {
			if out := w.block(a, s.body[k]); out != breaks {
				return out
			}
		}
	case opFor:
		for k := range s.n {
			a.loops[s.name] = k
			out := w.block(a, s.body[0])
			if out == breaks {
				break
			}
			if out != goesOn && out != continues {
				return out
			}
		}
	case opLambda:
		if out := w.block(a, s.body[0]); out != returns {
			return out
		}
	case opBlock:
		if out := w.block(a, s.body[0]); out != jumps || w.label != s.name {
			return out
		}
	case opTry:
		if out := w.block(a, s.body[0]); out != thrown {
			return out
		}
		return w.block(a, s.body[1])
	case opThrow:
		if w.holds(a, s.cond, s) {
			return thrown
		}
	case opReturn:
		if s.kind != 'l' {
			a.ret = w.at(a, s.a, s).f
		}
		return returns
	case opBreak:
		return breaks
	case opContinue:
		return continues
	case opGoto:
		w.label = s.name
		return jumps
	case opSuspend:
		return a.suspend(event{kind: 's'})
	case opAwait, opTransfer:
		f := w.at(a, s.a, s).f
		if f == nil || f.state != suspended || f == a.self {
			w.fault(s)
		}
		if s.op == opAwait {
			f.cont = a.self
		}
		return a.suspend(event{kind: 't', to: f})
	case opKill:
		f := w.at(a, s.a, s).f
		if f == nil || f.state == dead || f.state == running && f != a.self {
			w.fault(s)
		}
		return a.suspend(event{kind: 'k', to: f})
	}
	return goesOn
}

// simple executes the statements that run no other code of the program except destructors, and that
// do not end it.
func (w *world) simple(a *act, s *stmt) {
	switch s.op {
	case opTrace:
		return
	case opDecl:
		w.declare(a, s)
		return
	}
	v := w.at(a, s.a, s)
	set := func(f *frame) { v.f, v.last = f, s }
	switch s.op {
	case opPeek:
		if v.f == nil || v.f.state == dead {
			w.fault(s)
		}
	case opCopy:
		set(w.at(a, s.b, s).f)
	case opTake:
		b := w.at(a, s.b, s)
		f := b.f
		b.f = nil
		set(f)
	case opMove:
		b := w.at(a, s.b, s)
		f := b.f
		b.f = nil
		old := v.f
		set(f)
		if old != nil {
			w.destroy(old, s)
		}
	case opSwap:
		b := w.at(a, s.b, s)
		b.f, v.f = v.f, b.f
		b.last, v.last = s, s
	case opDestroy, opReset:
		if v.f == nil && s.op == opReset {
			return
		}
		w.destroy(v.f, s)
		if s.op == opReset || s.form != 0 {
			v = w.at(a, s.a, s)
			set(nil)
		}
	case opSelect:
		p := s.c
		if w.holds(a, s.cond, s) {
			p = s.b
		}
		set(w.at(a, p, s).f)
	case opSelf:
		set(a.self)
	}
}
