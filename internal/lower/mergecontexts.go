// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// CoroAsyncMergeContexts: an asynchronous coroutine that awaits one callee after another allocates
// the context of each on its task's stack and frees it after the await. If a context is freed and
// the next one allocated, and nothing between touches the stack, then the pass reuses the first for
// the second: that saves two calls, and one address in the frame. The shared context is as large as
// the largest that it replaces.
//
//	P1 = alloc n1             P = alloc max(n1, n2)
//	 ... await ...             ... await ...
//	dealloc P1
//	P2 = alloc n2
//	 ... await ...             ... await ...
//	dealloc P2                dealloc P
//
// This works across branches: memory that is freed at the ends of all arms may be reused by an
// allocation after them, and memory that is freed before them by an allocation in each arm. Unknown
// code counts as harmful; taskstack.go describes the assumptions about it. The stack is unchanged
// at every position except those between the free and the allocation, where the block now lies on
// top, which no code there can observe.
//
// A size is a number, or is read from an async function pointer; an allocation with any other size
// is merged only with those of the same value. With <same-size> only allocations of one size are
// merged, and no activation uses more memory than before. Otherwise every activation uses the
// largest size: in a recursive coroutine that costs memory at each level. An allocation of more
// than 1 KiB is only merged with those of equal size.
//
// Two objects become one, so alias information that distinguished them is no longer valid: claims
// of that kind (!tbaa, !alias.scope, !noalias, !invariant.load) are dropped from accesses to memory
// other than variables and globals. The lifetime markers of the merged blocks are dropped too.
//
// The pass does not merge across suspends: an await after a hop to another executor is not merged
// with the one before the hop.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// maxUneven is the largest size in bytes that is merged with another size.
const maxUneven = 1024

// MergeOptions select the allocations that are merged.
type MergeOptions struct {
	SameSize      bool // only those of one size
	BalancedCalls bool // calls of unknown code leave the task's stack unchanged, and return
}

// MergeStats counts merged allocations.
type MergeStats struct{ Blocks, Allocs, Deallocs int }

// Add adds the counters of o.
func (s *MergeStats) Add(o *MergeStats) {
	s.Blocks += o.Blocks
	s.Allocs += o.Allocs
	s.Deallocs += o.Deallocs
}

// ContextMerger runs coro-async-merge-contexts on one unit.
type ContextMerger struct {
	*pass.Unit
	Opts MergeOptions
	// Sizes holds the names of the globals that serve only to hold a size that splitting writes, in
	// this file or another, in this run or later.
	Sizes map[string]bool
	Stats MergeStats
	Late  []LateRemark
}

// Merge runs coro-async-merge-contexts on one loaded function.
func (c *ContextMerger) Merge(f *ir.Func) (bool, error) {
	if !isAsync(f) || f.HasAttr("optnone") {
		return false, nil
	}
	s := &taskStack{u: c.Unit, f: f, balanced: c.Opts.BalancedCalls, readable: c.readable}
	s.find()
	w := &webs{of: map[*block]*web{}, merged: map[*stackOp]bool{}}
	claimed := marksInvariants(f)
	for _, x := range s.stretches(false) {
		if x.why == "" && c.unequal(x) == "" && !claimed {
			w.add(x)
		}
	}
	c.reportMissed(s, w, claimed)
	if len(w.list) == 0 {
		return false, c.M.Err
	}
	for _, web := range w.list {
		if len(web.blocks) > 0 {
			c.rewrite(f, web)
		}
	}
	dropClaims(c.M, f)
	return true, c.M.Err
}

// isAsync reports whether f is an asynchronous coroutine that was not split yet.
func isAsync(f *ir.Func) bool {
	for i := range f.Instrs() {
		if ir.IsCoro(i, ir.CoroIDAsync) {
			return true
		}
	}
	return false
}

