// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// Events: the effects of each instruction on the bytes of things, in the order of the code.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

type eventKind uint8

const (
	evStart     eventKind = iota // a lifetime begins: the content is undefined
	evEnd                        // a lifetime ends
	evRead                       // an object is read
	evWrite                      // an object is written in part
	evFill                       // an object is overwritten as a whole
	evEscape                     // an object's address escapes
	evOutside                    // other code may read the objects whose addresses it knows
	evOutsideW                   // other code may read and write them
	evCall                       // a call does one of these; its attributes, which are read when needed, decide which
	evNothing                    // an evCall that turned out to have no effect
	evStack                      // an object of the frame is accessed on the stack
	evCame                       // the original of a byval parameter in the frame is read
	evDefine                     // a spilled value is computed: its slot still holds an earlier value
	evStore                      // a spilled value is stored to its slot
	evReload                     // a value is reloaded from its slot
	evCopy                       // an object's content is copied from the stack to the frame
	evBegin                      // the frame begins
	evSave                       // the coroutine may be resumed at suspend n after this
	evSuspend                    // it rests at suspend n
	evLeave                      // it rests at the end of the code that returns to the caller
	evUnwindEnd                  // an exception leaves it at an unwinding coro.end
	evThrow                      // an exception may leave it from a call
	evUse                        // a value is used directly, without a reload
	evFree                       // the frame is freed: no code may resume or destroy the coroutine any more
)

// event is one event; thing is the number of a thing, of a suspend, or for evUse of a value.
type event struct {
	kind  eventKind
	thing int32
	at    *ir.Instr
}

// eventsOf appends the events of a block to list.
func (fl *flow) eventsOf(b *ir.Block, list []event) []event {
	e := eventList{fl: fl, c: fl.c, list: list}
	for i := b.First(); i != nil; i = i.Next() {
		w := fl.c.o.of(i)
		if w == nil {
			e.added(i)
			continue
		}
		// The erased instructions before it; only lifetime markers among them matter.
		k := int(fl.c.o.place[i.ID])
		from := k
		for from > 0 && fl.c.o.list[from-1].i.Block() == nil {
			from--
		}
		for ; from < k; from++ {
			e.gone(&fl.c.o.list[from])
		}
		e.instr(i, w)
	}
	return e.list
}

type eventList struct {
	fl   *flow
	c    *checker
	list []event
}

func (e *eventList) add(kind eventKind, thing int, at *ir.Instr) {
	e.list = append(e.list, event{kind, int32(thing), at})
}

// added appends the events of an inserted instruction.
func (e *eventList) added(i *ir.Instr) {
	c := e.c
	switch i.Op {
	case ir.OpStore:
		off, ok := c.frameAddr(i.Arg(1))
		if !ok {
			return
		}
		if ld := c.addedLoad(i.Arg(0)); ld != nil {
			if k := c.objectBehind(ld.Arg(0)); k >= 0 && c.things[k].off == off {
				e.add(evCopy, k, i)
			}
			return
		}
		e.use(i.Arg(0), i)
		if k, ok := c.spillOf(c.o.canon(i.Arg(0))); ok {
			e.add(evStore, k, i)
		}
	case ir.OpLoad:
		v := c.s.expects[i.ID]
		if v == nil {
			return
		}
		if k, ok := c.spillOf(v); ok {
			e.add(evReload, k, i)
		}
	case ir.OpPhi:
	default:
		for k := range i.NumArgs() {
			e.use(i.Arg(k), i)
		}
	}
}

// gone appends the events of an erased instruction.
func (e *eventList) gone(w *recorded) {
	if w.i.Op != ir.OpCall || w.i.Aux == nil || len(w.args) == 0 {
		return
	}
	f, ok := w.args[len(w.args)-1].(*ir.Func)
	if !ok || !f.Intrinsic().IsLifetime() {
		return
	}
	e.marker(w, f.Intrinsic() == ir.LifetimeStart)
}

func (e *eventList) marker(w *recorded, start bool) {
	if len(w.args) < 2 {
		return
	}
	list, any := e.c.refs(w.args[len(w.args)-2])
	if any || len(list) != 1 || !list[0].known || list[0].off != 0 {
		return
	}
	if k, ok := e.c.objectOf(list[0].object); ok {
		kind := evEnd
		if start {
			kind = evStart
		}
		e.add(kind, k, w.i)
	}
}

