// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// The shape of a coroutine before it is split: its id, begin, suspends and ends, and the other
// intrinsics that refer to its frame. One walk over the function finds it, for every ABI in the
// same way; the ABI itself rejects what it does not support. Nothing is changed.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// Shape is the skeleton of a coroutine. Code that edits the function must update the shape.
type Shape struct {
	F         *ir.Func
	ID, Begin *ir.Instr   // both nil: the function begins no frame that is still to be built
	Suspends  []*ir.Instr // of any ABI, in index order: that of the text, except that a final one is last
	Ends      []*ir.Instr // coro.end and coro.end.async; a fallthrough coro.end first
	Sizes     []*ir.Instr // coro.size
	Aligns    []*ir.Instr // coro.align
	Frames    []*ir.Instr // coro.frame
	Saves     []*ir.Instr // coro.save that no suspend uses
	Awaits    []*ir.Instr // coro.await.suspend in its three forms
	InRamp    []*ir.Instr // coro.is_in_ramp
	Hidden    []*ir.Instr // coro.promise; coro-early hides the promise behind one on coro.begin
	Promise   *ir.Instr   // the alloca that the id names, or nil
	HasFinal  bool        // the last suspend is final
	UnwindEnd bool        // some coro.end is for unwinding
}

// Find finds the shape of a function. The error is the first fault in it, whatever its ABI.
func Find(f *ir.Func) (*Shape, error) {
	s, wrong := FindAll(f)
	if len(wrong) > 0 {
		return nil, wrong[0]
	}
	return s, nil
}

// FindAll finds the shape of a function and all faults in it. If there are several instructions
// where only one is allowed, the shape has the first.
func FindAll(f *ir.Func) (*Shape, ir.ErrorList) {
	s := &Shape{F: f}
	final := -1
	var wrong ir.ErrorList
	tell := func(e *ir.Error) {
		if e != nil {
			wrong = append(wrong, e)
		}
	}
	for i := range f.Instrs() {
		switch id := ir.CoroCall(i); id {
		case ir.CoroSize:
			s.Sizes = append(s.Sizes, i)
		case ir.CoroAlign:
			s.Aligns = append(s.Aligns, i)
		case ir.CoroFrame:
			s.Frames = append(s.Frames, i)
		case ir.CoroSave:
			if !i.HasUses() {
				s.Saves = append(s.Saves, i)
			}
		case ir.CoroSuspend, ir.CoroSuspendRetcon, ir.CoroSuspendAsync:
			if id == ir.CoroSuspend && ir.IsFinal(i) {
				if final >= 0 {
					tell(rule.Error(i.Pos, rule.RuleTwoFinals))
				} else {
					final = len(s.Suspends)
				}
			}
			s.Suspends = append(s.Suspends, i)
		case ir.CoroBegin, ir.CoroBeginCustomABI:
			tell(s.addBegin(i))
		case ir.CoroEnd:
			tell(s.addEnd(i))
		case ir.CoroEndAsync:
			s.Ends = append(s.Ends, i)
		case ir.CoroIsInRamp:
			s.InRamp = append(s.InRamp, i)
		case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
			s.Awaits = append(s.Awaits, i)
		case ir.CoroPromise:
			s.Hidden = append(s.Hidden, i)
		}
	}
	if s.Begin == nil {
		return s, wrong
	}
	if final >= 0 {
		s.HasFinal = true
		last := len(s.Suspends) - 1
		s.Suspends[final], s.Suspends[last] = s.Suspends[last], s.Suspends[final]
	}
	wrong = append(wrong, s.checkSaves()...)
	tell(s.findPromise())
	return s, wrong
}

// addBegin records a coro.begin. It ignores one whose id belongs to a coroutine that was split
// already: inlining brought it here.
func (s *Shape) addBegin(i *ir.Instr) *ir.Error {
	id := ir.AsInstr(i.Arg(0))
	if id == nil || !ir.CoroCall(id).IsAnyID() {
		return rule.Error(i.Pos, rule.RuleBeginToken)
	}
	if ir.CoroCall(id) == ir.CoroID && ir.IsPostSplit(id) {
		return nil
	}
	if s.Begin != nil {
		return rule.Error(i.Pos, rule.RuleTwoBegins)
	}
	s.Begin, s.ID = i, id
	return nil
}