// readable reports whether a global may be read earlier than the code does: it exists, and has the
// same content there. One that the file only declares must have the type of async function
// pointers, <{ i32, i32 }>.
func (c *ContextMerger) readable(g *ir.Global) bool {
	if g.ThreadLocal() || g.Linkage == "extern_weak" {
		return false
	}
	t := g.ValueType
	form := t.IsPacked() && len(t.Fields()) == 2 && t.Fields()[0].IsIntN(32) && t.Fields()[1].IsIntN(32)
	return g.IsConst || c.Sizes[g.Name] && (form || !g.Declared)
}

// unequal returns the reason why the blocks of a stretch cannot be merged, or "" if they can.
func (c *ContextMerger) unequal(x *stretch) string {
	var first *block
	uneven, movable, large := false, true, false
	for _, op := range slices.Concat(x.sources, x.sinks) {
		b := op.took
		if b == nil {
			b = op.gave
		}
		if b.why != "" {
			return b.why
		}
		if first == nil {
			first = b
		}
		if b.at.CalledFunc() != first.at.CalledFunc() || retAlign(c.M, b.at) != retAlign(c.M, first.at) {
			return "the allocations differ in allocator or alignment"
		}
		uneven = uneven || b.size != first.size
		movable = movable && b.size.movable()
		large = large || b.size.number > maxUneven
		if p := b.size.pointer; p != nil && p.ValueType.Fields()[1].Bits() > b.at.Arg(0).Type().Bits() {
			return "a size is wider than the allocator's argument"
		}
	}
	switch {
	case !uneven:
		return ""
	case !movable:
		return "the code just before one allocation computes its size"
	case c.Opts.SameSize:
		return "the allocations differ in size"
	case large:
		return "the allocations differ in size, and one is larger than " + strconv.Itoa(maxUneven) + " bytes"
	}
	return ""
}

// retAlign returns the alignment that a call states for its result, as text.
func retAlign(m *ir.Module, i *ir.Instr) string {
	if a := i.Call().RetAttrs.Get(m, "align"); a != nil {
		return a.Val
	}
	return ""
}

// marksInvariants reports whether an llvm.invariant.start marks memory other than variables and
// globals.
func marksInvariants(f *ir.Func) bool {
	for i := range f.Instrs() {
		if i.IsCall() && ir.CalledIntrinsic(i) == ir.InvariantStart && !isVariable(i.Arg(1)) {
			return true
		}
	}
	return false
}

// isVariable reports whether v is an address within a local variable or a global.
func isVariable(v ir.Value) bool {
	switch x := ir.Underlying(v).(type) {
	case *ir.Instr:
		return x.Op == ir.OpAlloca
	case *ir.Global, *ir.Func:
		return true
	}
	return false
}

// web is a set of blocks to be merged.
type web struct {
	blocks []*block
	kept   map[*block]bool // the blocks that reuse the memory of another
	frees  []*ir.Instr     // calls to be removed
}

// webs are the webs of a function.
type webs struct {
	of     map[*block]*web
	list   []*web            // a web without blocks was joined with another
	merged map[*stackOp]bool // allocations and frees to be removed
}

// add joins the webs of all blocks in a stretch. The smaller web is joined to the larger.
func (w *webs) add(x *stretch) {
	var to *web
	for _, op := range slices.Concat(x.sources, x.sinks) {
		b := op.took
		if b == nil {
			b = op.gave
		}
		own := w.of[b]
		if own == nil {
			own = &web{blocks: []*block{b}, kept: map[*block]bool{}}
			w.of[b] = own
			w.list = append(w.list, own)
		}
		switch {
		case to == nil:
			to = own
		case to != own:
			to = w.join(to, own)
		}
	}
	for _, op := range x.sinks {
		to.kept[op.took], w.merged[op] = true, true
	}
	for _, op := range x.sources {
		to.frees, w.merged[op] = append(to.frees, op.at), true
	}
}

func (w *webs) join(a, b *web) *web {
	if len(a.blocks) < len(b.blocks) {
		a, b = b, a
	}
	for _, k := range b.blocks {
		w.of[k] = a
	}
	a.blocks = append(a.blocks, b.blocks...)
	a.frees = append(a.frees, b.frees...)
	for k := range b.kept {
		a.kept[k] = true
	}
	b.blocks = nil // a is used in its place
	return a
}

