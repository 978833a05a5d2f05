// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

// What a suspended coroutine waits for, in a report: the awaiter of each suspend, and the offsets
// of coroutine handles in the frame.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// awaiter finds the object whose await_suspend was called for a suspend. It returns the object's
// row, or -1 if it has none, and its type, or "" if it is unknown. The call stands between the save
// and the suspend:
//
//	%save = call token @llvm.coro.save(ptr null)
//	call void @f.__await_suspend_wrapper__await(ptr %awaiter, ptr %frame)
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// Clang 17 and earlier call await_suspend itself there, and nothing identifies such a call.
func (e *explainer) awaiter(s *ir.Instr, slots []*frame.Slot) (row int, typ string) {
	at := coro.Save(s)
	for steps := 0; at != nil && at != s && steps < maxAwaitSteps; steps++ {
		if e.Awaited[at] {
			break
		}
		if next := at.Next(); next != nil {
			at = next
		} else if at.Op == ir.OpInvoke {
			at = at.NormalDest().First()
		} else if b := at.Block().SingleSucc(); b != nil {
			at = b.First()
		} else {
			return -1, ""
		}
	}
	if at == nil || !e.Awaited[at] {
		return -1, ""
	}
	a := ir.AsInstr(ir.StripCasts(at.Arg(0)))
	if a == nil || a.Op != ir.OpAlloca {
		return -1, ""
	}
	row = slices.IndexFunc(slots, func(s *frame.Slot) bool { return s.Value == ir.Value(a) })
	return row, e.AllocaType(a).String()
}

// maxAwaitSteps bounds the instructions between a save and its await.
const maxAwaitSteps = 64

// maxHandles bounds the handles of one row. A larger array is described by its first handles.
const maxHandles = 64

// handles returns to with the offsets of the std::coroutine_handle objects in t appended; t lies at
// offset at. It recognises such objects by the names of structs. For example, promise_type has one
// at offset 8:
//
//	%"struct.std::__n4861::coroutine_handle.3" = type { ptr }
//	%"struct.task::promise_type" = type { i32, %"struct.std::__n4861::coroutine_handle.3" }
func (e *explainer) handles(t *ir.Type, at int64, to []int64) []int64 {
	if len(to) >= maxHandles || !e.holdsHandle(t) {
		return to
	}
	switch t.Kind() {
	case ir.Struct:
		if t.IsNamed() && isHandle(t.Name()) {
			return append(to, at)
		}
		for k, f := range t.Fields() {
			to = e.handles(f, at+e.Layout.FieldOffset(t, k), to)
		}
	case ir.Array:
		for k := uint64(0); k < t.Len() && len(to) < maxHandles; k++ {
			to = e.handles(t.Elem(), at+int64(k)*e.Layout.AllocSize(t.Elem()), to)
		}
	}
	return to
}

// holdsHandle reports whether a type contains std::coroutine_handle. It caches the answer for each
// type, because nested types may contain a type many times:
//
//	%b = type { %a, %a }
//	%c = type { %b, %b }
func (e *explainer) holdsHandle(t *ir.Type) bool {
	holds, known := e.holds[t]
	if known {
		return holds
	}
	switch t.Kind() {
	case ir.Struct:
		holds = t.IsNamed() && isHandle(t.Name()) || slices.ContainsFunc(t.Fields(), e.holdsHandle)
	case ir.Array:
		holds = t.Len() > 0 && e.holdsHandle(t.Elem())
	}
	ir.Put(&e.holds, t, holds)
	return holds
}

// isHandle reports whether the name of a type, in IR or in the source, is std::coroutine_handle.
func isHandle(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "struct."), "class.")
	rest, std := strings.CutPrefix(name, "std::")
	if !std {
		return false
	}
	rest, _, _ = strings.Cut(rest, "<")
	rest = rest[strings.LastIndex(rest, ":")+1:]
	rest, _, _ = strings.Cut(rest, ".")
	return rest == "coroutine_handle"
}
