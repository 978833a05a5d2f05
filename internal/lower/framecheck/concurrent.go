// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The accesses of concurrent code. They follow from the meaning of a suspension alone: from its
// coro.save on, any code that has the handle may resume the coroutine, while the code between the
// save and the suspend, or the code that returns to the caller, still runs. Once that code has let
// other code use the handle, its later accesses may happen at any time, as seen by the code after
// the suspend. So the things that it accesses are busy after the suspend, for the rest of their
// lifetimes: nothing may be written over them. For example, if @post lets another thread resume the
// coroutine, then %a is busy after the suspend, although no code there uses it:
//
//	%save = call token @llvm.coro.save(ptr %handle)
//	call void @post(ptr %handle)
//	store i32 1, ptr %a
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)

import "github.com/corolower/corolower/internal/ir"

// concurrent describes the accesses that may follow a point where other code may have used the
// handle.
type concurrent struct {
	busy   set
	begun  set  // objects with a lifetime that begins there
	born   set  // spilled values that are computed between the save and the suspend
	others bool // code there may access all objects whose addresses other code knows
}

// findConcurrent computes the things that are busy after each suspend. It returns false if it could
// not follow the function.
func (fl *flow) findConcurrent() bool {
	c := fl.c
	fl.late = make([]concurrent, len(c.suspends))
	if len(c.things) == 0 {
		return true
	}
	w := &concurrentWalk{fl: fl, n: len(fl.blocks), tails: map[int][2]*concurrent{}}
	for n, s := range c.suspends {
		fl.late[n] = c.newConcurrent()
		if returns(s) {
			continue
		}
		save, ok := s.Arg(0).(*ir.Instr)
		if !ok {
			continue
		}
		if !w.fromSave(save, s, &fl.late[n]) {
			c.cannotFollow(s, "too many paths lead from a coro.save back to the caller")
			return false
		}
		for k := range c.things {
			if t := &c.things[k]; t.framed && len(t.overlap) > 0 && fl.late[n].begun.has(k) && fl.late[n].busy.has(k) {
				c.cannotFollow(s, "an object's lifetime begins where other code may run, and the object "+
					"shares its bytes")
				return false
			}
		}
	}
	return true
}

func (c *checker) newConcurrent() concurrent {
	n := (len(c.things) + 63) / 64
	return concurrent{busy: make(set, n), begun: make(set, n), born: make(set, n)}
}

type concurrentWalk struct {
	fl    *flow
	n     int
	steps int
	preds [][]int32
	saves []bool
	ends  []bool // the coroutine continues from here: to a coro.save, or out of the function
	// by index of the block after a suspend's switch, and whether other code may have used the
	// handle
	tails map[int][2]*concurrent
}

// maxTails bounds the number of visited blocks, for each block of the function.
const maxTails = 64

func (w *concurrentWalk) succs(k int) []int {
	var few [4]*ir.Block
	next := w.fl.blocks[k].Succs(few[:0])
	out := make([]int, 0, len(next))
	for _, b := range next {
		if n, ok := w.fl.placeOf(b); ok {
			out = append(out, n)
		}
	}
	return out
}

// prepare computes predecessors, and the blocks from which the coroutine continues.
func (w *concurrentWalk) prepare() {
	w.preds, w.ends, w.saves = make([][]int32, w.n), make([]bool, w.n), make([]bool, w.n)
	var work []int
	var few [4]*ir.Block
	for k := range w.n {
		for _, to := range w.succs(k) {
			w.preds[to] = append(w.preds[to], int32(k))
		}
		b := w.fl.blocks[k]
		t := b.Terminator()
		end := t.Op != ir.OpUnreachable && len(b.Succs(few[:0])) == 0
		for i := b.First(); i != nil && !w.saves[k]; i = i.Next() {
			w.saves[k] = ir.CoroCall(i) == ir.CoroSave
		}
		if end || w.saves[k] {
			w.ends[k] = true
			work = append(work, k)
		}
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		for _, p := range w.preds[k] {
			t := w.fl.blocks[p].Terminator()
			if !w.ends[p] && (t.Op != ir.OpInvoke || t.NormalDest() == w.fl.blocks[k]) {
				w.ends[p] = true
				work = append(work, int(p))
			}
		}
	}
}