// rewrite replaces a web's blocks by one.
func (c *ContextMerger) rewrite(f *ir.Func, w *web) {
	var roots, kept []*block
	for _, b := range w.blocks {
		if w.kept[b] {
			kept = append(kept, b)
		} else {
			roots = append(roots, b)
		}
		eraseMarkers(b.at)
	}
	c.tell(f, w, roots)
	for _, i := range w.frees {
		address := ir.AsInstr(i.Arg(0))
		i.Erase()
		eraseDead(address)
	}
	for _, b := range roots {
		c.resize(b, w.blocks)
	}
	if len(roots) == 1 {
		for _, b := range kept {
			c.take(b, roots[0].at)
		}
		return
	}
	// Which block is reused depends on the path, so a temporary alloca holds its address until it
	// is promoted to SSA values.
	bld := ir.NewBuilder(c.M)
	t := roots[0].at.Type()
	align := uint32(c.Layout.ABIAlign(t))
	slot := bld.Before(f.Entry().First()).Alloca(t, c.Layout.AllocaAS, align, "")
	for _, b := range roots {
		bld.After(b.at).Store(b.at, slot, align)
	}
	for _, b := range kept {
		c.take(b, bld.Before(b.at).Load(t, slot, align, ""))
	}
	opt.PromoteAllocas(c.M, f, []*ir.Instr{slot})
}

// take replaces an allocation by existing memory.
func (c *ContextMerger) take(b *block, with *ir.Instr) {
	if with.Name() == "" && b.at.Name() != "" && with.Op != ir.OpCall {
		with.TakeName(b.at)
	}
	ir.ReplaceUses(b.at, with)
	size := ir.AsInstr(b.at.Arg(0))
	b.at.Erase()
	eraseDead(size)
}

// eraseMarkers erases the lifetime markers of a block.
func eraseMarkers(i *ir.Instr) {
	for _, u := range i.Users() {
		switch {
		case u.Op == ir.OpBitCast:
			eraseMarkers(u)
		case ir.IsLifetime(u):
			u.Erase()
		}
	}
}

// eraseDead erases an instruction without uses, and the instructions that only it used.
func eraseDead(i *ir.Instr) {
	for i != nil && i.Block() != nil && !i.HasUses() {
		switch i.Op {
		case ir.OpZExt, ir.OpBitCast, ir.OpGEP:
		case ir.OpLoad:
			if i.Flags&ir.FlagVolatile != 0 || i.Order != 0 {
				return
			}
		default:
			return
		}
		next := ir.AsInstr(i.Arg(0))
		i.Erase()
		i = next
	}
}

// resize increases an allocation to the largest size of all blocks.
func (c *ContextMerger) resize(root *block, all []*block) {
	own := root.size
	floor, pointers := sizesOfAll(all)
	uneven := slices.ContainsFunc(all, func(b *block) bool { return b.size != own })
	if !uneven {
		return
	}
	bld := ir.NewBuilder(c.M).At(root.at)
	t := root.at.Arg(0).Type()
	var size ir.Value
	larger := func(v ir.Value) {
		if size == nil {
			size = v
			return
		}
		size = bld.Select(bld.ICmp(ir.PredUGT, size, v, ""), size, v, "")
	}
	for _, g := range pointers {
		if g == own.pointer {
			larger(root.at.Arg(0))
			continue
		}
		field, align := g.ValueType.Fields()[1], uint32(1)
		for _, b := range all {
			if b.size.pointer == g {
				align = max(align, b.align)
			}
		}
		var v ir.Value = bld.Load(field, bld.FieldAddr(g.ValueType, g, 1, "", ir.FlagInBounds), align, "")
		if field != t {
			v = bld.Cast(ir.OpZExt, v, t, "")
		}
		larger(v)
	}
	if floor > 0 {
		larger(c.M.ConstInt(t, floor))
	}
	root.at.SetArg(0, size)
}

