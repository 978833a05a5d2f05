// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// An exception that leaves a task is caught and kept by the task's coroutine, and thrown again by the
// coroutine that awaits the task. If both run in one function, this file lets the exception pass on. For
// example, it goes from %work to %cleanup at once in
//
//	work:
//	  invoke void @work() to label %done unwind label %pad
//	pad:
//	  %caught = landingpad { ptr, i32 } catch ptr null
//	  %e = extractvalue { ptr, i32 } %caught, 0
//	  call ptr @__cxa_begin_catch(ptr %e)
//	  call void @std::current_exception(ptr sret %error)
//	  call void @__cxa_end_catch()
//	  invoke void @std::rethrow_exception(ptr %error) to label %never unwind label %cleanup
//	cleanup:
//	  %thrown = landingpad { ptr, i32 } catch ptr null
//	  call void @std::exception_ptr::_M_release(ptr %error)
//	  ... uses of %thrown
//
// %pad gets the clauses of %cleanup, and %thrown becomes %caught. Between the handler and the end of the last
// reference to the exception, the code only passes exception_ptrs on, so nothing can tell the difference.
// An exception for which no handler exists need not reach cleanups, so another handler must be known to
// follow.
//
// exception_ptrs become values first: a call that takes the address of one takes that of a copy. So the test
// whether a task has failed is known, too, where the task returns a value.

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// maxCleanups bounds the blocks between a landing pad and the handler to which they lead.
const maxCleanups = 64

// PassOn lets exceptions of f pass on, and reports whether it changed f. handled: an exception that leaves f
// has a handler.
func PassOn(m *ir.Module, f *ir.Func, l *target.Layout, handled bool) bool {
	if !copyHolders(m, f, l) {
		return false
	}
	for again := true; again; {
		Simplify(m, f, l)
		again = false
		var catches []*ir.Instr
		for i := range f.Instrs() {
			if isNamed(i, "__cxa_begin_catch") {
				catches = append(catches, i)
			}
		}
		for _, i := range catches {
			if p := (passing{m: m, catch: i, held: map[ir.Value]bool{}}); i.Block() != nil && p.find(handled) {
				p.apply()
				count.PassedOn.Hit()
				again = true
			}
		}
	}
	return true
}

// isNamed reports whether an instruction calls a declared function with one of these names.
func isNamed(i *ir.Instr, names ...string) bool {
	f := i.CalledFunc()
	return f != nil && f.Declared && slices.Contains(names, f.Name)
}

// copyHolders makes the calls that take the addresses of exception_ptrs in variables take those of copies.
func copyHolders(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	type use struct {
		call *ir.Instr
		arg  int
	}
	var uses []use
	known := map[*ir.Instr]bool{}
	for i := range f.Instrs() {
		if !ir.LibraryCall(i).Has(ir.OwnObjects|ir.HoldsPointer) || i.Flags&ir.FlagMustTail != 0 {
			continue
		}
		for k := range i.NumCallArgs() {
			a := ir.AsInstr(ir.Underlying(i.Arg(k)))
			if a == nil || a.Op != ir.OpAlloca {
				continue
			}
			if _, seen := known[a]; !seen {
				known[a] = !isCopy(a) && onlyHolds(l, a)
			}
			if known[a] {
				uses = append(uses, use{i, k})
			}
		}
	}
	for _, u := range uses {
		copyHolder(m, u.call, u.arg)
	}
	return len(uses) > 0
}

// isCopy reports whether only one call uses a variable's address other than to access it.
func isCopy(a *ir.Instr) bool {
	n := 0
	for u := a.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1, ir.IsLifetime(i):
		case i.IsCall():
			n++
		default:
			return false
		}
	}
	return n == 1
}

// onlyHolds reports whether calls of functions for exception_ptrs are the only uses of addresses in a variable
// because of which it cannot be split, and they continue where no other code does.
func onlyHolds(l *target.Layout, a *ir.Instr) bool {
	work := ir.NewWorklist(a)
	for at := range work.All {
		for u := at.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1, ir.IsLifetime(i), memCall(i) != ir.NotIntrinsic:
			case i.Op == ir.OpBitCast && i.Type().IsPtr():
				work.Add(i)
			case i.Op == ir.OpGEP:
				if _, ok := gepOffset(l, i, u); !ok {
					return false
				}
				work.Add(i)
			case !ir.LibraryCall(i).Has(ir.OwnObjects | ir.HoldsPointer):
				return false
			}
			if i.Op == ir.OpInvoke && slices.ContainsFunc(i.Block().Succs(nil), func(b *ir.Block) bool {
				return b.SinglePred() == nil && b.FirstNonPhi().Op != ir.OpUnreachable
			}) {
				return false
			}
		}
	}
	return true
}

