// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The data flow of addresses within a frame through one function, on any path and in any order. It
// analyses the parts of coroutines, and functions that have too many paths to search.
//
// Anything that this file does not list lets an address escape: an instruction that is not known to
// keep it among the function's own values, and a callee that cannot be read, unless its attributes
// say that it keeps nothing and nothing can be loaded through the address. Comparing an address is
// no escape, because a comparison reveals one bit. The cost is linear in the uses of the values
// that the address flows into.
//
// This analysis does not track which bytes of the frame hold an address. If any bytes do,
// everything that is read from the frame may be one.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// hold describes how a value relates to a frame.
type hold uint8

const (
	itself   hold = 1 << iota // it may be the frame's own address
	inside                    // it is computed from the frame's address
	loaded                    // it was loaded from memory that may hold an address within the frame
	leads                     // the memory that it points to may hold such an address
	far                       // with leads: or an address of memory that does, at any distance
	holdBits = 5
)

// maxFlowParams bounds the parameters of callees that are read: their holds are encoded in one
// number.
const maxFlowParams = 64 / holdBits

// frameUse describes how a function uses addresses within a frame.
type frameUse struct {
	away  bool // one may escape
	keeps bool // it stores one in the frame
	ret   hold // what it returns
	// the parameters through which it stores such addresses, a bit for each: without into, storing one
	// there lets it escape. For some targets, a function returns a struct with a handle in memory
	into uint64
	held hold // what it stores there
	// the callees that receive the handle, one for each call; nil for an unknown one
	given  []*ir.Func
	hidden bool // a function whose body was not read receives the handle, and calls others
}

// equal reports whether two uses are equal. The order of given does not matter.
func (u frameUse) equal(v frameUse) bool {
	return u.away == v.away && u.keeps == v.keeps && u.ret == v.ret && u.hidden == v.hidden &&
		u.into == v.into && u.held == v.held &&
		len(u.given) == len(v.given) && len(beyond(u.given, v.given)) == 0
}

var anyUse = frameUse{away: true, keeps: true, ret: itself | inside | loaded | leads | far, hidden: true}

// flowKey is a query about a function: how each parameter relates to the frame, and whether the
// frame holds addresses within itself.
type flowKey struct {
	f      *ir.Func
	params uint64
	deep   bool
}

func (k flowKey) about() *ir.Func { return k.f }

// flow is the analysis of one function.
type flow struct {
	fa   *Facts
	life *Lifetime // the lifetime, if the function creates the frame; nil: it receives the frame
	// the variable that is analysed instead of a frame, or nil
	variable *ir.Instr
	left     int // if positive: the uses that may still be examined
	depth    int
	deep     bool               // the frame holds addresses within itself
	taken    map[*ir.Block]bool // the blocks to consider; nil: all
	try      bool               // stop as soon as the flow is bad
	holds    map[ir.LocalValue]hold
	work     []ir.LocalValue
	given    map[*ir.Instr][]*ir.Func
	asked    *ir.Func // the function that the destroy slot is compared with
	use      frameUse
	height   int
}

// flows returns how f uses a frame that its parameters relate to, and the number of levels of
// callees that it looked into.
func (fa *Facts) flows(f *ir.Func, params uint64, deep bool, depth int) (frameUse, int) {
	if f.FTy.IsVariadic() || len(f.Params) > maxFlowParams {
		return anyUse, 0
	}
	return askAs(fa, &fa.flowed, flowKey{f, params, deep}, depth, anyUse, frameUse.equal, func(fa *Facts) (frameUse, int) {
		s := f
		if depth > 0 {
			s = fa.simplified(f)
		}
		fl := newFlow(fa, deep, depth+1)
		defer fl.done()
		for k, p := range s.Params {
			if h := hold(params >> (holdBits * k) & (1<<holdBits - 1)); h != 0 {
				fl.mark(p, h)
			}
		}
		fl.run()
		return fl.use, fl.height
	})
}

