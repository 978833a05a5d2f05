package handle

// Facts that hold for all units of a file, found out once for the file. The same functions of a
// library are read by one unit after the other, and what they do with their parameters takes their
// simplified bodies to tell.
//
// It is assumed that a function with a number (Env.FileNo) is in each unit the one that the file
// has, made ready to be read in the same way, and that whatever it leads to by name, through other
// functions or through initializers of globals, is such a function, too. Then no member of a unit,
// which passes change, has a part in the answer, and neither does what the unit looks at or asked
// before: answers are functions of the file and the run. Where the bound on depth cut something
// off, the answer is one for that depth (Memo), whoever asks.
//
// A unit that is answered so need not read the function at all: who is told that a body may be
// looked into asks for it (Facts.body) where it does.
//
// With Facts.Prove each unit finds out for itself, and is held against the others.

import (
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// Common are facts of the functions with a number of one file, in one run. Several units may use
// them side by side.
type Common struct {
	params  commonMemo[commonQuestion, addrUse] // these four are as in Facts
	writes  commonMemo[commonQuestion, bool]
	handsOn commonMemo[commonQuestion, bool]
	late    commonMemo[commonQuestion, bool]
	flows   commonMemo[flowNo, commonUse]
	throws  CommonFacts[bool]
	jumps   CommonFacts[bool]
	bodies  CommonFacts[bodyFacts]
	results CommonFacts[commonResult]
}

// flowNo is flowKey.
type flowNo struct {
	f      int
	params uint64
	deep   bool
}

// commonUse is frameUse with functions by name, in order, for each unit has its own; "" stands for
// one that is not known.
type commonUse struct {
	away, keeps, hidden bool
	ret                 hold
	given               string // each name with a zero byte behind it, which no name has
}

// bodyFacts are what is asked of a callee before it is looked into.
type bodyFacts struct {
	readable bool // it has a body in which no call may come back twice
	small    bool // of at most maxSmallCallee instructions
}

// commonResult is the integer of at most 64 bits that a function returns always, if it does
// (Facts.result).
type commonResult struct {
	same  bool
	value uint64
}

// NewCommon makes facts none of which is known yet.
func NewCommon() *Common {
	c := new(Common)
	c.params.memo.Max, c.writes.memo.Max, c.flows.memo.Max = maxUseDepth-1, maxUseDepth-1, maxUseDepth-1
	c.handsOn.memo.Max, c.late.memo.Max = maxUseDepth-1, maxUseDepth-1
	return c
}

// commonNo is the number of a function of which facts are common, -1 for another.
func (fa *Facts) commonNo(f *ir.Func) int {
	if fa.Common == nil {
		return -1
	}
	no, ok := fa.numbers[f]
	if !ok { // to find a name in the file takes longer
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

// put keeps an answer about a function. It panics if another unit found another.
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

// CommonFacts are answers to one question about functions with a number that several units use.
type CommonFacts[V comparable] struct {
	mu    sync.Mutex
	known map[int]V
}

// Get gives the answer for the function with a number, if it is known.
func (c *CommonFacts[V]) Get(no int) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok = c.known[no]
	return v, ok
}

// Put keeps the answer for f, which has that number. It panics if another unit found another.
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

// share makes what a function does with a frame one for other units.
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

// take is share the other way round; false: the unit does not find a function.
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

// commonFlows gives what another unit found that a function with a number does with a frame.
func (fa *Facts) commonFlows(key flowKey, no, depth int) (use frameUse, height int, ok bool) {
	c, height, ok := fa.Common.flows.get(flowNo{no, key.params, key.deep}, depth)
	if !ok {
		return use, 0, false
	}
	use, ok = c.take(fa.M)
	return use, height, ok
}

// readable reports a body that can be looked into, in which no call may come back twice. Where
// another unit found that out, this one may still have to ask for the body.
func (fa *Facts) readable(f *ir.Func) bool {
	if no := fa.commonNo(f); no >= 0 {
		return fa.bodyFacts(f, no).readable
	}
	return fa.body(f) && fa.returnsTwice(f) == nil
}

// small reports a readable function of at most maxSmallCallee instructions.
func (fa *Facts) small(f *ir.Func) bool {
	if no := fa.commonNo(f); no >= 0 {
		return fa.bodyFacts(f, no).small
	}
	return ir.NumInstrs(f, maxSmallCallee) <= maxSmallCallee
}

// bodyFacts is what has to be known of a callee with a number before it is looked into.
func (fa *Facts) bodyFacts(f *ir.Func, no int) bodyFacts {
	if b, ok := fa.Common.bodies.Get(no); ok && !fa.Prove {
		return b
	}
	b := bodyFacts{readable: fa.body(f) && fa.returnsTwice(f) == nil}
	b.small = b.readable && ir.NumInstrs(f, maxSmallCallee) <= maxSmallCallee
	fa.Common.bodies.Put(no, b, f)
	return b
}

// commonResult is what another unit found that a function with a number returns.
func (fa *Facts) commonResult(f *ir.Func, no int) (c *ir.Const, ok bool) {
	r, ok := fa.Common.results.Get(no)
	if r.same {
		c = fa.M.ConstInt(f.FTy.Ret(), int64(r.value))
	}
	return c, ok
}

// shareResult tells other units what a function with a number returns.
func (fa *Facts) shareResult(f *ir.Func, no int, c *ir.Const) {
	var r commonResult
	if c != nil {
		r = commonResult{true, c.Uint64()}
	}
	fa.Common.results.Put(no, r, f)
}