// fromSave collects the accesses of the code from a coro.save to its suspend, and then back to the
// caller.
func (w *concurrentWalk) fromSave(save, suspend *ir.Instr, out *concurrent) bool {
	first, ok := w.fl.placeOf(save.Block())
	last, reached := w.fl.placeOf(suspend.Block())
	if !ok || !reached {
		return true
	}
	if w.preds == nil {
		w.prepare()
	}
	// The blocks from which the suspend is reachable without another coro.save.
	leads := ir.NewWorklist(int32(last))
	for k := range leads.All {
		if w.steps++; w.steps > maxTails*(w.n+16) {
			return false
		}
		if int(k) != first {
			leads.Add(w.preds[k]...)
		}
	}
	type place struct {
		k  int
		on bool
	}
	work := ir.NewWorklist[place]()
	leave := func(k int, on bool) {
		for _, to := range w.succs(k) {
			// A branch away from the suspend, to code where the coroutine continues, is the
			// decision not to suspend; then no code has resumed it. But an exception may come from
			// the coroutine itself, after it was resumed.
			t := w.fl.blocks[k].Terminator()
			thrown := on && t.Op == ir.OpInvoke && t.UnwindDest() == w.fl.blocks[to]
			if (leads.Has(int32(to)) || !w.ends[to] || thrown || !leads.Has(int32(k))) && !w.saves[to] {
				work.Add(place{to, on})
			}
		}
	}
	leave(first, w.block(first, save, false, out))
	for at := range work.All {
		if w.steps++; w.steps > maxTails*(w.n+16) {
			return false
		}
		on := w.block(at.k, nil, at.on, out)
		if at.k != last {
			leave(at.k, on)
			continue
		}
		for _, to := range w.back(suspend) {
			t := w.tail(to, on)
			if t == nil {
				return false
			}
			out.busy.join(t.busy)
			out.begun.join(t.begun)
			out.others = out.others || t.others
		}
	}
	return true
}

// back returns the blocks to which control flows when the coroutine suspends. If no terminator tests
// the suspend's result, that is the block after the suspend.
func (w *concurrentWalk) back(suspend *ir.Instr) []int {
	k := w.fl.behindOf(suspend)
	if k < 0 {
		return nil
	}
	b := w.fl.blocks[k]
	if away := ir.EdgeOf(b.Terminator(), suspend, -1); away >= 0 {
		if n, ok := w.fl.placeOf(b.Succs(nil)[away]); ok {
			return []int{n}
		}
		return nil
	}
	return []int{k}
}

// tail collects the accesses on the path back to the caller; nil if that path is too long.
func (w *concurrentWalk) tail(from int, on bool) *concurrent {
	n := 0
	if on {
		n = 1
	}
	if t := w.tails[from][n]; t != nil {
		return t
	}
	made := w.fl.c.newConcurrent()
	out := &made
	both := w.tails[from]
	both[n] = out
	w.tails[from] = both
	type place struct {
		k  int
		on bool
	}
	work := ir.NewWorklist(place{from, on})
	for at := range work.All {
		if w.steps++; w.steps > maxTails*(w.n+16) {
			return nil
		}
		on := w.block(at.k, nil, at.on, out)
		for _, to := range w.succs(at.k) {
			work.Add(place{to, on})
		}
	}
	return out
}

// block adds the accesses of block k, or of its part after the instruction behind; on says whether
// other code may have used the handle. It returns that state at the end of the block.
func (w *concurrentWalk) block(k int, behind *ir.Instr, on bool, out *concurrent) bool {
	fl := w.fl
	events := fl.events(k)
	at := 0
	for i := fl.blocks[k].First(); i != nil; i = i.Next() {
		from := at
		for at < len(events) && (events[at].at == i || events[at].at.Block() == nil) {
			at++
		}
		if behind != nil {
			if i == behind {
				behind = nil
			}
			continue
		}
		hands := fl.c.handsOn(i)
		for e := from; e < at; e++ {
			w.event(&events[e], i, on, hands, out)
		}
		on = on || hands
		if on && i.IsCall() && hands {
			out.others = true
		}
	}
	return on
}

func (w *concurrentWalk) event(e *event, i *ir.Instr, on, hands bool, out *concurrent) {
	switch e.kind {
	case evRead, evWrite, evFill, evStack, evCame, evStore, evReload, evCopy, evDefine:
	case evOutside, evOutsideW:
		out.others = out.others || on
		return
	case evStart:
		if on {
			out.begun.add(int(e.thing))
		}
		return
	default:
		return
	}
	if e.kind == evDefine {
		out.born.add(int(e.thing))
	}
	if on || hands && i.IsCall() && w.fl.c.touchesLate(i, int(e.thing)) {
		out.busy.add(int(e.thing))
	}
}

// touchesLate reports whether a call may access a thing after it has let other code use the handle.
func (c *checker) touchesLate(call *ir.Instr, thing int) bool {
	w := c.o.of(call)
	for k := range call.NumCallArgs() {
		list, _ := c.refs(w.args[k])
		for _, r := range list {
			if n, ok := c.objectOf(r.object); ok && n == thing && c.callees.arg(call, k).late {
				return true
			}
		}
	}
	return false
}

// handsOn reports whether i is an original instruction that may let other code use the coroutine's
// handle.
func (c *checker) handsOn(i *ir.Instr) bool {
	return c.o.of(i) != nil && ir.MayHandOn(c.m, i) && (!i.IsCall() || c.callees.callHandsOn(i))
}
