// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// A worklist of instructions with a mark for each instruction of the function. Passes on small
// functions, of which there are thousands, reuse the memory of earlier passes. Each pass decides
// what the list means and in which order it is processed.

import (
	"github.com/corolower/corolower/internal/ir"
)

// worklist is a list of instructions, and marks by ID that are initially unset.
type worklist struct {
	m     *ir.Module
	list  []*ir.Instr
	marks []bool
}

// idleLists holds finished worklists for reuse, without references to instructions.
var idleLists = ir.NewSpare[worklist]()

// maxIdleList is the largest number of IDs of a list that is reused.
const maxIdleList = 1 << 14

// newWorklist returns an empty list for a numbered function.
func newWorklist(f *ir.Func) *worklist {
	w := idleLists.Take(f.Module())
	w.m = f.Module()
	w.marks = sized(w.marks, f.NumIDs())
	clear(w.marks)
	return w
}

// add appends an instruction and marks it, unless it is already marked.
func (w *worklist) add(i *ir.Instr) {
	if !w.marks[i.ID] {
		w.marks[i.ID] = true
		w.list = append(w.list, i)
	}
}

// addAll adds the instructions of a block.
func (w *worklist) addAll(b *ir.Block) {
	for i := b.First(); i != nil; i = i.Next() {
		w.add(i)
	}
}

// done puts the list back. used is the list at its longest.
func (w *worklist) done(used []*ir.Instr) {
	if max(len(used), len(w.marks)) <= maxIdleList {
		clear(used)
		w.list = used[:0]
		m := w.m
		w.m = nil
		idleLists.Put(m, w)
	}
}

// sized returns a slice of length n, in the memory of s if that is large enough. It keeps the old
// content.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