// instr appends the events of an original instruction.
func (e *eventList) instr(i *ir.Instr, w *recorded) {
	c := e.c
	if kind := ir.LifetimeKind(i); kind != 0 {
		e.marker(w, kind == ir.LifetimeStart)
		return
	}
	if len(e.fl.values) > 0 && (i.Op != ir.OpPhi || len(w.args) == 1) {
		for k := range w.args {
			// No lowering needs the handle that coro.end and coro.end.async are given.
			if k > 0 || !ir.IsCoro(i, ir.CoroEnd) && !ir.IsCoro(i, ir.CoroEndAsync) {
				e.use(i.Arg(k), i)
			}
		}
	}
	switch i.Op {
	case ir.OpLoad:
		e.access(i, w, 0, false, -1)
	case ir.OpStore:
		if !e.intoCell(w) {
			e.escape(i, w.args[0])
		}
		e.access(i, w, 1, true, c.layout.StoreSize(w.args[0].Type()))
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		for _, v := range w.args[1:] {
			e.escape(i, v)
		}
		e.access(i, w, 0, false, -1)
		e.access(i, w, 0, true, -1)
	case ir.OpVAArg:
		e.access(i, w, 0, false, -1)
		e.access(i, w, 0, true, -1)
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		e.call(i, w)
	case ir.OpRet:
		e.add(evLeave, 0, i)
	case ir.OpResume:
		e.add(evThrow, 0, i)
	case ir.OpCleanupRet:
		if len(w.args) < 2 {
			e.add(evThrow, 0, i)
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpInsertValue, ir.OpInsertElement, ir.OpShuffleVector:
		for _, v := range w.args {
			e.escape(i, v)
		}
	}
	if !i.Type().IsVoid() {
		if k, ok := c.spillOf(i); ok {
			e.add(evDefine, k, i)
		}
	}
	if i == c.o.begin {
		e.add(evBegin, 0, i)
	}
}

// use records that a value is used directly, without a reload.
func (e *eventList) use(v ir.Value, at *ir.Instr) {
	if i, ok := v.(*ir.Instr); ok && i.Block() == at.Block() {
		return
	}
	if n, ok := e.fl.valueNo[v]; ok {
		e.add(evUse, int(n), at)
	}
}

// intoCell reports whether w stores to a closed cell.
func (e *eventList) intoCell(w *recorded) bool {
	a, ok := w.args[1].(*ir.Instr)
	if !ok {
		return false
	}
	slot := e.c.o.cells[a]
	return slot != nil && slot.closed
}

// access records that the instruction reads or writes the memory at operand k. size is the number
// of bytes that a write covers, or -1 if it is unknown.
func (e *eventList) access(i *ir.Instr, w *recorded, k int, write bool, size int64) {
	list, any := e.c.refs(w.args[k])
	for _, r := range list {
		n, ok := e.c.objectOf(r.object)
		if !ok {
			continue
		}
		t := &e.c.things[n]
		if t.framed && e.onStack(i.Arg(k), t) {
			if _, isParam := t.v.(*ir.Param); isParam && !write {
				e.add(evCame, n, i)
				continue
			}
			e.add(evStack, n, i)
		}
		switch {
		case !write:
			e.add(evRead, n, i)
		case len(list) == 1 && !any && r.known && r.off == 0 && size >= t.size && i.Flags&ir.FlagVolatile == 0:
			e.add(evFill, n, i)
		default:
			e.add(evWrite, n, i)
		}
	}
	if any {
		if write {
			e.add(evOutsideW, 0, i)
		} else {
			e.add(evOutside, 0, i)
		}
	}
}

// onStack reports whether a rewritten address leads through casts and offsets to an object's
// alloca, or to the parameter itself.
func (e *eventList) onStack(v ir.Value, t *thing) bool {
	for range maxRefSteps {
		if v == t.v {
			return true
		}
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.OpGEP && i.Op != ir.OpBitCast && i.Op != ir.OpAddrSpaceCast {
			return false
		}
		v = i.Arg(0)
	}
	return false
}

func (e *eventList) escape(i *ir.Instr, v ir.Value) {
	if !v.Type().IsPtr() && v.Type().Kind() != ir.Vector {
		return
	}
	list, _ := e.c.refs(v)
	for _, r := range list {
		if n, ok := e.c.objectOf(r.object); ok {
			e.add(evEscape, n, i)
			e.fl.escapes = true
		}
	}
}

// effect describes which memory a call may access.
type effect struct {
	reads, writes bool
	argsOnly      bool
}

// call appends the events of a call: of a coroutine intrinsic, of another intrinsic with known
// effects, or of any function.
func (e *eventList) call(i *ir.Instr, w *recorded) {
	if ir.CoroCall(i) != ir.NotCoro {
		e.coroCall(i, w)
		return
	}
	if e.knownIntrinsic(i, w) {
		return
	}
	c := e.c
	f := i.CalledFunc()
	var eff effect
	asked := false
	for k := range i.NumCallArgs() {
		v := w.args[k]
		if !v.Type().IsPtr() {
			e.escape(i, v)
			continue
		}
		list, any := c.refs(v)
		if len(list) == 0 || !any && !c.tracks(list) {
			continue
		}
		if c.gives(i, k) {
			e.escape(i, v)
		}
		if !asked {
			eff, asked = c.effectOf(i, f), true
		}
		if eff.reads {
			e.access(i, w, k, false, -1)
		}
		if eff.writes {
			e.access(i, w, k, true, -1)
		}
	}
	e.add(evCall, 0, i)
	if i.Op == ir.OpCall && !c.callHas(i, f, "nounwind") && (f == nil || !f.IsIntrinsic()) {
		e.add(evThrow, 0, i)
	}
}

// coroCall appends the events of a coroutine intrinsic.
func (e *eventList) coroCall(i *ir.Instr, w *recorded) {
	c := e.c
	switch ir.CoroCall(i) {
	case ir.CoroSave:
		if n, ok := at(c.s.suspends, i.ID); ok {
			e.add(evSave, n, i)
		}
	case ir.CoroSuspend, ir.CoroSuspendRetcon, ir.CoroSuspendAsync:
		if n, ok := at(c.s.suspends, i.ID); ok {
			e.add(evSuspend, n, i)
		}
	case ir.CoroFree:
		if len(w.args) > 0 && w.args[0] == c.o.begin.Arg(0) {
			e.add(evFree, 0, i)
		}
	case ir.CoroEnd, ir.CoroEndAsync:
		if ir.IsUnwindEnd(i) {
			e.add(evUnwindEnd, 0, i)
		} else {
			e.add(evLeave, 1, i)
		}
	}
}

// knownIntrinsic appends the events of an intrinsic that accesses only what its operands say, and
// reports whether i calls one.
func (e *eventList) knownIntrinsic(i *ir.Instr, w *recorded) bool {
	switch id := ir.CalledIntrinsic(i); {
	case id.IsMemCopy(), id.IsMemSet():
		size := int64(-1)
		if n, ok := w.args[2].(*ir.Const); ok && n.IsInt() {
			size = int64(n.Uint64())
		}
		if id.IsMemCopy() {
			e.access(i, w, 1, false, -1)
		}
		e.access(i, w, 0, true, size)
		return true
	case id.IsInvariant(), id == ir.Assume, id == ir.NoAliasScopeDecl:
		return true
	}
	return false
}

// tracks reports whether some object of the list is checked.
func (c *checker) tracks(list []ref) bool {
	for _, r := range list {
		if _, ok := c.objectOf(r.object); ok {
			return true
		}
	}
	return false
}

// callHas reports whether a call, or the function it calls, has an attribute.
func (c *checker) callHas(i *ir.Instr, f *ir.Func, name string) bool {
	return i.Call().Attrs.Has(c.m, name) || f != nil && f.Attrs.Has(c.m, name)
}

// outsideOf returns the effect of a call on the objects whose addresses other code knows.
func (c *checker) outsideOf(call *ir.Instr) eventKind {
	switch eff := c.effectOf(call, call.CalledFunc()); {
	case eff.argsOnly || !eff.reads && !eff.writes:
		return evNothing
	case eff.writes:
		return evOutsideW
	}
	return evOutside
}

// effectOf returns a call's effect according to its attributes; it includes everything that they do
// not rule out.
func (c *checker) effectOf(i *ir.Instr, f *ir.Func) effect {
	eff := effect{reads: true, writes: true}
	if len(i.Call().Bundles) > 0 {
		return eff
	}
	sets := []*ir.AttrSet{i.Call().Attrs}
	if f != nil {
		sets = append(sets, f.Attrs)
	}
	for _, s := range sets {
		if s.Has(c.m, "readnone") {
			eff.reads, eff.writes = false, false
		}
		if s.Has(c.m, "readonly") {
			eff.writes = false
		}
		if s.Has(c.m, "argmemonly") {
			eff.argsOnly = true
		}
		a := s.Get(c.m, "memory")
		if a == nil {
			continue
		}
		switch strings.ReplaceAll(a.Val, " ", "") {
		case "none":
			eff.reads, eff.writes = false, false
		case "read":
			eff.writes = false
		case "argmem:read":
			eff.writes, eff.argsOnly = false, true
		case "argmem:readwrite", "argmem:write":
			eff.argsOnly = true
		}
	}
	return eff
}

// gives reports whether a call may let the address that is its argument k escape. It trusts an
// attribute at the call only if coro-captures had no body to derive it from.
func (c *checker) gives(i *ir.Instr, k int) bool {
	switch {
	case ir.ReturnsArg(i, k):
		return false // refs follows the result
	case ir.KeepsArg(c.m, i, k):
		return true
	}
	use := c.callees.arg(i, k)
	return use.keeps || use.returns && !i.Type().IsVoid()
}
