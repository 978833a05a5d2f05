package lower

// CoroAsyncMergeContexts: an asynchronous coroutine that awaits one callee after another takes the
// context of each from its task's stack and gives it back behind the await. Where a context is
// given back and the next is taken with nothing in between that touches the stack, it is kept for
// the next: two calls less, and one address less in the frame. It is made as large as the largest
// that it has to serve.
//
//	P1 = alloc n1             P = alloc max(n1, n2)
//	 ... await ...             ... await ...
//	dealloc P1
//	P2 = alloc n2
//	 ... await ...             ... await ...
//	dealloc P2                dealloc P
//
// Arms of control flow count: what is given back at the ends of all arms may be kept for who takes
// memory behind them, and what is given back in front of them for who takes memory in each. What is
// not known is harmful: taskstack.go says what is thought of other code. The stack is the same
// before and behind at every place but those in between, where the block lies on top, which nobody
// can see there.
//
// Sizes are numbers, or read from async function pointers; anything else is merged only with what
// asks for the very same value. With <same-size> only allocations of one size are merged, and no
// byte more is held than before. Otherwise the largest is held for each, in every activation: where
// a coroutine calls itself that is memory for each level. A number above 1 KiB is merged with its
// equals only.
//
// What was two objects is one, and accesses that were told apart by which object they are of are
// not any more: claims of that kind (!tbaa, !alias.scope, !noalias, !invariant.load) go from
// accesses to memory other than variables and globals. Lifetime markers of the merged blocks go
// too.
//
// It does not look past suspends: an await behind a hop to another executor is not merged with the
// one in front of the hop.

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

// maxUneven is the largest number of bytes that is merged with another size.
const maxUneven = 1024

// MergeOptions say which allocations are merged.
type MergeOptions struct {
	SameSize      bool // only those of one size
	BalancedCalls bool // calls of unknown code leave the task's memory as they find it, and come back
}

// MergeStats counts what was merged.
type MergeStats struct{ Blocks, Allocs, Deallocs int }

// Add sums counters.
func (s *MergeStats) Add(o *MergeStats) {
	s.Blocks += o.Blocks
	s.Allocs += o.Allocs
	s.Deallocs += o.Deallocs
}

// ContextMerger is coro-async-merge-contexts on one unit.
type ContextMerger struct {
	*pass.Unit
	Opts MergeOptions
	// Tells reports a global, by name, that tells nothing but a size that splitting writes: of this
	// file, or of another.
	Tells func(name string) bool
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
	c.tellMissed(s, w, claimed)
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

// isAsync reports an asynchronous coroutine that was not split yet.
func isAsync(f *ir.Func) bool {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.IsCoro(i, ir.CoroIDAsync) {
				return true
			}
		}
	}
	return false
}

// readable reports a global that may be read earlier than the code does: it is there, and says the
// same. One that the file only declares has to be of the form <{ i32, i32 }>, which is that of
// async function pointers.
func (c *ContextMerger) readable(g *ir.Global) bool {
	if g.ThreadLocal() || g.Linkage == "extern_weak" {
		return false
	}
	t := g.ValueType
	form := t.IsPacked() && len(t.Fields()) == 2 && t.Fields()[0].IsIntN(32) && t.Fields()[1].IsIntN(32)
	return g.IsConst || c.Tells != nil && c.Tells(g.Name) && (form || !g.Declared)
}

// unequal tells why blocks cannot be one; "": they can.
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

// retAlign is the alignment that a call says its result has, as written.
func retAlign(m *ir.Module, i *ir.Instr) string {
	if a := i.Call().RetAttrs.Get(m, "align"); a != nil {
		return a.Val
	}
	return ""
}

// marksInvariants reports that memory other than variables and globals is marked as never changing.
func marksInvariants(f *ir.Func) bool {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && ir.CalledIntrinsic(i) == ir.InvariantStart && !isVariable(i.Arg(1)) {
				return true
			}
		}
	}
	return false
}

// isVariable reports an address within a local variable or a global.
func isVariable(v ir.Value) bool {
	switch x := ir.Underlying(v).(type) {
	case *ir.Instr:
		return x.Op == ir.OpAlloca
	case *ir.Global, *ir.Func:
		return true
	}
	return false
}

// web is a set of blocks that are one.
type web struct {
	blocks []*block
	kept   map[*block]bool // those whose memory another leaves to them
	frees  []*ir.Instr     // that are not made any more
}

// webs are the sets of a function.
type webs struct {
	of     map[*block]*web
	list   []*web            // one without blocks was joined with another
	merged map[*stackOp]bool // what is not done any more
}

// add makes one of all blocks that meet in a stretch. The smaller set goes to the larger.
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
	b.blocks = nil // it is gone
	return a
}

// rewrite makes one block of a web.
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
	// Which block it is depends on the way: a variable tells until it becomes values.
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

// take gives the uses of an allocation memory that was there already.
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

// eraseDead erases what computed a value that nobody uses any more.
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

// resize makes an allocation large enough for all blocks.
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

// sizesOfAll gives the largest number that blocks ask for, and the globals that tell the size of
// one, by name.
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

// dropClaims takes claims about who accesses what off accesses to memory other than variables and
// globals.
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

// tell tells what became of a web.
func (c *ContextMerger) tell(f *ir.Func, w *web, roots []*block) {
	removed := len(w.blocks) - len(roots)
	c.Stats.Blocks += len(roots)
	c.Stats.Allocs += removed
	c.Stats.Deallocs += len(w.frees)
	if c.Remarks == nil {
		return
	}
	text := func(s string) remark.Arg { return remark.Arg{Key: "String", Val: s} }
	number := func(key string, n int) remark.Arg { return remark.Arg{Key: key, Val: strconv.Itoa(n)} }
	r := remark.Remark{
		Kind: remark.Passed, Pass: mergePass, Name: "ContextsMerged", Function: f.Name, Loc: debuginfo.InstrLoc(c.M,
			roots[0].at),
		Args: []remark.Arg{
			text("merged "), number("contexts", len(w.blocks)), text(" allocations of task memory into "),
			number("blocks", len(roots)),
			text(": removed calls of the allocator: "), number("allocs", removed),
			text(", of the deallocator: "), number("deallocs", len(w.frees)),
		},
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
		least = "at least " // other files know
	}
	if l.Floor == 0 && len(l.Pointers) == 0 {
		c.Remarks.Add(r)
		return
	}
	r.Args = append(r.Args, text("; a block has "+least), remark.Arg{Key: "bytes"}, text(" bytes"))
	l.Remark, l.Arg = r, len(r.Args)-2
	c.Late = append(c.Late, l)
}

const mergePass = "coro-async-merge-contexts"

// tellMissed tells why memory that is given back is not kept for who takes memory next.
func (c *ContextMerger) tellMissed(s *taskStack, w *webs, claimed bool) {
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
			Args: []remark.Arg{{Key: "String", Val: "task memory is freed and allocated again: "}, why},
		})
	}
}
