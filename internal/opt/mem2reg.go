// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Promotion of allocas to values in pruned SSA form: phis are placed by iterated dominance
// frontiers, only in blocks where the variable is live.
//
// Only allocas of the entry block that are loaded and stored as a whole, with one type, are
// promoted; SROA rewrites others into that form. Volatile and atomic accesses prevent promotion. A
// load before any store, or before a store in the current lifetime, reads undef. Coroutines before
// their split are promoted, too: the split spills values that are live across a suspend. An alloca
// there stays in memory only if its uses (the promise) or exits.go require that. A mark that an
// alloca must stay outside the frame does not prevent promotion: the mark concerns memory, and a
// value needs none.
//
// The cost is linear in the number of accesses, with a log factor for sorting them, plus for each
// variable the number of blocks in which it is live on entry.

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Mem2Reg promotes the allocas of f that are only loaded and stored as a whole. It reports whether
// it promoted any.
func Mem2Reg(m *ir.Module, f *ir.Func) bool {
	var list []*ir.Instr
	for a := nextAlloca(f.Entry(), nil); a != nil; a = nextAlloca(f.Entry(), a) {
		list = append(list, a)
	}
	return PromoteAllocas(m, f, list)
}

// PromoteAllocas is Mem2Reg for a given list of allocas.
func PromoteAllocas(m *ir.Module, f *ir.Func, list []*ir.Instr) bool {
	return promote(m, f, nil, slices.DeleteFunc(list, func(a *ir.Instr) bool { return !promotable(m, nil, a) }))
}

// nextAlloca returns the first alloca of the entry block that a pass may split or promote after another
// one, or the first of all if after is nil. It returns nil at the end, and for a function without a body.
func nextAlloca(entry *ir.Block, after *ir.Instr) *ir.Instr {
	if entry == nil {
		return nil
	}
	i := entry.First()
	if after != nil {
		i = after.Next()
	}
	for i != nil && (i.Op != ir.OpAlloca || i.Flags&(ir.FlagInAlloca|ir.FlagSwiftError) != 0) {
		i = i.Next()
	}
	return i
}

// lifetimeSize returns the number of bytes that a lifetime marker covers, or -1 for the whole
// object.
func lifetimeSize(i *ir.Instr) int64 {
	if i.NumCallArgs() < 2 {
		return -1
	}
	if c, ok := i.Arg(0).(*ir.Const); ok && c.IsInt() {
		return c.Int64()
	}
	return 0
}

// plainAccess reports whether a load or store is neither volatile nor atomic.
func plainAccess(i *ir.Instr) bool {
	return i.Flags&(ir.FlagVolatile|ir.FlagAtomic) == 0 && i.Order == ir.NotAtomic
}

// promotable reports whether all uses of an alloca are plain loads and stores of the whole
// variable, or lifetime markers.
func promotable(m *ir.Module, l *target.Layout, a *ir.Instr) bool {
	if a.NumArgs() > 0 {
		if c, ok := a.Arg(0).(*ir.Const); !ok || !c.IsInt() || c.Uint64() != 1 {
			return false
		}
	}
	switch a.ElemTy.Kind() {
	case ir.Token, ir.TargetExt:
		return false
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch i.Op {
		case ir.OpLoad:
			if i.Type() != a.ElemTy || !plainAccess(i) {
				return false
			}
		case ir.OpStore:
			if i.Arg(0) == ir.Value(a) || i.Arg(0).Type() != a.ElemTy ||
				!plainAccess(i) || keepsThread(i.Func(), i.Arg(0)) {
				return false
			}
		case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpGEP:
			if !onlyMarked(i) {
				return false
			}
		default:
			if !ir.IsLifetime(i) {
				return false
			}
		}
	}
	return true
}

// onlyMarked reports whether a cast or zero offset of an address is used only by lifetime markers.
func onlyMarked(i *ir.Instr) bool {
	if i.Op == ir.OpGEP && !ir.AllZero(i) {
		return false
	}
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if !ir.IsLifetime(u.User()) {
			return false
		}
	}
	return true
}

// event is one access to a promoted variable.
type event struct {
	i    *ir.Instr
	v    int  // variable
	kill bool // a lifetime begins: the previous content is lost
}

