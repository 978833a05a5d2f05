// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The effects of functions in other files, by the summaries that were written where the functions
// are defined (package summary). Summaries answer the queries that a body would answer. For a call
// that receives the handle of the coroutine, Func.Handle applies, under conditions that a search of
// the body does not need:
//
//   - The handle is reachable by exactly one path from one argument, and neither it nor anything
//     that leads to it has escaped.
//   - The parts of the coroutine are known, and its frame holds no address within itself: the
//     summary does not describe values that are read from a frame.
//   - The search is not in the resume function, because there the frame holds what the summary does
//     not describe.
//   - If the call may destroy the coroutine, the destroy function frees the frame, or throws before
//     other code could find it.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/summary"
)

// imported returns the summary of a function in another file, or nil if there is none that fits the
// declaration in this file.
func (fa *Facts) imported(f *ir.Func) *summary.Func {
	if fa.Summaries == nil || f == nil || !f.Declared || f.IsIntrinsic() || f.Linkage == "extern_weak" {
		return nil
	}
	sum := fa.Summaries.Func(f.Name)
	if sum == nil || sum.Type != f.FTy.String() || len(sum.Params) != len(f.Params) || fa.look(f).unfit {
		return nil
	}
	return sum
}

// summarised executes a call of a function in another file; false: no summary applies.
func (w *pathSearch) summarised(s *abstractState, e *CallEffects, n int, g *ir.Func, args []abstractValue) ([]callOut, bool) {
	i := e.call
	sum := w.summaryOf(e, g, args)
	if sum == nil {
		return nil, false
	}
	holder, ok := w.holderArg(s, sum, args)
	if !ok || s.leadsOn() {
		return nil, false
	}
	if holder < 0 {
		if w.byParams(s, i, sum, args, holder) {
			s.clobber()
		}
		return w.outcomes(s, i, n, abstractValue{}, g), true
	}
	way, ok := w.wayTo(s, args[holder])
	if !ok {
		return nil, false
	}
	use, h := &w.an.use, sum.Handle(holder, way.path)
	if h == nil || w.resuming || use.keeps || use.opaqueBody || h.Destroys && (use.leaves || use.lingers) {
		return nil, false
	}
	w.byParams(s, i, sum, args, holder)
	return w.throwing(w.byHandle(s, i, h, way, args[holder]), i, n), true
}

// summaryOf returns the summary that describes a call of g, or nil.
func (w *pathSearch) summaryOf(e *CallEffects, g *ir.Func, args []abstractValue) *summary.Func {
	i := e.call
	if g == nil || e.Effect != Ordinary || w.an.private || i.Flags&ir.FlagMustTail != 0 || len(i.Call().Bundles) > 0 ||
		len(args) != len(g.Params) || i.NumCallArgs() != len(args) || i.Call().FTy != g.FTy {
		return nil
	}
	return w.an.facts.imported(g)
}

// holderArg returns the argument from which the callee can reach the handle; -1: there is none; false:
// there are several, or the callee does more with an address in the frame than to access it.
func (w *pathSearch) holderArg(s *abstractState, sum *summary.Func, args []abstractValue) (holder int, ok bool) {
	holder = -1
	for k, a := range args {
		switch a.kind {
		case knownFrame:
			if a.off != 0 {
				if p := sum.Params[k]; w.resuming || p.Keeps || p.Returns || p.Handle || w.an.use.keeps {
					return -1, false
				}
				continue
			}
		case knownAddr:
			if _, frame := s.reached(a.v); !frame {
				continue
			}
		default:
			continue
		}
		if holder >= 0 {
			return -1, false
		}
		holder = k
	}
	return holder, true
}

// byParams applies what a summary says of the parameters, except of the one that leads to the handle.
// It reports whether the callee may write other memory.
func (w *pathSearch) byParams(s *abstractState, i *ir.Instr, sum *summary.Func, args []abstractValue, holder int) (clobbers bool) {
	clobbers = sum.Writes || sum.Runs
	for k, a := range args {
		p := sum.Params[k]
		switch {
		case k == holder:
			continue
		case a.kind != knownAddr:
			clobbers = clobbers || p.Writes
			continue
		case p.Keeps || p.Returns:
			w.leak(s, i, a)
		default:
			s.publishContents(a.v, w.at(i))
		}
		if p.Writes || p.Keeps {
			s.store(abstractValue{knownAddr, a.v, anywhere}, -1, abstractValue{}, w.at(i))
		}
	}
	return clobbers
}

