package handle

// Facts that hold for all units of a file, found out once for the file. The same functions of a library are read by one unit after the other, and what
// they do with their parameters takes their simplified bodies to tell.
//
// It is assumed that a function with a number (Env.FileNo) is in each unit the one that the file has, made ready to be read in the same way, and that
// whatever it leads to by name, through other functions or through initializers of globals, is such a function, too. Then no member of a unit, which
// passes change, has a part in the answer, and neither does what the unit looks at or asked before: answers are functions of the file and the run.
// Where the bound on depth cut something off, the answer is one for that depth (Memo), whoever asks.
//
// With Facts.Prove each unit finds out for itself, and is held against the others.

import (
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// Common are facts of the functions with a number of one file, in one run. Several units may use them side by side.
type Common struct {
	params commonMemo[paramNo, addrUse]
	writes commonMemo[int, bool] // Facts.writes
}

// paramNo is a parameter of a function with a number.
type paramNo struct{ f, k int }

// NewCommon makes facts none of which is known yet.
func NewCommon() *Common {
	c := new(Common)
	c.params.memo.Max, c.writes.memo.Max = maxUseDepth-1, maxUseDepth-1
	return c
}

// commonNo is the number of a function of which facts are common, -1 for another.
func (fa *Facts) commonNo(f *ir.Func) int {
	if fa.Common == nil {
		return -1
	}
	return fa.FileNo(f)
}

// commonMemo is a Memo that several units use.
type commonMemo[K, V comparable] struct {
	mu   sync.Mutex
	memo Memo[K, V]
}

func (c *commonMemo[K, V]) get(k K, depth int) (v V, height int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.memo.Get(k, depth)
}

// put keeps an answer about a function. It panics if another unit found another.
func (c *commonMemo[K, V]) put(k K, depth int, v V, height int, f *ir.Func) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if was, _, ok := c.memo.Get(k, depth); ok && was != v {
		panic("what @" + f.Name + " does is not what it does in another unit")
	}
	c.memo.Put(k, depth, v, height)
}