// copyHolder makes a call access a copy of an exception_ptr.
func copyHolder(m *ir.Module, call *ir.Instr, k int) {
	at := call.Arg(k)
	as := at.Type().AddrSpace()
	t := m.PtrType(0)
	copied := ir.NewBuilder(m).Before(call.Func().Entry().First()).Alloca(t, as, 0, "")
	bld := ir.NewBuilder(m).Before(call)
	holder := bld.PtrCast(at, m.PtrTo(t, as))
	bld.Store(bld.Load(t, holder, 0, ""), copied, 0)
	call.SetArg(k, bld.PtrCast(copied, at.Type()))
	back := func(i *ir.Instr) {
		bld.Before(i)
		bld.Store(bld.Load(t, copied, 0, ""), holder, 0)
	}
	if call.Op == ir.OpCall {
		back(call.Next())
		return
	}
	for _, b := range call.Block().Succs(nil) {
		i := b.FirstNonPhi()
		if i.Op == ir.OpLandingPad {
			i = i.Next()
		}
		if i.Op != ir.OpUnreachable {
			back(i)
		}
	}
}

// passing is a handler that throws its exception again.
type passing struct {
	m      *ir.Module
	catch  *ir.Instr         // the call that begins it
	pads   []*ir.Instr       // landing pads from which it gets exceptions
	phis   []*ir.Instr       // of these exceptions
	held   map[ir.Value]bool // values that are the exception, and variables that hold it; false: not any more
	passed map[*ir.Instr]bool
	calls  []*ir.Instr // which are not needed
	tests  []*ir.Instr // comparisons of the exception with null
	tested []*ir.Block // which branch on them
	from   *ir.Block   // the block before that of the current instruction
	ended  bool        // the handler
	again  *ir.Instr   // the call that throws the exception again
	refs   int         // references to the exception
}

// find reports whether the handler does nothing but throw its exception again, and a handler follows.
func (p *passing) find(handled bool) bool {
	if p.catch.Op != ir.OpCall || p.catch.HasUses() || !p.fromPads(p.catch.Arg(0)) {
		return false
	}
	p.passed = map[*ir.Instr]bool{}
	for i := p.catch; p.again == nil || p.refs > 0; {
		p.passed[i] = true
		if i = p.step(i); i == nil {
			return false
		}
	}
	for v := range p.held {
		x := v.(*ir.Instr)
		for _, u := range x.Users() {
			if !p.passed[u] && !ir.IsLifetime(u) {
				return false
			}
		}
	}
	to := p.again.UnwindDest().First()
	return handled || slices.ContainsFunc(to.Operands(0), isNull)
}

// fromPads finds the landing pads of an exception. They catch each exception, and lead nowhere but to the
// handler.
func (p *passing) fromPads(e ir.Value) bool {
	x := ir.AsInstr(e)
	switch {
	case x == nil || slices.ContainsFunc(x.Users(), func(u *ir.Instr) bool { return u != p.catch && u.Op != ir.OpPhi }):
		return false
	case x.Op == ir.OpPhi:
		if slices.Contains(p.phis, x) {
			return true
		}
		p.phis = append(p.phis, x)
		return !slices.ContainsFunc(x.Operands(0), func(v ir.Value) bool { return !p.fromPads(v) })
	case x.Op != ir.OpExtractValue || x.Aux.(*ir.IndexAux).Indices[0] != 0:
		return false
	}
	pad := ir.AsInstr(x.Arg(0))
	if pad == nil || pad.Op != ir.OpLandingPad || pad.NumArgs() != 1 || !isNull(pad.Arg(0)) || pad.FirstUse().Next() != nil {
		return false
	}
	work := ir.NewWorklist(pad.Block())
	for b := range work.All {
		if b == p.catch.Block() {
			continue
		}
		if t := b.Terminator(); t.Op == ir.OpRet || t.Op == ir.OpResume || len(work.Added()) > maxCleanups {
			return false
		}
		work.Add(b.Succs(nil)...)
	}
	p.pads = append(p.pads, pad)
	return true
}

// step follows one instruction, and returns the next one; nil if the exception may not pass on.
func (p *passing) step(i *ir.Instr) *ir.Instr {
	uses := slices.ContainsFunc(i.Operands(0), func(v ir.Value) bool { _, known := p.held[v]; return known })
	switch {
	case i.Op == ir.OpBr:
		return p.follow(i)
	case i.IsCall():
		return p.call(i, uses)
	case i.IsTerminator():
		return nil
	case !uses:
	case i.Op == ir.OpPhi:
		if !p.is(i.IncomingFor(p.from)) {
			return nil
		}
		p.held[i] = true
	case i.Op == ir.OpLoad && plainAccess(i) && p.holds(i.Arg(0)):
		p.held[i] = true
	case i.Op == ir.OpStore && plainAccess(i) && p.is(i.Arg(0)) && p.free(i.Arg(1)):
		p.held[i.Arg(1)] = true
	case i.Op == ir.OpICmp && p.is(i.Arg(0)) && isNull(i.Arg(1)) && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE):
		p.tests = append(p.tests, i)
	default:
		return nil
	}
	return i.Next()
}

