package framecheck

// What is touched while others may run the coroutine. This follows from what a suspension is, and
// asks nobody: from its coro.save on, who has the handle may resume the coroutine while the code
// between the save and the suspend, or on the way back to the caller, is still under way. Once that
// code has done something by which others may be let at the handle, what it touches from there on
// it may touch at any time, as seen by the code behind the suspend. So the things that it touches
// so are busy behind the suspend, for as long as they live: nothing may be written over them.

import "github.com/corolower/corolower/internal/ir"

// overtaken is what may be touched behind a point, others being let at the handle.
type overtaken struct {
	busy   set
	begun  set  // objects of which a lifetime begins there
	others bool // by code that reaches all that others know the address of
}

// findOvertaken finds what is busy behind each suspend. It reports whether that could be followed.
func (fl *flow) findOvertaken() bool {
	c := fl.c
	fl.late = make([]overtaken, len(c.suspends))
	if len(c.things) == 0 {
		return true
	}
	w := &overtakenWalk{fl: fl, n: len(fl.blocks), tails: map[int][2]*overtaken{}}
	for n, s := range c.suspends {
		fl.late[n] = c.newOvertaken()
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

func (c *checker) newOvertaken() overtaken {
	n := (len(c.things) + 63) / 64
	return overtaken{busy: make(set, n), begun: make(set, n)}
}

type overtakenWalk struct {
	fl    *flow
	n     int
	steps int
	preds [][]int32
	saves []bool
	ends  []bool // the coroutine goes on from here: to a coro.save, or out of the function
	// by place of the block behind a suspend's switch, and whether others were let at the handle
	tails map[int][2]*overtaken
}

// maxTails bounds the blocks looked at, per block of the function.
const maxTails = 64

func (w *overtakenWalk) succs(k int) []int {
	var out []int
	for _, b := range w.fl.blocks[k].Succs(nil) {
		if n, ok := w.fl.placeOf(b); ok {
			out = append(out, n)
		}
	}
	return out
}

// prepare finds predecessors, and from where the coroutine goes on.
func (w *overtakenWalk) prepare() {
	w.preds, w.ends, w.saves = make([][]int32, w.n), make([]bool, w.n), make([]bool, w.n)
	var work []int
	for k := range w.n {
		for _, to := range w.succs(k) {
			w.preds[to] = append(w.preds[to], int32(k))
		}
		b := w.fl.blocks[k]
		t := b.Terminator()
		end := t.Op != ir.OpUnreachable && len(b.Succs(nil)) == 0
		for i := b.First(); i != nil && !w.saves[k]; i = i.Next() {
			w.saves[k] = ir.CoroCall(i) == ir.CoroSave
		}
		if end || w.saves[k] {
			w.ends[k] = true
			work = append(work, k)
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range w.preds[k] {
			t := w.fl.blocks[p].Terminator()
			if !w.ends[p] && (t.Op != ir.OpInvoke || t.NormalDest() == w.fl.blocks[k]) {
				w.ends[p] = true
				work = append(work, int(p))
			}
		}
	}
}

// fromSave looks at what runs from a coro.save to its suspend, and on the way back.
func (w *overtakenWalk) fromSave(save, suspend *ir.Instr, out *overtaken) bool {
	first, ok := w.fl.placeOf(save.Block())
	last, reached := w.fl.placeOf(suspend.Block())
	if !ok || !reached {
		return true
	}
	if w.preds == nil {
		w.prepare()
	}
	// From where the suspend is reached without another coro.save.
	leads := map[int]bool{last: true}
	for work := []int{last}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if w.steps++; w.steps > maxTails*(w.n+16) {
			return false
		}
		if k == first {
			continue
		}
		for _, p := range w.preds[k] {
			if !leads[int(p)] {
				leads[int(p)] = true
				work = append(work, int(p))
			}
		}
	}
	type place struct {
		k  int
		on bool
	}
	seen := map[place]bool{}
	var work []place
	leave := func(k int, on bool) {
		for _, to := range w.succs(k) {
			// A branch away from the suspend, to where the coroutine goes on, is the decision not
			// to suspend; then nobody has resumed it. But what is thrown may be thrown by who was
			// resumed.
			t := w.fl.blocks[k].Terminator()
			thrown := on && t.Op == ir.OpInvoke && t.UnwindDest() == w.fl.blocks[to]
			if at := (place{to, on}); (leads[to] || !w.ends[to] || thrown || !leads[k]) && !w.saves[to] && !seen[at] {
				seen[at] = true
				work = append(work, at)
			}
		}
	}
	leave(first, w.block(first, save, false, out))
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
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

// back gives the places to which control goes when the coroutine suspends: with no switch on what
// the suspend gives, all there are.
func (w *overtakenWalk) back(suspend *ir.Instr) []int {
	k := w.fl.behindOf(suspend)
	if k < 0 {
		return nil
	}
	t := w.fl.blocks[k].Terminator()
	if t.Op == ir.OpSwitch && t.Arg(0) == ir.Value(suspend) {
		if n, ok := w.fl.placeOf(t.Arg(1).(*ir.Block)); ok {
			return []int{n}
		}
		return nil
	}
	return []int{k}
}

// tail looks at the way back to the caller; nil: it is too long.
func (w *overtakenWalk) tail(from int, on bool) *overtaken {
	n := 0
	if on {
		n = 1
	}
	if t := w.tails[from][n]; t != nil {
		return t
	}
	made := w.fl.c.newOvertaken()
	out := &made
	both := w.tails[from]
	both[n] = out
	w.tails[from] = both
	type place struct {
		k  int
		on bool
	}
	seen := map[place]bool{{from, on}: true}
	for work := []place{{from, on}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if w.steps++; w.steps > maxTails*(w.n+16) {
			return nil
		}
		on := w.block(at.k, nil, at.on, out)
		for _, to := range w.succs(at.k) {
			if next := (place{to, on}); !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return out
}

// block adds what a block touches when others were let at the handle (on), behind an instruction or
// all of it. It reports whether they are, behind it.
func (w *overtakenWalk) block(k int, behind *ir.Instr, on bool, out *overtaken) bool {
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

func (w *overtakenWalk) event(e *event, i *ir.Instr, on, hands bool, out *overtaken) {
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
	if on || hands && i.IsCall() && w.fl.c.touchesLate(i, int(e.thing)) {
		out.busy.add(int(e.thing))
	}
}

// touchesLate reports that a call may go on touching a thing when it has let others at the handle.
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

// handsOn reports an instruction of the coroutine by which others may be let at its handle.
func (c *checker) handsOn(i *ir.Instr) bool {
	return c.o.of(i) != nil && ir.MayHandOn(c.m, i) && (!i.IsCall() || c.callees.callHandsOn(i))
}