func newFlow(fa *Facts, deep bool, depth int) *flow {
	fl := idleFlows.Take(fa.M)
	if fl.holds == nil {
		fl.holds, fl.given = map[ir.LocalValue]hold{}, map[*ir.Instr][]*ir.Func{}
	}
	fl.fa, fl.deep, fl.depth = fa, deep, depth
	return fl
}

// idleFlows holds finished flows with empty tables.
var idleFlows = ir.NewSpare[flow]()

// maxIdleFlow is the number of values of a flow that takes longer to clear than to allocate anew.
const maxIdleFlow = 1 << 9

// done puts a flow back whose use the caller has read.
func (fl *flow) done() {
	m := fl.fa.M
	if len(fl.holds) > maxIdleFlow {
		return
	}
	clear(fl.holds)
	clear(fl.given)
	clear(fl.work[:cap(fl.work)])
	*fl = flow{holds: fl.holds, given: fl.given, work: fl.work[:0]}
	idleFlows.Put(m, fl)
}

func (fl *flow) mark(v ir.LocalValue, h hold) {
	if fl.holds[v]|h != fl.holds[v] {
		fl.holds[v] |= h
		fl.work = append(fl.work, v)
	}
}

// run follows marked values until there is no new one.
func (fl *flow) run() {
	for len(fl.work) > 0 && !(fl.try && fl.bad()) {
		v := ir.Pop(&fl.work)
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if fl.left--; fl.left == 0 {
				fl.use.away = true
				return
			}
			if i := u.User(); fl.taken == nil || fl.taken[i.Block()] {
				fl.follow(u, i, fl.holds[v])
			}
		}
	}
	for _, list := range fl.given {
		fl.use.given = append(fl.use.given, list...) // the order does not matter
	}
}

// bad reports whether the flow is not good enough, so that the branches that can be taken matter.
func (fl *flow) bad() bool { return fl.use.away || fl.use.hidden || len(fl.given) > 0 }

// keep records that the frame holds an address within itself, so that any value loaded from it may
// be one.
func (fl *flow) keep() {
	fl.use.keeps = true
	if !fl.deep {
		fl.deep = true
		for v := range fl.holds {
			fl.work = append(fl.work, v)
		}
	}
}

// telling reports whether a value that is loaded through an address may be one within the frame.
func (fl *flow) telling(h hold) bool { return fl.deep || h&leads != 0 }

// follow handles one use of a value.
func (fl *flow) follow(u *ir.Use, i *ir.Instr, h hold) {
	switch i.Op {
	case ir.OpICmp, ir.OpSwitch:
		fl.use.away = fl.use.away || revealsBits(i, u.Index())
	case ir.OpBr:
	case ir.OpSelect:
		if u.Index() > 0 && !(h&itself != 0 && fl.asks(i)) {
			fl.mark(i, h)
		}
	case ir.OpURem, ir.OpAnd:
		if u.Index() > 0 || !testsAddress(i) {
			fl.mark(i, h)
		}
	case ir.OpGEP:
		switch {
		case u.Index() > 0 && revealsBits(i, u.Index()):
			fl.use.away = true // a value that is read from a table there reveals the bits
			return
		case h&itself != 0 && fl.moves(i):
			h &^= itself
		}
		fl.mark(i, h)
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpFreeze,
		ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr, ir.OpTrunc, ir.OpZExt,
		ir.OpSExt, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpUDiv, ir.OpSDiv,
		ir.OpSRem, ir.OpShl, ir.OpLShr, ir.OpAShr, ir.OpOr, ir.OpXor,
		ir.OpInsertValue, ir.OpExtractValue, ir.OpInsertElement, ir.OpExtractElement, ir.OpShuffleVector:
		fl.mark(i, h)
	case ir.OpLoad:
		fl.read(i, h)
	case ir.OpStore:
		if u.Index() == 0 {
			fl.stored(i.Arg(1), h)
		}
	case ir.OpCmpXchg, ir.OpAtomicRMW:
		if u.Index() > 0 {
			fl.use.away = true
		} else {
			fl.read(i, h)
		}
	case ir.OpRet:
		fl.use.ret |= h
		fl.use.away = fl.use.away || fl.depth <= 1
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		fl.call(u.Index(), i, h)
	default:
		fl.use.away = true
	}
}

