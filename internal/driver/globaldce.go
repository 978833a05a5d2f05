package driver

import (
	"github.com/corolower/corolower/internal/ir"
)

// globaldce drops functions, globals and declarations that passes added to a unit and that nothing
// refers to: after coro-cleanup the table of a coroutine's parts, and the parts that only the table
// named. It drops nothing of the input, which it does not see as a whole.

// dropUnused removes what nothing refers to from a unit. What a unit adds has a name that no other
// unit knows, so references inside the unit are all there are. code false: definitions of functions
// stay; only declarations and globals go, which a function that the unit only reads may have
// brought.
func dropUnused(u *unit, code bool) {
	w := &marker{early: u.early}
	if u.dispatch != nil {
		w.stepOf = u.dispatch.StepOf
	}
	if !u.lowered {
		w.asRead = u.foreign
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
		if w.live[f] || !f.New || f.Intrinsic().IsDebug() { // which debug records use only when they print as calls
			funcs = append(funcs, f)
		}
	}
	u.m.Funcs = funcs
	for _, f := range funcs {
		for f.After != nil && f.After.New && !w.live[f.After] {
			f.After = f.After.After // the copy of a coroutine may be gone, and its parts needed
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

// marker walks references.
type marker struct {
	early  map[*ir.Func]*marker    // functions without a body now, with the marker that saw it
	stepOf func(*ir.Func) *ir.Func // what the loop of another unit needs beside a part; may be nil
	// functions with their bodies as the file has them, which name nothing that a pass added
	asRead map[*ir.Func]bool
	live   map[ir.Value]bool // functions, globals and constant expressions that were reached
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
		v := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
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

// function walks a body. A function of the file whose body is not loaded, or that is as the file
// has it with all that it leads to, refers to nothing that a pass added.
func (w *marker) function(f *ir.Func) {
	if w.stepOf != nil {
		if step := w.stepOf(f); step != nil {
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
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			w.instr(i)
			for _, d := range i.Dbg {
				w.instr(d)
			}
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
