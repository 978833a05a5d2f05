// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "slices"

// Worklist holds values to visit. It yields each value once, however often it is added, in the order
// of the first addition. For example,
//
//	work := ir.NewWorklist(f.Entry())
//	for b := range work.All {
//		work.Add(b.Succs(nil)...)
//	}
//
// visits the blocks that f's entry reaches.
type Worklist[T comparable] struct {
	list  []T
	index map[T]bool // of list; nil: it is short
}

// shortList is the number of values up to which a linear search finds one.
const shortList = 16

// NewWorklist returns a worklist of the given values.
func NewWorklist[T comparable](list ...T) Worklist[T] {
	var w Worklist[T]
	w.Add(list...)
	return w
}

// Add adds values, except those that were added before.
func (w *Worklist[T]) Add(list ...T) {
	for _, v := range list {
		if w.Has(v) {
			continue
		}
		if w.list == nil {
			w.list = make([]T, 0, shortList/2)
		}
		w.list = append(w.list, v)
		switch {
		case w.index != nil:
			w.index[v] = true
		case len(w.list) > shortList:
			w.index = make(map[T]bool, 2*shortList)
			for _, v := range w.list {
				w.index[v] = true
			}
		}
	}
}

// Has reports whether a value was ever added.
func (w *Worklist[T]) Has(v T) bool {
	if w.index != nil {
		return w.index[v]
	}
	return slices.Contains(w.list, v)
}

// Added returns the values that were ever added, in order.
func (w *Worklist[T]) Added() []T { return w.list }

// All yields the values that were added, and those that are added meanwhile.
func (w *Worklist[T]) All(yield func(T) bool) {
	for n := 0; n < len(w.list); n++ {
		if !yield(w.list[n]) {
			return
		}
	}
}

// AddReferences adds what a value refers to: the operands of a function's instructions, the
// initializer of a global, or the elements of a constant. A function that is not loaded has none.
func AddReferences(work *Worklist[Value], v Value) {
	switch v := v.(type) {
	case *Func:
		for i := range v.Instrs() {
			for k := range i.NumArgs() {
				work.Add(i.Arg(k))
			}
		}
	case *Global:
		if init, err := v.Initializer(); err == nil && init != nil {
			work.Add(init)
		}
	case *Const:
		work.Add(v.Elems...)
	}
}
