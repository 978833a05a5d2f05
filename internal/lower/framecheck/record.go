// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The original function: the operands of every instruction, in order, and queries on them.

import "github.com/corolower/corolower/internal/ir"

// Original is a function before its values were moved to a frame.
type Original struct {
	f     *ir.Func
	begin *ir.Instr
	list  []recorded
	place []int32             // by number: index in list, -1: no instruction
	cells map[*ir.Instr]*cell // nil: there are none
	s     *scratch
}

// recorded is an instruction with its original operands.
type recorded struct {
	i    *ir.Instr
	args []ir.Value
}

// cell is an alloca that holds a pointer. If it is only stored to, loaded from and marked with
// lifetimes, it is closed: each load from it yields one of the stored values.
type cell struct {
	closed bool
	stored []ir.Value
}

// Record saves the operands of a normalised coroutine's instructions. It numbers the function;
// Check treats instructions with other numbers as inserted.
func Record(f *ir.Func, begin *ir.Instr) *Original {
	f.Renumber()
	s := scratches.Take(f.Module())
	o := &Original{f: f, begin: begin, s: s}
	n, operands := 0, 0
	for i := range f.Instrs() {
		n++
		operands += i.NumArgs()
	}
	s.list, s.operands, s.place = sized(s.list, n), sized(s.operands, operands), sized(s.place, f.NumIDs())
	o.list, o.place = s.list[:0], s.place
	for k := range o.place {
		o.place[k] = -1
	}
	slab := s.operands[:0]
	for i := range f.Instrs() {
		from := len(slab)
		for k := range i.NumArgs() {
			slab = append(slab, i.Arg(k))
		}
		o.place[i.ID] = int32(len(o.list))
		o.list = append(o.list, recorded{i: i, args: slab[from:len(slab):len(slab)]})
		if i.Op == ir.OpAlloca && i.ElemTy.IsPtr() {
			ir.Put(&o.cells, i, &cell{closed: true})
		}
	}
	o.fillCells()
	return o
}

// fillCells computes which allocas of pointers are closed cells.
func (o *Original) fillCells() {
	for a, slot := range o.cells {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpLoad && i.Type().IsPtr():
			case i.Op == ir.OpStore && u.Index() == 1 && i.Arg(0).Type().IsPtr() && i.Arg(0) != ir.Value(a):
				slot.stored = append(slot.stored, i.Arg(0))
			case ir.LifetimeKind(i) != 0:
			default:
				slot.closed = false
			}
		}
	}
}

// of returns an instruction with its original operands, or nil if it was inserted.
func (o *Original) of(i *ir.Instr) *recorded {
	if i.ID < 0 || i.ID >= len(o.place) || o.place[i.ID] < 0 {
		return nil
	}
	if w := &o.list[o.place[i.ID]]; w.i == i {
		return w
	}
	return nil
}

// canon replaces phis with one entry by their operand.
func (o *Original) canon(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.OpPhi {
			return v
		}
		w := o.of(i)
		if w == nil || len(w.args) != 1 || w.args[0] == v {
			return v
		}
		v = w.args[0]
	}
}

// called returns the coroutine intrinsic that an original value is a call of.
func (o *Original) called(v ir.Value) ir.Intrinsic {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.OpCall {
		return ir.NotCoro
	}
	w := o.of(i)
	if w == nil || len(w.args) == 0 {
		return ir.NotCoro
	}
	f, ok := w.args[len(w.args)-1].(*ir.Func)
	if !ok {
		return ir.NotCoro
	}
	return ir.IntrinsicByName(f.Name)
}

// ref is an object that an address may point into.
type ref struct {
	object ir.Value // alloca, or byval parameter
	off    int64
	known  bool // the offset is known
}

// maxRefs bounds the number of objects that one address may point into; beyond it, the address may
// point anywhere.
const maxRefs = 16

// maxRefSteps bounds the steps to follow one address.
const maxRefSteps = 1000

// refs returns the coroutine's objects that an original address may point into. If any is set, the
// address may also point elsewhere, into anything that escaped.
func (c *checker) refs(v ir.Value) (list []ref, any bool) {
	n := c.num(v)
	if n < 0 {
		return nil, false // a constant is not the address of a local object
	}
	if r := &c.s.known[n]; r.asked {
		return r.list, r.any
	}
	from := len(c.s.refs)
	w := refWalk{c: c, from: from}
	w.walk(v, 0, true)
	if len(c.s.refs)-from > maxRefs {
		c.s.refs, w.any = c.s.refs[:from], true
	}
	r := refSet{c.s.refs[from:len(c.s.refs):len(c.s.refs)], w.any, true}
	c.s.known[n] = r
	return r.list, r.any
}

type refSet struct {
	list  []ref
	any   bool
	asked bool
}

// refWalk collects the objects of one address at the end of scratch.refs.
type refWalk struct {
	c     *checker
	seen  map[ir.Value]bool
	steps int
	from  int
	any   bool
}

func (w *refWalk) list() []ref { return w.c.s.refs[w.from:] }

func (w *refWalk) add(r ref) {
	list := w.list()
	for k := range list {
		if x := &list[k]; x.object == r.object {
			x.known = x.known && r.known && x.off == r.off
			return
		}
	}
	w.c.s.refs = append(w.c.s.refs, r)
}

func (w *refWalk) see(i *ir.Instr) {
	ir.Put(&w.seen, ir.Value(i), true)
}

func (w *refWalk) walk(v ir.Value, off int64, known bool) {
	if w.steps++; len(w.list()) > maxRefs || w.steps > maxRefSteps {
		w.any = true
		return
	}
	if p, ok := v.(*ir.Param); ok {
		if w.c.isByval(p) {
			w.add(ref{p, off, known})
		} else {
			w.any = true
		}
		return
	}
	i, ok := v.(*ir.Instr)
	if !ok {
		return // a constant is not the address of a local object
	}
	if i.Op == ir.OpAlloca {
		w.add(ref{i, off, known})
		return
	}
	old := w.c.o.of(i)
	if old == nil {
		w.any = true
		return
	}
	if w.seen[i] {
		// In a loop the offset may differ in each iteration.
		list := w.list()
		for k := range list {
			list[k].known = false
		}
		return
	}
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpFreeze:
		w.walk(old.args[0], off, known)
	case ir.OpGEP:
		d, ok := w.c.layout.GEPOffset(i.ElemTy, old.args[1:])
		w.walk(old.args[0], off+d, known && ok)
	case ir.OpPhi, ir.OpSelect:
		w.see(i)
		from := 0
		if i.Op == ir.OpSelect {
			from = 1
		}
		for _, a := range old.args[from:] {
			w.walk(a, off, known)
		}
	case ir.OpLoad:
		if a, isInstr := old.args[0].(*ir.Instr); isInstr {
			if slot := w.c.o.cells[a]; slot != nil && slot.closed {
				w.see(i)
				for _, s := range slot.stored {
					w.walk(s, off, known)
				}
				return
			}
		}
		w.any = true
	case ir.OpCall, ir.OpInvoke:
		if ir.IsLaundering(i) {
			w.walk(old.args[0], off, known)
			return
		}
		w.any = true
		for k := range i.NumCallArgs() {
			if ir.ReturnsArg(i, k) {
				w.see(i)
				w.walk(old.args[k], off, false)
			}
		}
	default:
		w.any = true
	}
}