// asks reports whether a select yields null, and not the handle, if the frame lies in its creator.
// The destroy slot then holds the cleanup function, which frees nothing:
//
//	%slot = getelementptr i8, ptr %handle, i64 8
//	%fn = load ptr, ptr %slot
//	%elided = icmp eq ptr %fn, @f.cleanup
//	%mem = select i1 %elided, ptr null, ptr %handle
func (fl *flow) asks(sel *ir.Instr) bool {
	if fl.life != nil || fl.variable != nil || fl.depth > 1 {
		return false // not a part of the coroutine
	}
	cmp := ir.AsInstr(sel.Arg(0))
	null, ok := sel.Arg(1).(*ir.Const)
	if cmp == nil || cmp.Op != ir.OpICmp || cmp.Pred() != ir.PredEQ || !ok || !null.IsZero() {
		return false
	}
	slot, part := ir.AsInstr(ir.StripCasts(cmp.Arg(0))), ir.StripCasts(cmp.Arg(1))
	f, ok := part.(*ir.Func)
	if !ok || slot == nil || slot.Op != ir.OpLoad || fl.asked != nil && fl.asked != f {
		return false
	}
	frame := ir.StripCasts(sel.Arg(2))
	if at, d := fl.fa.Layout.Base(slot.Arg(0), frame); at != frame || d != fl.fa.Layout.PtrSize(0) {
		return false
	}
	fl.asked = f
	return true
}

// moves reports whether the result of a getelementptr is known to differ from its base.
func (fl *flow) moves(i *ir.Instr) bool {
	d, ok := fl.offset(i)
	return ok && d != 0
}

// offset returns the number of bytes that a getelementptr adds.
func (fl *flow) offset(i *ir.Instr) (int64, bool) {
	return fl.fa.Layout.GEPOffset(i.ElemTy, i.Operands(1))
}

// fewBits reports whether an operation with a constant leaves so few bits of an address that no
// code can rebuild the address from them.
func fewBits(i *ir.Instr) bool {
	c, ok := i.Arg(1).(*ir.Const)
	return ok && c.IsInt() && (i.Op == ir.OpAnd && c.Uint64() < 4096 || i.Op == ir.OpURem && !c.IsZero() &&
		c.Uint64() <= 4096)
}

// testsAddress is fewBits for an address that was not shifted before. After shifts, code could
// collect all bits, a few at a time.
func testsAddress(i *ir.Instr) bool { return fewBits(i) && !madeOf(i.Arg(0), false) }

// revealsBits reports whether the effect of an instruction depends on some of the bits of an
// address, which is its operand k: the operand is an integer of such bits, or the instruction is a
// comparison of a search for the address.
func revealsBits(i *ir.Instr, k int) bool { return picksBits(i.Arg(k)) || searches(i, k) }

// picksBits reports whether an integer consists of some of the bits of an address. A branch on it,
// or a table lookup with it, reveals these bits. For example, a loop prints a whole address in
// hexadecimal with
//
//	%p = ptrtoint ptr %handle to i64
//	%s = lshr i64 %p, %n
//	%d = and i64 %s, 15
//	%a = getelementptr i8, ptr @digits, i64 %d
//
// A comparison of a whole address with a constant or another address only reveals where the object
// is not, and the difference of two addresses does not reveal where they are.
func picksBits(v ir.Value) bool { return v.Type().Kind() == ir.Int && madeOf(v, true) }

// searches reports whether a comparison compares operand k, which is an address as a number, with a
// number that the program computes. The results of several such comparisons reveal the address:
//
//	%m = ...                        ; between the bounds of a binary search
//	%below = icmp ult i64 %m, %p    ; in the end %m is %p
func searches(i *ir.Instr, k int) bool {
	if i.Op != ir.OpICmp || i.Arg(k).Type().Kind() != ir.Int {
		return false
	}
	_, isConst := i.Arg(1 - k).(*ir.Const)
	return !isConst && madeOf(i.Arg(1-k), false)
}