// handleWay is the path by which a callee can load the handle from an argument.
type handleWay struct {
	path  []int64
	cells []cell          // the cells that the path reads, in order
	vars  []ir.Value      // the variables that these cells lie in
	other []abstractValue // other addresses that are reachable from the argument
}

// wayTo finds the only path from an argument to the handle. It returns false if there is none or
// another one, or if other code can reach the handle.
func (w *pathSearch) wayTo(s *abstractState, arg abstractValue) (way handleWay, ok bool) {
	if s.esc != nil {
		return way, false
	}
	if arg.kind == knownFrame {
		return way, true
	}
	vars := []ir.Value{arg.v} // the reachable variables
	var links []cell
	var handle *cell
	for n := 0; n < len(vars); n++ {
		if s.captured(vars[n]) {
			return way, false
		}
		for m := range s.slots {
			c := &s.slots[m]
			if c.base != vars[n] {
				continue
			}
			switch c.k.kind {
			case knownFrame:
				if handle != nil || !c.k.isHandle() {
					return way, false
				}
				handle = c
			case knownAddr:
				links = append(links, *c)
				if !slices.Contains(vars, c.k.v) {
					vars = append(vars, c.k.v)
				}
			}
		}
	}
	if handle == nil {
		return way, false
	}
	from := arg
	if handle.base != arg.v {
		var link *cell
		for k := range links {
			if links[k].k.v == handle.base {
				if link != nil || links[k].base != arg.v {
					return way, false
				}
				link = &links[k]
			}
		}
		way.cells, way.vars = append(way.cells, *link), append(way.vars, arg.v)
		if !way.step(from, link) {
			return way, false
		}
		from = link.k
	}
	way.cells, way.vars = append(way.cells, *handle), append(way.vars, handle.base)
	if !way.step(from, handle) {
		return way, false
	}
	for _, l := range links {
		if !slices.Contains(way.cells, l) {
			way.other = append(way.other, l.k)
		}
	}
	return way, true
}

// step adds the load of a cell through an address.
func (way *handleWay) step(from abstractValue, c *cell) bool {
	way.path = append(way.path, c.off-from.off)
	return from.off != anywhere && c.off >= from.off
}

// byHandle executes a call with the handle by the callee's summary.
func (w *pathSearch) byHandle(s *abstractState, i *ir.Instr, h *summary.Handle, way handleWay, arg abstractValue) []callOut {
	an, site := w.an, w.at(i)
	for _, k := range way.other {
		s.publish(k, site)
	}
	if h.Resumes {
		w.ran(s, i)
	}
	if h.Destroys {
		an.ended.n++
		an.endsAt(site, s.slept, true)
	}
	s.clobber()
	s.keepSlots(func(c *cell) bool { return !slices.Contains(way.vars, c.base) })
	var outs []callOut
	for _, x := range h.Exits {
		if x.By == summary.ByUnwind && !ir.MayThrow(an.m, i) {
			continue
		}
		o := callOut{s: s.clone(), unwind: x.By == summary.ByUnwind, jump: x.By == summary.ByJump}
		cells := way.cells
		switch x.Holder {
		case summary.HoldsHandle:
		case summary.HoldsNull:
			cells = slices.Clone(cells)
			cells[len(cells)-1].k = abstractValue{kind: knownConst, v: an.m.Null(an.m.PtrTo(an.m.Types.Int(8), 0))}
		default:
			cells = nil
			for _, v := range way.vars[min(len(way.vars), 1):] {
				o.s.publish(abstractValue{knownAddr, v, 0}, site)
			}
		}
		for _, c := range cells {
			o.s.put(c)
		}
		switch x.Result {
		case summary.ResultHandle:
			o.ret = abstractValue{kind: knownFrame}
		case summary.ResultArgument:
			o.ret = arg
		}
		outs = append(outs, o)
	}
	return outs
}