// newPhi is a phi that was placed for a variable.
type newPhi struct {
	phi *ir.Instr
	v   int
}

// promoter is the state of the promotion of a list of variables.
type promoter struct {
	m     *ir.Module
	f     *ir.Func
	l     *target.Layout // may be nil
	vars  []*ir.Instr
	dom   *ir.DomTree
	cur   []ir.Value // by variable
	dbg   [][]*ir.Instr
	front *frontiers // see frontiers
	// values means that the variables were SSA values before: no code may read one without a
	// definition.
	values        bool
	dead          []*ir.Instr
	phis          [][]newPhi // by index in RPO
	exposed, defs []int32    // reused by ends
}

// promote promotes variables, all of which are promotable, except those of a coroutine that must
// stay in memory because an exception may leave it (exits.go). It reports whether it promoted any.
func promote(m *ir.Module, f *ir.Func, l *target.Layout, vars []*ir.Instr) bool {
	if len(vars) == 0 {
		return false
	}
	p := newPromoter(m, f, l)
	defer p.dom.Done()
	return p.run(vars, newExits(p))
}

// promoteAll promotes variables that were SSA values before. Exceptions need no special care,
// because these were never in memory, and no code reads such a variable without a definition.
func promoteAll(m *ir.Module, f *ir.Func, vars []*ir.Instr) {
	p := newPromoter(m, f, nil)
	p.values = true
	p.run(vars, nil)
	p.dom.Done()
}

func newPromoter(m *ir.Module, f *ir.Func, l *target.Layout) *promoter {
	f.Renumber()
	dom := ir.NewDomTree(f)
	return &promoter{m: m, f: f, l: l, dom: dom, phis: make([][]newPhi, len(dom.RPO))}
}

// frontiers computes the frontiers on first use. A variable that is written before it is read, in
// one block, needs none.
func (p *promoter) frontiers() *frontiers {
	if p.front == nil {
		p.front = newFrontiers(p.dom)
	}
	return p.front
}

// run promotes the variables that exits allows. exits may be nil.
func (p *promoter) run(vars []*ir.Instr, exits *exits) bool {
	p.vars = make([]*ir.Instr, 0, len(vars))
	var all []event
	for _, a := range vars {
		from, dead := len(all), len(p.dead)
		p.vars = append(p.vars, a)
		v := len(p.vars) - 1
		all = p.accesses(v, a, all)
		own := all[from:]
		slices.SortFunc(own, func(a, b event) int { return cmp.Compare(a.i.ID, b.i.ID) })
		if exits != nil && exits.pinned(own) {
			all, p.dead, p.vars = all[:from], p.dead[:dead], p.vars[:v]
			continue
		}
		p.place(v, own)
	}
	if len(p.vars) == 0 {
		return false
	}
	p.f.Changed = true
	p.collectDeclares()
	slices.SortFunc(all, func(a, b event) int { return cmp.Or(cmp.Compare(a.i.ID, b.i.ID), cmp.Compare(a.v, b.v)) })
	p.rename(all)
	p.finish(all)
	return true
}

// accesses appends the loads, stores and lifetime starts of variable v through the address x.
func (p *promoter) accesses(v int, x *ir.Instr, out []event) []event {
	for u := x.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch i.Op {
		case ir.OpLoad, ir.OpStore:
			out = append(out, event{i: i, v: v})
		case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpGEP:
			p.dead = append(p.dead, i)
			out = p.accesses(v, i, out)
		default:
			size := lifetimeSize(i)
			whole := size < 0 || p.l != nil && size >= p.l.StoreSize(p.vars[v].ElemTy)
			out = append(out, event{i: i, v: v, kill: whole && ir.LifetimeKind(i) == ir.LifetimeStart})
		}
	}
	return out
}