// is reports whether a value is the exception.
func (p *passing) is(v ir.Value) bool { return p.held[v] && !isAlloca(v) }

// holds reports whether an address is that of a variable that holds the exception.
func (p *passing) holds(v ir.Value) bool { return p.held[v] && isAlloca(v) }

// free reports whether an address is that of a variable that has not held the exception yet.
func (p *passing) free(v ir.Value) bool {
	_, known := p.held[v]
	return isAlloca(v) && !known
}

// follow returns the first instruction where a branch goes, if nothing else goes there, other than branches
// whose conditions are known.
func (p *passing) follow(t *ir.Instr) *ir.Instr {
	to := t.Block().Succs(nil)[0]
	if t.NumArgs() == 3 {
		k := slices.Index(p.tests, ir.AsInstr(t.Arg(0)))
		if k < 0 {
			return nil
		}
		if p.tests[k].Pred() == ir.PredEQ {
			to = t.Block().Succs(nil)[1]
		}
		p.tested = append(p.tested, t.Block())
	}
	p.from = t.Block()
	if slices.ContainsFunc(to.Preds(nil), func(b *ir.Block) bool { return b != p.from && !slices.Contains(p.tested, b) }) {
		return nil
	}
	return to.First()
}

// call follows a call. uses: it uses the exception.
func (p *passing) call(i *ir.Instr, uses bool) *ir.Instr {
	if isNamed(i, "__cxa_end_catch") {
		if i.Op != ir.OpCall || p.ended {
			return nil // this handler, which is another one, ends before the last reference
		}
		p.ended = true
		p.calls = append(p.calls, i)
		return i.Next()
	}
	switch at := i.Arg(0); {
	case i == p.catch:
	case ir.IsLifetime(i):
		return i.Next()
	case isNamed(i, "_ZSt17current_exceptionv") && !p.ended && p.refs == 0 && p.free(at):
		p.held[at] = true
		p.refs++
	case p.holds(at) && isNamed(i, "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv"):
		p.refs++
	case isNamed(i, "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_", "_ZNSt15__exception_ptr13exception_ptrC2ERKS0_",
		"_ZNSt13exception_ptrC1ERKS_", "_ZNSt13exception_ptrC2ERKS_") && p.free(at) && p.holds(i.Arg(1)):
		p.held[at] = true
		p.refs++
	case p.holds(at) && isNamed(i, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", "_ZNSt15__exception_ptr13exception_ptrD1Ev",
		"_ZNSt15__exception_ptr13exception_ptrD2Ev", "_ZNSt13exception_ptrD1Ev", "_ZNSt13exception_ptrD2Ev"):
		p.held[at] = false
		p.refs--
	case p.holds(at) && p.ended && p.again == nil && i.Op == ir.OpInvoke && isNamed(i,
		"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE", "_ZSt17rethrow_exceptionSt13exception_ptr"):
		to := i.UnwindDest()
		if p.again = i; to.SinglePred() == nil || to.First().Op != ir.OpLandingPad {
			return nil
		}
		return to.First()
	case p.again != nil && !uses && i.Op == ir.OpCall && !ir.MayThrow(p.m, i):
		return i.Next()
	default:
		return nil
	}
	if i.Op != ir.OpCall {
		return nil
	}
	p.calls = append(p.calls, i)
	return i.Next()
}

// apply lets the exception pass on.
func (p *passing) apply() {
	m := p.m
	to := p.again.UnwindDest().First()
	for _, pad := range p.pads {
		pad.SetArgs(m, to.Operands(0))
		pad.Aux = to.Aux
		if to.Flags&ir.FlagCleanup != 0 || !slices.ContainsFunc(to.Operands(0), isNull) {
			pad.Flags |= ir.FlagCleanup
		}
	}
	ir.ReplaceUses(to, p.whole(p.catch.Arg(0), map[*ir.Instr]*ir.Instr{}))
	to.Erase()
	for _, test := range p.tests {
		ir.ReplaceUses(test, m.Bool(test.Pred() == ir.PredNE))
	}
	for _, call := range p.calls {
		call.Erase()
	}
	b := p.again.Block()
	ir.NewBuilder(m).At(p.again).Br(p.again.UnwindDest())
	RemovePredecessor(m, p.again.NormalDest(), b, 1)
	p.again.Erase()
}

// whole returns the value of the landing pad that an exception is from.
func (p *passing) whole(e ir.Value, done map[*ir.Instr]*ir.Instr) *ir.Instr {
	x := e.(*ir.Instr)
	if x.Op == ir.OpExtractValue {
		return x.Arg(0).(*ir.Instr)
	}
	if done[x] == nil {
		phi := ir.NewBuilder(p.m).Before(x).Phi(p.pads[0].Type(), "", nil, nil)
		done[x] = phi
		for k, b := range x.PhiBlocks() {
			phi.AddIncoming(p.m, p.whole(x.Arg(k), done), b)
		}
	}
	return done[x]
}
