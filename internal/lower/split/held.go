// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// What a frame holds: values, objects, and what it refuses; and the sizes of objects.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/target"
)

// spill is a value kept in the frame, with its users across a suspend.
type spill struct {
	def   ir.Value
	users []*ir.Instr
	why   coro.Why
}

// slotType returns the type of a spilled value's slot. The slot of a byval parameter holds the
// object itself.
func (s *spill) slotType(m *ir.Module) *ir.Type {
	if t := coro.ByvalType(m, s.def); t != nil {
		return t
	}
	return s.def.Type()
}

// object is an alloca kept in the frame.
type object struct {
	*coro.AllocaInfo
	why coro.Why
}

// spillSet lists what goes to the frame, other than the ABI's fields, in LLVM's order.
type spillSet struct {
	values  []spill
	objects []object
	stack   []*coro.AllocaInfo // stay on the stack though a suspend is in their lifetime
	lv      *live.Liveness     // only with shared storage
	refused []Refusal          // values and objects that the frame cannot hold
}

// refuse records that the frame cannot hold the value that was found last.
func (set *spillSet) refuse(name string, at ir.Pos) {
	set.refused = append(set.refused, Refusal{Rule: name, Pos: at, Why: set.values[len(set.values)-1].why})
}

// Refusal describes a value or an object that the frame cannot hold.
type Refusal struct {
	Rule    string // the rule's name in package rule
	Pos     ir.Pos // the position of the error
	Why     coro.Why
	Written ir.Pos // rule.RuleArrayCopy: where a write may precede the frame
	Freed   ir.Pos // rule.RuleEndedObject: where the ramp may free the frame
	// Heap is, for rule.RuleDynamic, why the object cannot be allocated like the frame; the message
	// is empty if that was not tried.
	Heap ir.Note
}

// Assumed is a change of one object for which the frame is laid out again; zero: none.
type Assumed struct {
	Value  ir.Value
	Align  int64 // the object's alignment; 0: as it is
	Absent bool  // the frame does not hold the object
}

// Laid is a frame that is laid out, and the function whose values are not in it yet. Callers must
// only read it.
type Laid struct {
	*coro.Shape
	M        *ir.Module
	Layout   *target.Layout
	Frame    *frame.Layout
	Crossing *coro.Crossing
	Live     *live.Liveness // nil: the coroutine never suspends
	// Objects and Users list what the frame holds, other than the ABI's fields: allocas, and values
	// with their users across a suspend.
	Objects map[ir.Value]*coro.AllocaInfo
	Users   map[ir.Value][]*ir.Instr
	Awaited map[*ir.Instr]bool // the calls that replaced await intrinsics
	// Shares: slots may share storage. NotShared is the reason why they may not, although sharing was
	// requested.
	Shares     bool
	NotShared  string
	MarksLives bool // lifetime markers limit lifetimes (see abi)

	co  *coroutine
	set *spillSet
}

// allocaType returns the type of the object: an array for an alloca with a count.
func (co *coroutine) allocaType(a *ir.Instr) *ir.Type {
	if n, ok := ir.AllocaCount(a); ok && n != 1 {
		return co.m.Types.Array(a.ElemTy, n)
	}
	return a.ElemTy
}

// byvalAlign returns the alignment that a byval parameter states for its memory. It may be less than
// that of the type: on 32-bit x86, an argument of 16 bytes lies at a multiple of 4 in the caller's
// stack. Without a statement the target decides, and any alignment is possible.
func byvalAlign(m *ir.Module, v ir.Value) uint32 {
	return uint32(max(v.(*ir.Param).Attrs.Align(m), 1))
}

// usualAlign returns the alignment that allocators guarantee: two pointers.
func (co *coroutine) usualAlign() int64 { return 2 * co.c.Layout.PtrSize(0) }