// ends returns the blocks that read a variable before they write it, and the blocks that write it.
// own has the accesses in layout order. The next call overwrites the result.
func (p *promoter) ends(own []event) (exposed, defs []int32) {
	exposed, defs = p.exposed[:0], p.defs[:0]
	for k := 0; k < len(own); {
		b := own[k].i.Block()
		reads, writes := false, false
		for ; k < len(own) && own[k].i.Block() == b; k++ {
			switch {
			case own[k].i.Op == ir.OpLoad:
				reads = reads || !writes
			case own[k].i.Op == ir.OpStore || own[k].kill:
				writes = true
			}
		}
		n := p.dom.Index(b)
		if n < 0 {
			continue
		}
		if reads {
			exposed = append(exposed, int32(n))
		}
		if writes {
			defs = append(defs, int32(n))
		}
	}
	p.exposed, p.defs = exposed, defs
	return exposed, defs
}

// place computes the blocks where variable v needs phis and inserts them. own has the accesses in
// layout order.
func (p *promoter) place(v int, own []event) {
	exposed, defs := p.ends(own)
	if len(defs) == 0 || len(exposed) == 0 {
		return
	}
	a := p.vars[v]
	for k, n := range p.frontiers().joins(exposed, defs) {
		b := p.dom.RPO[n]
		phi := p.m.NewInstr(ir.OpPhi, a.ElemTy)
		phi.Aux = &ir.PhiAux{}
		var at *ir.Instr // after the phis; found once per block because there may be many phis
		if have := p.phis[n]; len(have) > 0 {
			at = have[len(have)-1].phi.Next()
		} else {
			at = b.FirstNonPhi()
		}
		if at != nil {
			phi.InsertBefore(at)
		} else {
			b.Append(phi)
		}
		if a.Name() != "" {
			phi.SetName(a.Name() + "." + strconv.Itoa(k))
		}
		p.phis[n] = append(p.phis[n], newPhi{phi, v})
	}
}

// undo records the value of a variable before a block changed it.
type undo struct {
	v   int
	old ir.Value
}

// openBlock is a block on the path of rename through the dominator tree: its next child, and the
// length of the log on entry.
type openBlock struct {
	child int32
	log   int
}

// rename visits the dominator tree and replaces every load by the reaching value.
func (p *promoter) rename(all []event) {
	n := len(p.dom.RPO)
	if n == 0 {
		return
	}
	p.cur = make([]ir.Value, len(p.vars))
	for v, a := range p.vars {
		p.cur[v] = p.m.Undef(a.ElemTy)
		if p.values {
			p.cur[v] = p.m.Lost(a.ElemTy)
		}
	}
	first, next := domChildren(p.dom, make([]int32, 2*n))
	// accesses of the block at index k: perm[at[k]:at[k+1]]
	at, perm := make([]int32, n+1), make([]int32, len(all))
	for k := range all {
		if b := p.dom.Index(all[k].i.Block()); b >= 0 {
			at[b+1]++
		}
	}
	for k := range n {
		at[k+1] += at[k]
	}
	fill := slices.Clone(at)
	for k := range all {
		if b := p.dom.Index(all[k].i.Block()); b >= 0 {
			perm[fill[b]] = int32(k)
			fill[b]++
		}
	}
	var log []undo
	var few [8]*ir.Block
	succs := few[:0]
	set := func(v int, x ir.Value) {
		log = append(log, undo{v, p.cur[v]})
		p.cur[v] = x
	}
	enter := func(k int32) openBlock {
		o := openBlock{first[k], len(log)}
		if phis := p.phis[k]; len(phis) > 0 {
			front := p.dom.RPO[k].FirstInsertionPt()
			for _, np := range phis {
				set(np.v, np.phi)
				p.describe(np.v, np.phi, front, true)
			}
		}
		for _, e := range perm[at[k]:at[k+1]] {
			ev := &all[e]
			switch {
			case ev.i.Op == ir.OpLoad:
				ir.ReplaceUses(ev.i, p.cur[ev.v])
			case ev.i.Op == ir.OpStore:
				set(ev.v, ev.i.Arg(0))
				p.describe(ev.v, ev.i.Arg(0), ev.i, false)
			case ev.kill:
				set(ev.v, p.m.Undef(p.vars[ev.v].ElemTy))
			}
		}
		b := p.dom.RPO[k]
		succs = b.Succs(succs[:0])
		for _, s := range succs {
			for _, np := range p.phis[p.dom.Index(s)] {
				np.phi.AddIncoming(p.m, p.cur[np.v], b)
			}
		}
		return o
	}
	stack := []openBlock{enter(0)}
	for len(stack) > 0 {
		o := &stack[len(stack)-1]
		if c := o.child; c >= 0 {
			o.child = next[c]
			stack = append(stack, enter(c))
			continue
		}
		for len(log) > o.log {
			u := log[len(log)-1]
			p.cur[u.v] = u.old
			log = log[:len(log)-1]
		}
		stack = stack[:len(stack)-1]
	}
}

