// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"slices"
)

// quantum is the largest number of instructions that a thread runs before another may run.
const quantum = 2000

// Run calls main, or another function with its parameters, and returns the program's exit code.
// args does not include the program's name.
func (m *Machine) Run(entry string, args ...string) (code int, err error) {
	t := m.newThread()
	err = m.guarded(t, entry, func(fn *function) { code = m.runMain(t, fn, args) })
	if err == nil && m.opts.Leaks {
		err = m.leaks()
	}
	return code, err
}

// guarded runs do with a function of the program, and returns the error of what it runs.
func (m *Machine) guarded(t *Thread, name string, do func(fn *function)) error {
	var fail error
	err := guard(t, func() {
		fn, e := m.prog.entry(name)
		if fail = e; e == nil {
			do(fn)
		}
	})
	if fail != nil {
		return fail
	}
	if m.out != nil {
		if e := m.out.Flush(); err == nil {
			err = e
		}
	}
	return err
}

// entry returns a function with a body.
func (p *Program) entry(name string) (*function, error) {
	for _, m := range p.mods {
		f, err := m.Func(name)
		if err != nil {
			return nil, err
		}
		if f != nil && !f.Declared && p.linked[f] == nil {
			return p.first[p.ids[f]].fn, nil
		}
	}
	return nil, fmt.Errorf("function @%s does not exist", name)
}

// runMain runs the constructors of globals, the function, the functions registered for the end, and
// the destructors of globals. The program's environment is empty.
func (m *Machine) runMain(t *Thread, fn *function, args []string) int {
	var list []val
	if n := len(fn.ir.Params); n > 0 {
		list = append(list, val{v: uint64(len(args))}, val{v: m.argv(t, args)}, val{v: m.argv(t, nil)})
		if n > len(list) {
			panic(unsupportedf("@%s has more parameters than main", fn.ir.Name))
		}
	}
	ctors := m.prog.ctors
	var next func(t *Thread)
	next = func(t *Thread) {
		if len(ctors) > 0 {
			c := ctors[0]
			ctors = ctors[1:]
			t.enter(c, make([]val, len(c.ir.Params)), func(t *Thread, _ []val) { next(t) })
			return
		}
		t.enter(fn, list, func(t *Thread, r []val) {
			code := 0
			if len(r) > 0 {
				code = int(t.arg(r, 0) & 0xff)
			}
			t.atExit(func() { m.quit(code) })
		})
	}
	next(t)
	m.schedule()
	if m.exit == nil {
		return 0
	}
	if m.opts.Watch != nil {
		m.opts.Watch(Event{Call: "exit", Text: fmt.Sprint(*m.exit), At: m.aborted})
	}
	return *m.exit
}

// argv builds the argument vector.
func (m *Machine) argv(t *Thread, args []string) uint64 {
	list := m.mem.add(objHeap, uint64(8*(len(args)+1)), 16)
	list.kind = objGlobal
	list.data = make([]byte, list.size)
	for k, s := range args {
		o := m.mem.add(objHeap, uint64(len(s)+1), 16)
		o.kind = objGlobal
		o.data = append([]byte(s), 0)
		list.put(uint64(8*k), 8, val{v: o.addr()})
	}
	return list.addr()
}

// schedule runs the threads until the program ends.
func (m *Machine) schedule() {
	for m.exit == nil {
		ready := 0
		var pick *Thread
		m.mem.quiet(true)
		for _, t := range m.threads {
			if t.top == nil || t.wait != nil && !t.wait() {
				continue
			}
			if ready++; m.rand.Intn(ready) == 0 {
				pick = t
			}
		}
		m.mem.quiet(false)
		if pick == nil {
			if m.threads[0].top == nil {
				return
			}
			m.failing = m.threads[0]
			panic(trapf("deadlock: all threads wait"))
		}
		pick.wait, m.stop = nil, false
		budget := int64(1 << 62)
		if len(m.threads) > 1 {
			budget = 1 + m.rand.Int63n(quantum)
		}
		m.failing = pick
		pick.loop(nil, budget)
	}
}

// Call calls a function and returns the words of its result.
func (m *Machine) Call(name string, args ...uint64) (result []uint64, err error) {
	var t *Thread
	if len(m.threads) == 0 {
		t = m.newThread()
	} else {
		t = m.threads[0]
	}
	err = m.guarded(t, name, func(fn *function) {
		list := make([]val, len(args))
		for k, a := range args {
			list[k] = val{v: a}
		}
		done := false
		t.enter(fn, list, func(t *Thread, r []val) {
			done = true
			for _, x := range r {
				if x.u != 0 {
					panic(trapf("the result of @%s is undefined", name))
				}
				result = append(result, x.v)
			}
		})
		m.stop = false
		for !done && m.exit == nil {
			m.schedule()
		}
	})
	return result, err
}

// Steps returns the number of executed instructions.
func (m *Machine) Steps() int64 { return m.steps }

// leaks returns an error if some coroutines were not destroyed.
func (m *Machine) leaks() error {
	if len(m.acts) == 0 {
		return nil
	}
	slices.SortFunc(m.acts, func(a, b *activation) int { return a.serial - b.serial })
	tr := trapf("%d coroutines are not destroyed when the program ends", len(m.acts))
	if len(m.acts) == 1 {
		tr = trapf("%s is not destroyed when the program ends", m.acts[0].name())
	}
	for _, a := range m.acts[:min(len(m.acts), 10)] {
		tr.note(a.name()+" is created here", a.made)
		tr.note("it was last suspended here", a.paused)
	}
	err := tr.locate(nil).(*Error)
	at := m.acts[0].made[0]
	err.Finding.Pos, err.Finding.Source, err.Finding.File = placeOf(at), sourceOf(at), fileOf(at)
	return err
}