// maxBitSteps bounds the operations between an address and some of its bits. A value with more
// operations counts as some of its bits.
const maxBitSteps = 16

// madeOf follows arithmetic back to its sources. With picked set, it reports whether v has bits that
// were extracted from a source. Otherwise it reports whether v is anything but an address that is
// unchanged or at a constant distance.
func madeOf(v ir.Value, picked bool) bool { return (&origins{picked: picked}).of(v, false) }

// origins is the search of madeOf. phis lists the phis and selects that it went through, and those that
// it went through after bits were taken.
type origins struct {
	picked bool
	steps  int
	phis   [2][]*ir.Instr
}

// of is madeOf for a value from which bits were taken afterwards, or not.
func (o *origins) of(v ir.Value, taken bool) bool {
	i := ir.AsInstr(v)
	if i == nil {
		_, param := v.(*ir.Param)
		return param && (taken || !o.picked)
	}
	if o.steps++; o.steps > maxBitSteps {
		return true
	}
	from := 0
	switch i.Op {
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		return taken
	case ir.OpLShr, ir.OpAShr, ir.OpShl, ir.OpAnd, ir.OpUDiv, ir.OpSDiv,
		ir.OpURem, ir.OpSRem, ir.OpTrunc, ir.OpOr, ir.OpXor, ir.OpMul:
		taken = true
	case ir.OpZExt, ir.OpSExt, ir.OpFreeze:
	case ir.OpAdd, ir.OpSub:
		switch _, number := i.Arg(1).(*ir.Const); {
		case number:
		case i.Op == ir.OpSub && isPtrToInt(i.Arg(0)) && isPtrToInt(i.Arg(1)):
			return !o.picked // the distance of two addresses
		default:
			taken = true // the signs of many such sums reveal the address
		}
	case ir.OpSelect, ir.OpPhi:
		if i.Op == ir.OpSelect {
			from = 1 // without the condition
		}
		seen := &o.phis[0]
		if taken {
			seen = &o.phis[1]
		}
		if !o.picked || slices.Contains(*seen, i) {
			return !o.picked
		}
		*seen = append(*seen, i)
	default:
		return taken || !o.picked
	}
	if taken && !o.picked {
		return true
	}
	for k := from; k < i.NumArgs(); k++ {
		if o.of(i.Arg(k), taken) {
			return true
		}
	}
	return false
}

func isPtrToInt(v ir.Value) bool {
	i := ir.AsInstr(v)
	return i != nil && (i.Op == ir.OpPtrToInt || i.Op == ir.OpPtrToAddr)
}

// read marks a value that is loaded through an address.
func (fl *flow) read(i *ir.Instr, h hold) {
	if fl.telling(h) {
		fl.mark(i, contents(i.Arg(0), h))
	}
}

// contents returns how the contents of memory at an address that relates to the frame by h relate to
// it. For example, after
//
//	store ptr %frame, ptr %x
//	store ptr %x, ptr %y
//
// the address %x leads to one in the frame, and %y leads far: what is loaded from %y leads to one,
// and what is loaded from that does not.
func contents(p ir.Value, h hold) hold {
	c := loaded
	if a := ir.AsInstr(ir.Underlying(p)); a != nil && a.Op == ir.OpAlloca {
		c = itself | inside
	}
	if h&far != 0 {
		c |= leads | far
	}
	return c
}

