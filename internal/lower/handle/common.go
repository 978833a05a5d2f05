package handle

// Facts that hold for all units of a file, computed once for the file. One unit after another reads
// the same library functions, and analysing the uses of their parameters needs their simplified
// bodies.
//
// The cache relies on two assumptions. A function with a number (Env.FileNo) has in each unit the
// body that the file has, prepared in the same way. And every function that it leads to by name,
// through other functions or through initializers of globals, has a number, too. Then an answer
// does not depend on the functions of a unit, which passes change, nor on the unit's earlier
// queries: it is determined by the file and the run. If the depth bound cut an answer off, the
// answer holds for that depth (Memo), for any caller.
//
// A unit that takes an answer from the cache need not read the function at all. If it is then
// allowed to search the body, it requests the body itself (Facts.body).
//
// With Facts.Prove each unit computes its own answers and compares them with those of other units.

import (
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// Common holds the facts about the functions with a number in one file, for one run. Several units
// may use it concurrently.
type Common struct {
	params  commonMemo[commonQuestion, addrUse] // the first four are as in Facts
	writes  commonMemo[commonQuestion, bool]
	handsOn commonMemo[commonQuestion, bool]
	late    commonMemo[commonQuestion, bool]
	flows   commonMemo[flowNo, commonUse]
	throws  CommonFacts[bool]
	jumps   CommonFacts[bool]
	bodies  CommonFacts[bodyFacts]
	results CommonFacts[commonResult]
}

// flowNo is flowKey with the function's number.
type flowNo struct {
	f      int
	params uint64
	deep   bool
}

// commonUse is frameUse with functions by name, sorted, because each unit has its own functions; ""
// stands for an unknown one.
type commonUse struct {
	away, keeps, hidden bool
	ret                 hold
	given               string // each name is followed by a zero byte, which no name contains
}

// bodyFacts are the facts about a callee that decide whether to search it.
type bodyFacts struct {
	readable bool // it has a body in which no call may return twice
	small    bool // of at most maxSmallCallee instructions
}

// commonResult is the integer of at most 64 bits that a function always returns, if there is one
// (Facts.result).
type commonResult struct {
	same  bool
	value uint64
}

// NewCommon returns an empty Common.
func NewCommon() *Common {
	c := new(Common)
	c.params.memo.Max, c.writes.memo.Max, c.flows.memo.Max = maxUseDepth-1, maxUseDepth-1, maxUseDepth-1
	c.handsOn.memo.Max, c.late.memo.Max = maxUseDepth-1, maxUseDepth-1
	return c
}

// commonNo returns the number of a function whose facts are common, -1 for any other function.
func (fa *Facts) commonNo(f *ir.Func) int {
	if fa.Common == nil {
		return -1
	}
	no, ok := fa.numbers[f]
	if !ok { // finding the name in the file takes longer
		no = fa.FileNo(f)
		fa.numbers[f] = no
	}
	return no
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

// put caches an answer about a function. It panics if another unit found a different one.
func (c *commonMemo[K, V]) put(k K, depth int, v V, height int, f *ir.Func) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if was, _, ok := c.memo.Get(k, depth); ok && was != v {
		differs(f)
	}
	c.memo.Put(k, depth, v, height)
}

func differs(f *ir.Func) {
	panic("the effects of @" + f.Name + " differ between units")
}

// CommonFacts are the answers to one query about functions with a number, for several units.
type CommonFacts[V comparable] struct {
	mu    sync.Mutex
	known map[int]V
}

// Get returns the answer for the function with a number, if it is known.
func (c *CommonFacts[V]) Get(no int) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok = c.known[no]
	return v, ok
}

// Put caches the answer for f, which has the number no. It panics if another unit found a different
// one.
func (c *CommonFacts[V]) Put(no int, v V, f *ir.Func) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if was, ok := c.known[no]; ok && was != v {
		differs(f)
	}
	if c.known == nil {
		c.known = map[int]V{}
	}
	c.known[no] = v
}

// share converts a function's use of a frame to the form that other units can read.
func (use *frameUse) share() commonUse {
	names := make([]string, len(use.given))
	for k, g := range use.given {
		if g != nil {
			names[k] = g.Name
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		b.WriteString(n)
		b.WriteByte(0)
	}
	return commonUse{use.away, use.keeps, use.hidden, use.ret, b.String()}
}

// take is the inverse of share; false: the unit lacks one of the functions.
func (c *commonUse) take(m *ir.Module) (use frameUse, ok bool) {
	use = frameUse{away: c.away, keeps: c.keeps, hidden: c.hidden, ret: c.ret}
	for rest := c.given; rest != ""; {
		name, behind, _ := strings.Cut(rest, "\x00")
		var g *ir.Func
		if name != "" {
			if g, _ = m.Func(name); g == nil {
				return use, false
			}
		}
		use.given, rest = append(use.given, g), behind
	}
	return use, true
}

// commonFlows returns how a function with a number uses a frame, if another unit found that.
func (fa *Facts) commonFlows(key flowKey, no, depth int) (use frameUse, height int, ok bool) {
	c, height, ok := fa.Common.flows.get(flowNo{no, key.params, key.deep}, depth)
	if !ok {
		return use, 0, false
	}
	use, ok = c.take(fa.M)
	return use, height, ok
}

// readable reports whether a function has a body in which no call may return twice. If another unit
// found that, this unit may still have to request the body.
func (fa *Facts) readable(f *ir.Func) bool {
	if no := fa.commonNo(f); no >= 0 {
		return fa.bodyFacts(f, no).readable
	}
	return fa.body(f) && fa.returnsTwice(f) == nil
}

// small reports whether a readable function has at most maxSmallCallee instructions.
func (fa *Facts) small(f *ir.Func) bool {
	if no := fa.commonNo(f); no >= 0 {
		return fa.bodyFacts(f, no).small
	}
	return ir.NumInstrs(f, maxSmallCallee) <= maxSmallCallee
}

// bodyFacts returns the facts about a callee with a number that decide whether to search it.
func (fa *Facts) bodyFacts(f *ir.Func, no int) bodyFacts {
	if b, ok := fa.Common.bodies.Get(no); ok && !fa.Prove {
		return b
	}
	b := bodyFacts{readable: fa.body(f) && fa.returnsTwice(f) == nil}
	b.small = b.readable && ir.NumInstrs(f, maxSmallCallee) <= maxSmallCallee
	fa.Common.bodies.Put(no, b, f)
	return b
}

// commonResult returns the constant that a function with a number returns, if another unit found
// one; ok: another unit has decided.
func (fa *Facts) commonResult(f *ir.Func, no int) (c *ir.Const, ok bool) {
	r, ok := fa.Common.results.Get(no)
	if r.same {
		c = fa.M.ConstInt(f.FTy.Ret(), int64(r.value))
	}
	return c, ok
}

// shareResult caches for other units the constant that a function with a number returns.
func (fa *Facts) shareResult(f *ir.Func, no int, c *ir.Const) {
	var r commonResult
	if c != nil {
		r = commonResult{true, c.Uint64()}
	}
	fa.Common.results.Put(no, r, f)
}
