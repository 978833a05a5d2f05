// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Spare is working memory of type T that outlives its use. Passes run on thousands of functions,
// most of which are so small that allocating a pass's tables takes longer than filling them. So a
// pass puts its tables back when it is done, cleared, and takes them again for the next function:
//
//	var lists = ir.NewSpare[list]()
//
//	l := lists.Take(m)
//	... // Take may be called again in between, and then returns other memory
//	lists.Put(m, l)
//
// The memory stays in the arena, so it passes from one unit to the next, and two units that are
// lowered at the same time do not share it. What is never put back is left to the garbage
// collector.
type Spare[T any] struct{ slot int }

// spares is the number of spares that exist.
var spares int

// NewSpare returns a new Spare. It may only be called in the initialisation of a package.
func NewSpare[T any]() Spare[T] {
	spares++
	return Spare[T]{spares - 1}
}

// Take returns memory that was put back, or new memory, which is zero.
func (s Spare[T]) Take(m *Module) *T {
	if l := s.list(m); len(l.idle) > 0 {
		x := Pop(&l.idle)
		return x
	}
	return new(T)
}

// Put keeps memory for the next Take. The caller must have cleared the references in it, and must
// not use it any more.
func (s Spare[T]) Put(m *Module, x *T) {
	l := s.list(m)
	l.idle = append(l.idle, x)
}

// spareList holds what was put back and not yet taken.
type spareList[T any] struct{ idle []*T }

func (s Spare[T]) list(m *Module) *spareList[T] {
	a := m.mem
	if a.spares == nil {
		a.spares = make([]any, spares)
	}
	if l, ok := a.spares[s.slot].(*spareList[T]); ok {
		return l
	}
	l := new(spareList[T])
	a.spares[s.slot] = l
	return l
}
