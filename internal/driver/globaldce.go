// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
)

// globaldce drops functions, globals and declarations that passes added to a unit and that no code
// references. For example, after coro-cleanup it drops the table of a coroutine's parts, and the
// parts that only the table referenced. It keeps all symbols of the input, because a unit does not
// see the whole input.

// dropUnused removes unreferenced symbols from a unit. No other unit knows the symbols that a unit
// adds, so all their references are in the unit. If code is false, it keeps the definitions of
// functions, and drops only declarations and globals, which a function that the unit only reads may
// have introduced; no pass may follow.
func dropUnused(u *unit, code bool) {
	w := &marker{early: u.early, dispatch: &u.dispatch}
	if !u.bodies.Lowered || !code {
		w.asRead = u.bodies.Foreign // no pass follows that reads them, or they are unchanged
	}
	w.init()
	for _, f := range u.m.Funcs {
		if u.own[f] != nil || f.New && !f.Declared && (!code || !f.IsLocal()) {
			w.value(f)
		}
	}
	for _, g := range u.m.Globals {
		if g.Changed || g.New && g.Linkage != ir.LinkPrivate && g.Linkage != ir.LinkInternal {
			w.value(g)
		}
	}
	w.run()
	funcs := u.m.Funcs[:0]
	for _, f := range u.m.Funcs {
		// debug records need these declarations only if they print as calls
		if w.live[f] || !f.New || f.Intrinsic().IsDebug() {
			funcs = append(funcs, f)
		}
	}
	u.m.Funcs = funcs
	for _, f := range funcs {
		for f.After != nil && f.After.New && !w.live[f.After] {
			f.After = f.After.After // a copy of a coroutine may be dead although its parts are live
		}
	}
	globals := u.m.Globals[:0]
	for _, g := range u.m.Globals {
		if w.live[g] || !g.New {
			globals = append(globals, g)
		}
	}
	u.m.Globals = globals
	u.tidy = code
}

// marker computes the set of referenced values, with a worklist.
type marker struct {
	early    map[*ir.Func]*marker // finished functions without a body, with a marker that holds their references
	dispatch *lower.Dispatcher    // has the step of each part, which the dispatch loop calls; may be nil
	// functions that reference no symbol that a pass added and that the output needs
	asRead map[*ir.Func]bool
	live   map[ir.Value]bool // functions, globals and constant expressions
	md     map[*ir.MDNode]bool
	queue  []ir.Value
}

func (w *marker) init() { w.live, w.md = map[ir.Value]bool{}, map[*ir.MDNode]bool{} }

func (w *marker) value(v ir.Value) {
	switch x := v.(type) {
	case *ir.Func:
		if !w.live[x] {
			w.live[x] = true
			w.queue = append(w.queue, x)
		}
	case *ir.Global:
		if !w.live[x] {
			w.live[x] = true
			w.queue = append(w.queue, x)
		}
	case *ir.Const:
		if x.MD != nil {
			w.metadata(x.MD)
		}
		if len(x.Elems) > 0 && !w.live[x] {
			w.live[x] = true
			w.queue = append(w.queue, x)
		}
	}
}

func (w *marker) metadata(md *ir.MD) {
	switch {
	case md == nil:
	case md.Val != nil:
		w.value(md.Val)
	case md.Kind == ir.MDNodeRef && md.Node != nil && !w.md[md.Node]:
		w.md[md.Node] = true
		for i := range md.Node.Fields {
			w.metadata(md.Node.Fields[i].Val)
		}
	}
}

func (w *marker) run() {
	for len(w.queue) > 0 {
		v := ir.Pop(&w.queue)
		switch x := v.(type) {
		case *ir.Func:
			w.function(x)
		case *ir.Global:
			if x.New || x.Changed {
				if init, err := x.Initializer(); err == nil && init != nil {
					w.value(init)
				}
			}
		case *ir.Const:
			for _, e := range x.Elems {
				w.value(e)
			}
		}
	}
}

// function visits the references of a function. A function of the file whose body is not loaded, or
// is unchanged, references no symbol that a pass added; nor do its callees.
func (w *marker) function(f *ir.Func) {
	if w.dispatch != nil {
		if step := w.dispatch.StepOf(f); step != nil {
			w.value(step)
		}
	}
	if _, is := w.asRead[f]; is {
		return
	}
	for _, v := range [...]ir.Value{f.Prefix, f.Prologue, f.Person} {
		if v != nil {
			w.value(v)
		}
	}
	if seen := w.early[f]; seen != nil {
		for _, v := range seen.queue {
			w.value(v)
		}
		return
	}
	if !f.Loaded() {
		return
	}
	for _, a := range f.Meta {
		w.metadata(a.MD)
	}
	for i := range f.Instrs() {
		w.instr(i)
		for _, d := range i.Dbg {
			w.instr(d)
		}
	}
}

func (w *marker) instr(i *ir.Instr) {
	for k := range i.NumArgs() {
		w.value(i.Arg(k))
	}
	for _, a := range i.Meta {
		w.metadata(a.MD)
	}
	if d, ok := i.Aux.(*ir.DbgAux); ok {
		for _, op := range d.Ops {
			w.metadata(op.MD)
		}
	}
}