// addEnd records a coro.end. A fallthrough end changes places with the first.
func (s *Shape) addEnd(i *ir.Instr) *ir.Error {
	s.Ends = append(s.Ends, i)
	if ir.IsUnwindEnd(i) {
		s.UnwindEnd = true
		return nil
	}
	if n := len(s.Ends) - 1; n > 0 {
		if first := s.Ends[0]; ir.CoroCall(first) == ir.CoroEnd && !ir.IsUnwindEnd(first) {
			return rule.Error(i.Pos, rule.RuleTwoEnds)
		}
		s.Ends[0], s.Ends[n] = s.Ends[n], s.Ends[0]
	}
	return nil
}

// Save returns the coro.save of a suspend, or nil if the suspend has none or is of a kind that has
// none.
func Save(suspend *ir.Instr) *ir.Instr {
	if !ir.IsCoro(suspend, ir.CoroSuspend) {
		return nil
	}
	return ir.AsInstr(suspend.Arg(0))
}

func (s *Shape) checkSaves() (wrong ir.ErrorList) {
	for _, i := range s.Suspends {
		save := Save(i)
		switch {
		case save == nil:
		case ir.CoroCall(save) != ir.CoroSave:
			wrong = append(wrong, rule.Error(i.Pos, rule.RuleSuspendToken))
		case !save.HasOneUse():
			wrong = append(wrong, rule.Error(i.Pos, rule.RuleSharedSave))
		}
	}
	return wrong
}

// findPromise sets Promise to the alloca that the coro.id names.
func (s *Shape) findPromise() *ir.Error {
	if ir.CoroCall(s.ID) != ir.CoroID {
		return nil // only coro.id names one
	}
	p := ir.StripCasts(s.ID.Arg(ir.IdPromise))
	if c, ok := p.(*ir.Const); ok && c.IsZero() {
		return nil
	}
	a := ir.AsInstr(p)
	if a == nil || a.Op != ir.OpAlloca {
		return rule.Error(s.ID.Pos, rule.RulePromise)
	}
	s.Promise = a
	return PromiseSize(a)
}

// PromiseSize returns an error if a promise has no constant size.
func PromiseSize(a *ir.Instr) *ir.Error {
	if _, ok := ir.AllocaCount(a); ok && !hasScalable(a.ElemTy) {
		return nil
	}
	e := ir.Errorf(a.Pos, "the promise must have a constant size, because it has a fixed place in the frame")
	e.Rule = rule.RulePromise
	e.Hint = "give it a constant size, and allocate separately what varies"
	return e
}

// hasScalable reports whether a type is or contains a scalable vector.
func hasScalable(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Array:
		return hasScalable(t.Elem())
	case ir.Struct:
		return slices.ContainsFunc(t.Fields(), hasScalable)
	}
	return t.IsScalable()
}

// ReturnEdge returns the index of the successor that a terminator takes only if the coroutine suspends
// there and returns to its caller, or -1 if there is none. Only llvm.coro.suspend has one. In most
// coroutines it is the default edge of the switch on the result. A final suspend is never resumed.
func (*Shape) ReturnEdge(t *ir.Instr) int {
	s, away := ir.SuspendEdge(t, -1)
	if s == nil || ir.EdgeOf(t, s, 1) == away || ir.EdgeOf(t, s, 0) == away && !ir.IsFinal(s) {
		return -1
	}
	return away
}

// IsSuspend reports whether i is a suspend of any ABI.
func IsSuspend(i *ir.Instr) bool {
	switch ir.CoroCall(i) {
	case ir.CoroSuspend, ir.CoroSuspendRetcon, ir.CoroSuspendAsync:
		return true
	}
	return false
}