// domChildren returns a dominator tree's child lists by index in RPO: first child and next sibling,
// -1 for none. room must have twice as many elements as RPO.
func domChildren(d *ir.DomTree, room []int32) (first, next []int32) {
	n := len(d.RPO)
	first, next = room[:n:n], room[n:]
	for k := range first {
		first[k], next[k] = -1, -1
	}
	for k := n - 1; k > 0; k-- {
		up := d.Up(k)
		next[k], first[up] = first[up], int32(k)
	}
	return first, next
}

// finish adds phi entries for edges from unreachable blocks, and erases the variables with their
// accesses.
func (p *promoter) finish(all []event) {
	var succs []*ir.Block
	if len(p.dom.RPO) < p.f.NumBlocks() {
		for b := p.f.Entry(); b != nil; b = b.Next() {
			if p.dom.Reachable(b) {
				continue
			}
			succs = b.Succs(succs[:0])
			for _, s := range succs {
				if k := p.dom.Index(s); k >= 0 {
					for _, np := range p.phis[k] {
						np.phi.AddIncoming(p.m, p.m.Undef(np.phi.Type()), b)
					}
				}
			}
		}
	}
	for _, e := range all {
		if e.i.HasUses() {
			ir.ReplaceUses(e.i, p.m.Lost(e.i.Type())) // an unreachable load
		}
		e.i.Erase()
	}
	for k := len(p.dead) - 1; k >= 0; k-- {
		p.dead[k].Erase()
	}
	for _, a := range p.vars {
		a.Erase()
	}
}

// frontiers places phis. Blocks are indices in RPO.
type frontiers struct {
	preds []int32 // of block k: preds[first[k]:first[k+1]]
	first []int32
	// successors of block k that are not its children in the dominator tree:
	// jumps[from[k]:from[k+1]]
	jumps      []int32
	from       []int32
	up         []int32 // parent in the dominator tree
	depth      []int32 // depth in the dominator tree
	stamp      int32   // of the current variable: an entry of the tables below is set if it equals the stamp
	live       []int32 // the variable is live on entry to the block
	def        []int32 // the block writes the variable
	join       []int32 // the block needs a phi
	seen       []int32 // the block was visited in a subtree
	kid        []int32 // child is valid for this variable
	child      []int32 // first child among the live blocks; sib is the next sibling
	sib        []int32
	liveBlocks []int32 // reused by liveIn
	work       []int32
	tree       []int32 // reused by joins
	heap       []int32
}

// newFrontiers returns the tables for a function.
func newFrontiers(d *ir.DomTree) *frontiers {
	n := len(d.RPO)
	t := &frontiers{first: make([]int32, n+1)}
	ints := make([]int32, 9*n)
	part := func() []int32 {
		p := ints[:n:n]
		ints = ints[n:]
		return p
	}
	t.live, t.def, t.join, t.seen, t.child, t.kid, t.sib, t.up, t.depth = part(),
		part(), part(), part(), part(), part(), part(), part(), part()
	for k, b := range d.RPO {
		t.depth[k] = int32(d.Depth(b))
		if k > 0 {
			t.up[k] = int32(d.Index(d.IDom(b)))
		}
	}
	var edges [][2]int32
	var few [8]*ir.Block
	succs := few[:0]
	for k, b := range d.RPO {
		t.from = append(t.from, int32(len(t.jumps)))
		succs = b.Succs(succs[:0])
		for _, s := range succs {
			to := int32(d.Index(s))
			edges = append(edges, [2]int32{int32(k), to})
			t.first[to+1]++
			if to == 0 || t.up[to] != int32(k) {
				t.jumps = append(t.jumps, to)
			}
		}
	}
	t.from = append(t.from, int32(len(t.jumps)))
	for k := range n {
		t.first[k+1] += t.first[k]
	}
	t.preds = make([]int32, len(edges))
	fill := slices.Clone(t.first)
	for _, e := range edges {
		t.preds[fill[e[1]]] = e[0]
		fill[e[1]]++
	}
	return t
}

