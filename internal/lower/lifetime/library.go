// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Calls of library functions that access only objects of the library's own types (ir.OwnObjects):
// exception_ptrs, mutexes and condition variables, which promises contain. Their bodies are unknown,
// but a promise's other members, and the handle, are out of their reach.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// ofObjects returns the row of a call of such a function, or nil.
func ofObjects(i *ir.Instr) *ir.LibraryRow {
	if r := ir.LibraryCall(i); r.Has(ir.OwnObjects) {
		return r
	}
	return nil
}

// libraryObjects executes a call of such a function. Meanwhile any code may run: the destructor of an
// exception, or a thread that gets a mutex.
func (w *pathSearch) libraryObjects(s *abstractState, i *ir.Instr, n int, g *ir.Func, row *ir.LibraryRow) []callOut {
	fa := w.an.facts
	for k := range i.NumCallArgs() {
		a := w.eval(s, i.Arg(k))
		if !a.isPointer() {
			continue
		}
		size := int64(-1)
		if row.Has(ir.HoldsPointer) {
			size = fa.Layout.PtrSize(0)
			if a.kind == knownFrame {
				w.readFrame(s, i, a, size)
			}
		} else if d := ir.ArgAttr(fa.M, i, k, "dereferenceable"); d != nil && a.off != anywhere {
			if bytes, err := strconv.ParseInt(d.Val, 10, 64); err == nil {
				size = bytes
			}
		}
		if a.kind == knownFrame {
			a = w.frameAddr(a)
		}
		if !row.Has(ir.HoldsPointer) {
			w.changeObjects(s, a, size)
			continue
		}
		w.leakContents(s, i, a, size)
		s.store(a, size, abstractValue{}, w.at(i))
	}
	s.clobber()
	return w.outcomes(s, i, n, abstractValue{}, g)
}

// changeObjects drops what is known of an object of the library, and of the objects that it refers to.
// The references stay. For example, condition_variable::wait unlocks the mutex to which its unique_lock
// refers.
func (w *pathSearch) changeObjects(s *abstractState, of abstractValue, size int64) {
	changed := []abstractValue{of}
	for n := range s.slots {
		if c := &s.slots[n]; c.touches(of, size) && c.k.kind == knownAddr {
			changed = append(changed, abstractValue{knownAddr, c.k.v, anywhere})
		}
	}
	for k, a := range changed {
		if k > 0 {
			size = -1
		}
		s.keepSlots(func(c *cell) bool { return !c.touches(a, size) || c.k.kind != knownConst })
	}
}
