// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Code that the returned-continuation and asynchronous ABIs share. Each suspend has a part of its
// own, which resumes only that suspend, and only the coroutine's own functions know the layout of
// the frame. The files of the ABIs define the parameters of a part and how a function leaves.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/splitdebug"
	"github.com/corolower/corolower/internal/opt"
)

// continued is a coroutine of such an ABI. It implements the methods of abi that are the same for
// both.
type continued struct {
	*coroutine
	clones []*ir.Func  // by suspend
	behind []*ir.Block // by suspend: the block in which its part starts
}

// marksLives implements abi. A frontend may place lifetime markers too late in these ABIs: another
// function may know the address of an object while the coroutine is suspended, although no marker
// has ended its lifetime (LLVM's test coro-async-addr-lifetime-infinite-loop-bug).
func (co *continued) marksLives() bool    { return false }
func (co *continued) remarkedSize() int64 { return used(co.frame) }

// nameInFrame implements abi: the address in the frame takes the object's name.
func (co *continued) nameInFrame(a *ir.Instr) string {
	name := a.Name()
	a.SetName("")
	return name
}

func (co *continued) members(*splitdebug.Describer) []splitdebug.Member { return nil }

// declare declares the function that resumes suspend n. coro-cleanup simplifies it later.
func (co *continued) declare(name string, fty *ir.Type, n int) *ir.Func {
	c := co.declarePart(name, fty)
	if p := co.profile; p != nil && p.resumed != nil {
		co.countEntries(c, []uint64{p.resumed[n], p.destroyed[n]}, true)
	}
	c.Ragged = true
	return c
}

// resumeWith replaces the uses of a suspend's result by what a part gets.
func (co *continued) resumeWith(p *part, s *ir.Instr, gets []*ir.Param) {
	switch t := s.Type(); {
	case t.IsVoid():
		return
	case t.Kind() != ir.Struct:
		ir.ReplaceUses(s, gets[0])
		return
	}
	for _, u := range s.Users() {
		if u.Op != ir.OpExtractValue {
			continue
		}
		if idx := u.Aux.(*ir.IndexAux).Indices; len(idx) == 1 {
			ir.ReplaceUses(u, gets[idx[0]])
			u.Erase()
		}
	}
	if !s.HasUses() {
		return
	}
	bld := ir.NewBuilder(co.m).Before(p.f.Entry().Terminator())
	var all ir.Value = co.unknown(s.Type())
	for k, q := range gets {
		all = bld.InsertValue(all, q, "", k)
	}
	ir.ReplaceUses(s, all)
}

// finishPart finishes the part that resumes suspend n.
func (co *continued) finishPart(n int, p *part) {
	co.declares.Locals(p.vm)
	co.salvageDebug(p.f, p.base, p.vm)
	opt.RemoveUnreachable(p.f)
	p.finish()
	debuginfo.SetScopeLine(co.m, p.f, firstLine(co.m, co.Suspends[n], co.behind[n]))
}

// leaveRamp removes the remaining coroutine intrinsics from the original function, in which the
// frame is at mem. end replaces a coro.end.
func (co *continued) leaveRamp(mem ir.Value, end func(e *ir.Instr)) {
	m := co.m
	if co.framePtr == ir.Value(co.Begin) {
		co.framePtr = mem
	}
	ir.ReplaceUses(co.Begin, mem)
	co.salvageDebug(co.F, co.framePtr, nil)
	for _, e := range co.Ends {
		end(e)
	}
	for _, r := range co.InRamp {
		ir.ReplaceUses(r, m.Bool(true))
		r.Erase()
	}
	co.errorSlots(co.F, func(i *ir.Instr) *ir.Instr { return i })
	co.Begin.Erase()
	opt.RemoveUnreachable(co.F)
	// Undefined behaviour before the id, for example a store to a null buffer, may have made its
	// block unreachable.
	if co.ID.Block() != nil && !co.ID.HasUses() {
		co.ID.Erase()
	}
	co.F.Ragged = true
}

// unknown returns the placeholder for an element that is not computed yet: poison, or undef in
// older versions.
func (co *continued) unknown(t *ir.Type) *ir.Const {
	if co.m.Has(ir.PoisonYields) {
		return co.m.Poison(t)
	}
	return co.m.Undef(t)
}

// touchesAlloca reports whether an instruction uses an object other than by marking its lifetime.
func touchesAlloca(i *ir.Instr) bool {
	if i.Op == ir.OpAlloca || ir.IsLifetime(i) {
		return false
	}
	for k := range i.NumArgs() {
		if a := ir.AsInstr(ir.StripCasts(i.Arg(k))); a != nil && a.Op == ir.OpAlloca {
			return true
		}
	}
	return false
}

// leaveWith ends the block before i with terminator t; i and the instructions after it become
// unreachable.
func leaveWith(i, t *ir.Instr) {
	b := i.Block()
	b.SplitBefore(i, "")
	old := b.Terminator()
	t.SetDebugLoc(old.DebugLoc())
	old.Erase()
	b.Append(t)
}