// sizesOfAll returns the largest constant size of the blocks, and the globals that hold the sizes
// of the others, by name.
func sizesOfAll(all []*block) (floor int64, pointers []*ir.Global) {
	for _, b := range all {
		floor = max(floor, b.size.number)
		if b.size.pointer != nil {
			pointers = append(pointers, b.size.pointer)
		}
	}
	slices.SortFunc(pointers, func(a, b *ir.Global) int { return strings.Compare(a.Name, b.Name) })
	return floor, slices.Compact(pointers)
}

// dropClaims removes alias claims from accesses to memory other than variables and globals.
func dropClaims(m *ir.Module, f *ir.Func) {
	for b := f.Entry(); b != nil; b = b.Next() {
		for next := b.First(); next != nil; {
			i := next
			next = i.Next()
			if ir.DropBundles(m, i, ir.InShared) {
				i.Erase()
				continue
			}
			switch i.Op {
			case ir.OpLoad:
				if isVariable(i.Arg(0)) {
					continue
				}
			case ir.OpStore:
				if isVariable(i.Arg(1)) {
					continue
				}
			case ir.OpCall, ir.OpInvoke, ir.OpCallBr, ir.OpAtomicRMW, ir.OpCmpXchg:
			default:
				continue
			}
			ir.DropMeta(m, i, ir.InShared)
		}
	}
}

// tell reports the result for a web.
func (c *ContextMerger) tell(f *ir.Func, w *web, roots []*block) {
	removed := len(w.blocks) - len(roots)
	c.Stats.Blocks += len(roots)
	c.Stats.Allocs += removed
	c.Stats.Deallocs += len(w.frees)
	if c.Remarks == nil {
		return
	}
	r := remark.Remark{
		Kind: remark.Passed, Pass: mergePass, Name: "ContextsMerged", Function: f.Name, Loc: debuginfo.InstrLoc(c.M,
			roots[0].at),
		Args: remark.Words("merged ", remark.Number("contexts", len(w.blocks)), " allocations of task memory into ",
			remark.Number("blocks", len(roots)), ": removed calls of the allocator: ", remark.Number("allocs", removed),
			", of the deallocator: ", remark.Number("deallocs", len(w.frees))),
	}
	floor, pointers := sizesOfAll(w.blocks)
	l := LateRemark{Floor: floor}
	for _, g := range pointers {
		if !g.Declared {
			l.Pointers = append(l.Pointers, g.Name)
		}
	}
	least := ""
	if len(l.Pointers) < len(pointers) {
		least = "at least " // other files define the rest
	}
	if l.Floor == 0 && len(l.Pointers) == 0 {
		c.Remarks.Add(r)
		return
	}
	r.Args = append(r.Args, remark.Words("; a block has "+least, remark.Named("bytes", ""), " bytes")...)
	l.Remark, l.Arg = r, len(r.Args)-2
	c.Late = append(c.Late, l)
}

const mergePass = "coro-async-merge-contexts"

// reportMissed reports freed memory that no later allocation reuses, with the reason.
func (c *ContextMerger) reportMissed(s *taskStack, w *webs, claimed bool) {
	if c.Remarks == nil {
		return
	}
	done := func(op *stackOp) bool { return w.merged[op] }
	for _, x := range s.stretches(true) {
		x.sources, x.sinks = slices.DeleteFunc(x.sources, done), slices.DeleteFunc(x.sinks, done)
		if len(x.sources) == 0 || len(x.sinks) == 0 {
			continue
		}
		if x.why == "" && x.soft != nil {
			x.why, x.at = x.soft.why, x.soft.at
		}
		if x.why == "" {
			x.why = c.unequal(x)
		}
		if x.why == "" && claimed {
			x.why = "the memory is marked as invariant"
		}
		why := remark.Arg{Key: "reason", Val: x.why}
		if x.at != nil {
			why.Loc = debuginfo.InstrLoc(c.M, x.at)
		}
		c.Remarks.Add(remark.Remark{
			Kind: remark.Missed, Pass: mergePass, Name: "ContextsNotMerged", Function: s.f.Name,
			Loc:  debuginfo.InstrLoc(c.M, x.sinks[0].at),
			Args: remark.Words("task memory is freed and allocated again: ", why),
		})
	}
}
