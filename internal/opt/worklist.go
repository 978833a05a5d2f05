package opt

// Instructions that wait to be looked at, with a mark for each instruction of the function. A pass
// on a small function, of which there are thousands, takes the memory of the one before it. What a
// list is for, and in which order it is worked off, is the pass's to say.

import (
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// worklist is a list of instructions and marks by ID, none of which is set at first.
type worklist struct {
	list  []*ir.Instr
	marks []bool
}

// idleLists are lists of passes that are done. They name no instruction.
var idleLists = sync.Pool{New: func() any { return new(worklist) }}

// maxIdleList is the number of IDs up to which a list is kept.
const maxIdleList = 1 << 14

// newWorklist gives an empty list for a function that is numbered.
func newWorklist(f *ir.Func) *worklist {
	w := idleLists.Get().(*worklist)
	w.marks = sized(w.marks, f.NumIDs())
	clear(w.marks)
	return w
}

// add puts an instruction at the end and marks it, unless it is marked.
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

// done gives the memory back. used is the list when it was longest.
func (w *worklist) done(used []*ir.Instr) {
	if max(len(used), len(w.marks)) <= maxIdleList {
		clear(used)
		w.list = used[:0]
		idleLists.Put(w)
	}
}

// sized gives a slice of a length in the memory of another, if that is large enough. What was in it
// stays.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