// liveIn starts a new variable and returns the blocks where it is live on entry.
func (t *frontiers) liveIn(exposed, defs []int32) []int32 {
	t.stamp++
	s := t.stamp
	for _, b := range defs {
		t.def[b] = s
	}
	liveBlocks, work := t.liveBlocks[:0], append(t.work[:0], exposed...)
	for len(work) > 0 {
		b := ir.Pop(&work)
		if t.live[b] == s {
			continue
		}
		t.live[b] = s
		liveBlocks = append(liveBlocks, b)
		for _, p := range t.preds[t.first[b]:t.first[b+1]] {
			if t.def[p] != s && t.live[p] != s {
				work = append(work, p)
			}
		}
	}
	t.liveBlocks, t.work = liveBlocks, work
	return liveBlocks
}

// joins returns the blocks that need a phi for a variable, in reverse post-order: the iterated
// dominance frontier of the blocks that write it, restricted to blocks where it is live on entry.
// exposed are the blocks that read it before they write it. All blocks are indices in RPO.
//
// Only blocks where the variable is live need a visit: a write reaches an edge into a join only
// through such blocks, and every block between the two in the dominator tree is on that path.
func (t *frontiers) joins(exposed, defs []int32) []int32 {
	liveBlocks := t.liveIn(exposed, defs)
	s := t.stamp
	// The children in the dominator tree that are live.
	for _, b := range liveBlocks {
		if b == 0 {
			continue
		}
		up := t.up[b]
		if t.kid[up] != s {
			t.kid[up], t.child[up] = s, -1
		}
		t.sib[b], t.child[up] = t.child[up], b
	}
	h := depthHeap{depth: t.depth, list: t.heap[:0]}
	for _, b := range defs {
		h.push(b)
	}
	var out []int32
	tree := t.tree
	for h.len() > 0 {
		root := h.pop()
		limit := t.depth[root]
		tree = append(tree[:0], root)
		for len(tree) > 0 {
			b := ir.Pop(&tree)
			if t.seen[b] == s {
				continue
			}
			t.seen[b] = s
			for _, j := range t.jumps[t.from[b]:t.from[b+1]] {
				if t.live[j] != s || t.join[j] == s || t.depth[j] > limit {
					continue
				}
				t.join[j] = s
				out = append(out, j)
				if t.def[j] != s {
					h.push(j)
				}
			}
			if t.kid[b] == s {
				for c := t.child[b]; c >= 0; c = t.sib[c] {
					if t.def[c] != s {
						tree = append(tree, c)
					}
				}
			}
		}
	}
	t.tree, t.heap = tree, h.list
	slices.Sort(out)
	return out
}

// depthHeap is a priority queue that returns the deepest block first.
type depthHeap struct {
	depth []int32
	list  []int32
}

func (h *depthHeap) len() int { return len(h.list) }

func (h *depthHeap) before(a, b int32) bool {
	da, db := h.depth[a], h.depth[b]
	return da > db || da == db && a < b
}

func (h *depthHeap) push(b int32) {
	h.list = append(h.list, b)
	k := len(h.list) - 1
	for k > 0 && h.before(h.list[k], h.list[(k-1)/2]) {
		h.list[k], h.list[(k-1)/2] = h.list[(k-1)/2], h.list[k]
		k = (k - 1) / 2
	}
}

func (h *depthHeap) pop() int32 {
	top := h.list[0]
	n := len(h.list) - 1
	h.list[0] = h.list[n]
	h.list = h.list[:n]
	for k := 0; ; {
		c := 2*k + 1
		if c >= n {
			return top
		}
		if c+1 < n && h.before(h.list[c+1], h.list[c]) {
			c++
		}
		if !h.before(h.list[c], h.list[k]) {
			return top
		}
		h.list[k], h.list[c] = h.list[c], h.list[k]
		k = c
	}
}