// stored records where a value that relates to the frame is stored.
func (fl *flow) stored(to ir.Value, h hold) {
	switch x := ir.Underlying(to).(type) {
	case *ir.Instr:
		switch {
		case fl.life != nil && x == fl.life.Begin:
			fl.keep()
			return
		case x.Op == ir.OpAlloca:
			if fl.mark(x, leads); h&leads != 0 {
				fl.mark(x, far)
			}
			return
		}
	case *ir.Param:
		switch {
		case fl.holds[x]&inside != 0 && fl.holds[x]&(loaded|leads) == 0:
			fl.keep()
			return
		case fl.depth > 1:
			fl.use.into |= 1 << x.Index
			fl.use.held |= h
			fl.mark(x, leads)
			if h&leads != 0 {
				fl.mark(x, far)
			}
			return
		}
	}
	fl.use.away = true
}

// call handles a value that is operand k of a call.
func (fl *flow) call(k int, i *ir.Instr, h hold) {
	e := fl.fa.callEffects(i)
	switch e.Effect {
	case Ordinary:
		fl.ordinary(k, &e, h)
	case ReadsPart, Saves, Neutral, FreesOwn, Dead:
	case Begins:
		fl.mark(i, h)
	case Frees:
		if fl.life == nil || i.Arg(0) != ir.Value(fl.life.ID) {
			fl.mark(i, h)
		}
	default:
		fl.use.away = true
	}
}

// ordinary handles a value that is operand k of a call without a coroutine effect.
func (fl *flow) ordinary(k int, e *CallEffects, h hold) {
	i := e.call
	// with musttail, the function's variables are dead
	if k >= i.NumCallArgs() || fl.life != nil && i.Flags&ir.FlagMustTail != 0 {
		fl.use.away = true
		return
	}
	switch e.Kind {
	case marksLifetime, marksInvariant, setsMemory, reports, measures:
	case copiesMemory:
		if k == 1 && fl.telling(h) {
			fl.stored(i.Arg(0), contents(i.Arg(1), h))
		}
	case passesOn:
		fl.mark(i, h)
	case accessesObjects:
		fl.use.away = fl.use.away || fl.telling(h) && e.objects.Has(ir.HoldsPointer) // it may keep what it reads there
	default:
		if !(fl.life != nil && h&itself != 0 && i.NumCallArgs() == 1 && fl.runsPart(i)) {
			fl.code(k, e, h)
		}
	}
}

// code handles a value that is argument k of a call of other code.
func (fl *flow) code(k int, e *CallEffects, h hold) {
	fa, i, g := fl.fa, e.call, e.callee
	if h&itself != 0 {
		fl.given[i] = []*ir.Func{g}
	}
	if e.silent() {
		return
	}
	does := e.arg(k)
	if does.returns {
		fl.mark(i, h)
	}
	keepsNot := !does.keeps && (!fl.telling(h) || e.none())
	if g != nil && !g.Declared && k < maxFlowParams {
		use, height := fa.flows(g, uint64(h)<<(holdBits*k), fl.deep, fl.depth)
		fl.height = max(fl.height, height+1)
		if h&itself != 0 {
			fl.given[i] = append(fl.given[i], use.given...)
			fl.use.hidden = fl.use.hidden || use.hidden
		}
		if !use.away {
			fl.mark(i, use.ret)
			for n := range i.NumCallArgs() {
				if use.into>>n&1 != 0 {
					fl.stored(i.Arg(n), use.held)
				}
			}
			if use.keeps {
				fl.keep()
			}
			return
		}
	}
	if sum := fa.imported(g); sum != nil && k < len(sum.Params) && !fl.telling(h) {
		p := sum.Params[k]
		keepsNot = keepsNot || !p.Keeps && !p.Returns && !p.Handle
	}
	fl.use.away = fl.use.away || !keepsNot
}

// runsPart reports whether a call runs a function that was read from the frame itself, or one of
// the coroutine's own parts that does not free the frame.
func (fl *flow) runsPart(i *ir.Instr) bool {
	if g, ok := ir.StripCasts(i.Callee()).(*ir.Func); ok {
		return g == fl.life.Resume || g == fl.life.Cleanup
	}
	read := fl.fa.readsCallee(i)
	return read != nil && ir.StripCasts(read.Arg(0)) == ir.StripCasts(i.Arg(0))
}
