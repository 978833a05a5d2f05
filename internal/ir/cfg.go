// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// ReversePostOrder returns the reachable blocks in reverse post-order of a depth-first search from
// the entry that visits successors in operand order. The search has an explicit stack, so the depth
// of the graph is not limited.
func ReversePostOrder(f *Func) []*Block {
	entry := f.Entry()
	switch f.numBlocks {
	case 0:
		return nil
	case 1:
		return []*Block{entry}
	}
	// open is a block on the search stack, with the index of the next operand of its terminator to
	// visit.
	type open struct {
		b *Block
		k int
	}
	seen := make([]bool, f.nextID)
	order := make([]*Block, f.numBlocks)
	at := len(order) // the post-order fills the slice from the back
	enter := func(b *Block) open {
		seen[b.ID] = true
		if b.last == nil {
			return open{b, 0}
		}
		return open{b, b.last.firstSucc()}
	}
	stack := make([]open, 0, 64)
	stack = append(stack, enter(entry))
walk:
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if last := t.b.last; last != nil {
			for t.k < len(last.args) {
				s, ok := last.args[t.k].val.(*Block)
				t.k++
				if ok && !seen[s.ID] {
					stack = append(stack, enter(s))
					continue walk
				}
			}
		}
		at--
		order[at] = t.b
		stack = stack[:len(stack)-1]
	}
	return order[at:]
}

// DomTree is a dominator tree over the blocks that were reachable when the tree was built. It is
// indexed by block ID and does not contain blocks that are added later.
type DomTree struct {
	of    *Module
	RPO   []*Block // reachable blocks
	order []int32  // by block ID: 1 + index in RPO, or 0 if unreachable
	idom  []int32  // by index in RPO
	depth []int32  // by index in RPO; 0 for the entry
	pre   []int32  // by index in RPO: preorder number in the tree
	last  []int32  // by index in RPO: largest preorder number in the subtree
	ints  []int32  // backing array of the tables above
}

// domTrees holds finished trees (see Done) so that their memory is reused.
var domTrees = NewSpare[DomTree]()

// maxKeptInts limits the size of a table that is kept for the next tree: enough for a function of
// 300,000 blocks that needs it repeatedly. A table is cleared only as far as the next function uses
// it.
const maxKeptInts = 1 << 22

// Done puts the tree's memory back. The caller must not use the tree afterwards. The
// garbage collector frees a tree without a call of Done. d may be nil.
func (d *DomTree) Done() {
	if d == nil || cap(d.ints) > maxKeptInts {
		return
	}
	clear(d.RPO)
	m := d.of
	d.of = nil
	domTrees.Put(m, d)
}

// size allocates the tables for n reachable blocks with IDs below ids.
func (d *DomTree) size(n, ids int) {
	if cap(d.RPO) < n {
		d.RPO = make([]*Block, n)
	}
	d.RPO = d.RPO[:n]
	if want := ids + 4*n; cap(d.ints) < want {
		d.ints = make([]int32, max(2*want, 1<<10))
	}
	rest := d.ints[:cap(d.ints)]
	part := func(n int) []int32 {
		p := rest[:n:n]
		rest = rest[n:]
		return p
	}
	d.order, d.idom, d.depth, d.pre, d.last = part(ids), part(n), part(n), part(n), part(n)
	clear(d.order)
}

// NewDomTree builds the tree with the algorithm of Lengauer and Tarjan with simple linking, in
// O((edges + blocks) * log blocks) for every shape of graph. The iterative algorithms are shorter,
// but they are quadratic if many deep blocks branch to one block, as every suspend branches to the
// exit.
func NewDomTree(f *Func) *DomTree {
	t := linkTrees.Take(f.mod)
	defer linkTrees.Put(f.mod, t)
	defer t.forget()
	t.edges(f)
	t.walk()
	n := len(t.vertex)
	d := domTrees.Take(f.mod)
	d.of = f.mod
	d.size(n, f.nextID)
	for k, v := range t.post {
		place := n - 1 - k
		t.place[v] = int32(place)
		b := t.blocks[v]
		d.RPO[place] = b
		d.order[b.ID] = int32(place) + 1
	}
	if n == 0 {
		return d
	}
	d.idom[0] = 0
	if n <= fewBlocks && t.intersect(d) {
		d.number(t.semi[:n], t.label[:n])
		return d
	}
	// semi, ancestor, label, bucket and dom hold and are indexed by preorder numbers.
	dom, next, bucket := t.dom, t.next, t.bucket
	for w := int32(n - 1); w > 0; w-- {
		v := t.vertex[w]
		for _, p := range t.preds[t.first[v]:t.first[v+1]] {
			if u := t.eval(t.num[p]); t.semi[u] < t.semi[w] {
				t.semi[w] = t.semi[u]
			}
		}
		s, p := t.semi[w], t.parent[w]
		next[w], bucket[s] = bucket[s], w
		t.ancestor[w] = p
		for v := bucket[p]; v >= 0; v = next[v] {
			if u := t.eval(v); t.semi[u] < t.semi[v] {
				dom[v] = u
			} else {
				dom[v] = p
			}
		}
		bucket[p] = -1
	}
	for w := int32(1); w < int32(n); w++ {
		if dom[w] != t.semi[w] {
			dom[w] = dom[dom[w]]
		}
		d.idom[t.place[t.vertex[w]]] = t.place[t.vertex[dom[w]]]
	}
	d.number(t.semi[:n], t.label[:n])
	return d
}

// fewBlocks is the number of blocks up to which intersect is faster than the general algorithm,
// whatever the shape of the graph.
const fewBlocks = 64

// intersect fills the table of immediate dominators of a graph without cycles: that of a block is
// the deepest common dominator of its predecessors, which come before it in RPO. It returns false
// if it finds an edge that goes back.
func (t *linkTree) intersect(d *DomTree) bool {
	n := int32(len(t.vertex))
	for w := int32(1); w < n; w++ {
		v := t.post[n-1-w]
		dom := int32(-1)
		for _, p := range t.preds[t.first[v]:t.first[v+1]] {
			q := t.place[p]
			switch {
			case q >= w:
				return false
			case dom < 0:
				dom = q
			}
			for dom != q {
				if dom > q {
					dom = d.idom[dom]
				} else {
					q = d.idom[q]
				}
			}
		}
		d.idom[w] = dom
	}
	return true
}

// linkTree is the working state of NewDomTree: the graph, its depth-first tree, and the forest over
// that tree. It is reused. A block is represented by its index in the layout.
type linkTree struct {
	blocks       []*Block
	byID         []int32 // layout index by block ID; entries for IDs of other values are garbage
	succs, from  []int32 // successors of block i: succs[from[i]:from[i+1]]
	preds, first []int32 // predecessors that are reachable, in the same form
	next, post   []int32 // search: next successor to visit, and blocks in post-order; later next links the buckets
	num          []int32 // preorder number by layout index, -1 if unreachable
	place        []int32 // index in RPO by layout index
	vertex       []int32 // layout index by preorder number; the tables below are also by preorder number
	parent, dom  []int32
	semi, label  []int32
	ancestor     []int32
	bucket       []int32
	path, stack  []int32
	ints         []int32
}

var linkTrees = NewSpare[linkTree]()

// forget drops references to blocks, and buffers that are too large to keep.
func (t *linkTree) forget() {
	clear(t.blocks)
	if cap(t.ints) > maxKeptInts {
		*t = linkTree{}
	}
}

// edges fills the lists of blocks and successors.
func (t *linkTree) edges(f *Func) {
	n := f.numBlocks
	if cap(t.byID) < f.nextID {
		t.byID = make([]int32, f.nextID)
	}
	t.byID = t.byID[:cap(t.byID)]
	t.blocks, t.succs = t.blocks[:0], t.succs[:0]
	for b := f.first; b != nil; b = b.next {
		t.byID[b.ID] = int32(len(t.blocks))
		t.blocks = append(t.blocks, b)
	}
	const parts = 11
	if cap(t.ints) < parts*(n+1) {
		t.ints = make([]int32, parts*(n+1))
	}
	rest := t.ints[:parts*(n+1)]
	part := func() []int32 {
		p := rest[: n+1 : n+1]
		rest = rest[n+1:]
		return p
	}
	t.from, t.first, t.next, t.num, t.place, t.parent = part(), part(), part(), part(), part(), part()
	t.dom, t.semi, t.label, t.ancestor, t.bucket = part(), part(), part(), part(), part()
	t.from[0] = 0
	for i, b := range t.blocks {
		if last := b.last; last != nil {
			for k := last.firstSucc(); k < len(last.args); k++ {
				s, ok := last.args[k].val.(*Block)
				if !ok || s.ID < 0 || s.ID >= f.nextID {
					continue
				}
				if p := t.byID[s.ID]; int(p) < n && t.blocks[p] == s {
					t.succs = append(t.succs, p)
				}
			}
		}
		t.from[i+1] = int32(len(t.succs))
	}
}

// walk runs a depth-first search, with successors in operand order, and initializes the forest.
func (t *linkTree) walk() {
	n := len(t.blocks)
	t.vertex, t.post, t.stack = t.vertex[:0], t.post[:0], t.stack[:0]
	for i := range n {
		t.num[i] = -1
	}
	if n == 0 {
		return
	}
	enter := func(b, parent int32) {
		k := int32(len(t.vertex))
		t.num[b], t.next[b] = k, t.from[b]
		t.parent[k], t.semi[k], t.label[k], t.ancestor[k], t.bucket[k] = parent, k, k, -1, -1
		t.vertex = append(t.vertex, b)
		t.stack = append(t.stack, b)
	}
	clear(t.first)
	enter(0, 0)
	for len(t.stack) > 0 {
		b := t.stack[len(t.stack)-1]
		if t.next[b] == t.from[b+1] {
			t.post = append(t.post, b)
			t.stack = t.stack[:len(t.stack)-1]
			continue
		}
		s := t.succs[t.next[b]]
		t.next[b]++
		t.first[s]++
		if t.num[s] < 0 {
			enter(s, t.num[b])
		}
	}
	sum := int32(0)
	for i := range t.first {
		sum += t.first[i]
		t.first[i] = sum
	}
	if cap(t.preds) < int(sum) {
		t.preds = make([]int32, sum)
	}
	t.preds = t.preds[:sum]
	for _, b := range t.post {
		for _, s := range t.succs[t.from[b]:t.from[b+1]] {
			t.first[s]--
			t.preds[t.first[s]] = b
		}
	}
}

// eval returns the node with the smallest semidominator on the path from v to the root of its tree
// in the forest, and compresses that path.
func (t *linkTree) eval(v int32) int32 {
	if t.ancestor[v] < 0 {
		return v
	}
	path := t.path[:0]
	for x := v; t.ancestor[t.ancestor[x]] >= 0; x = t.ancestor[x] {
		path = append(path, x)
	}
	for k := len(path) - 1; k >= 0; k-- {
		x := path[k]
		a := t.ancestor[x]
		if t.semi[t.label[a]] < t.semi[t.label[x]] {
			t.label[x] = t.label[a]
		}
		t.ancestor[x] = t.ancestor[a]
	}
	t.path = path
	return t.label[v]
}

// number fills depth and the preorder intervals. It overwrites the scratch slices size and next,
// which have one element for each reachable block.
func (d *DomTree) number(size, next []int32) {
	clear(size)
	n := len(d.RPO)
	for i := n - 1; i >= 0; i-- {
		size[i]++
		if i > 0 {
			size[d.idom[i]] += size[i]
		}
	}
	// A node's idom comes before it in RPO, so one pass assigns the intervals.
	d.depth[0], d.pre[0] = 0, 0
	for i := 0; i < n; i++ {
		if i > 0 {
			p := d.idom[i]
			d.depth[i] = d.depth[p] + 1
			d.pre[i] = next[p]
			next[p] += size[i]
		}
		next[i] = d.pre[i] + 1
		d.last[i] = d.pre[i] + size[i] - 1
	}
}

// Reachable reports whether the block was reachable when the tree was built.
func (d *DomTree) Reachable(b *Block) bool { return b.ID < len(d.order) && d.order[b.ID] > 0 }

// Index returns the block's index in RPO, or -1 if it is unreachable.
func (d *DomTree) Index(b *Block) int {
	if b.ID >= len(d.order) {
		return -1
	}
	return int(d.order[b.ID]) - 1
}

// Up returns the index in RPO of the immediate dominator of a block, given by its own index. It does
// not use the IDs of blocks, so it holds after the function was renumbered. The entry's is 0.
func (d *DomTree) Up(k int) int32 { return d.idom[k] }

// IDom returns the immediate dominator, or nil for the entry and for unreachable blocks.
func (d *DomTree) IDom(b *Block) *Block {
	k := d.Index(b)
	if k <= 0 {
		return nil
	}
	return d.RPO[d.idom[k]]
}

// Depth returns the block's depth in the tree: 0 for the entry, -1 for unreachable blocks.
func (d *DomTree) Depth(b *Block) int {
	k := d.Index(b)
	if k < 0 {
		return -1
	}
	return int(d.depth[k])
}

// Dominates reports whether a dominates b. A block dominates itself. Every block dominates an
// unreachable block.
func (d *DomTree) Dominates(a, b *Block) bool {
	kb := d.Index(b)
	if kb < 0 {
		return true
	}
	ka := d.Index(a)
	return ka >= 0 && d.pre[ka] <= d.pre[kb] && d.pre[kb] <= d.last[ka]
}

// CommonDominator returns the nearest block that dominates both a and b.
func (d *DomTree) CommonDominator(a, b *Block) *Block {
	x, y := int32(d.Index(a)), int32(d.Index(b))
	if x < 0 {
		return b
	}
	if y < 0 {
		return a
	}
	for x != y {
		for x > y {
			x = d.idom[x]
		}
		for y > x {
			y = d.idom[y]
		}
	}
	return d.RPO[x]
}

// InstrDominates reports whether instruction a executes before instruction b on every path to b. It
// returns true for a == b, unlike LLVM's dominates; callers that need the difference test it first.
// The result of an invoke is defined on its normal edge only, so use DominatesUse for it.
func (d *DomTree) InstrDominates(a, b *Instr) bool {
	if a.block != b.block {
		return d.Dominates(a.block, b.block)
	}
	if a == b {
		return true
	}
	return a.ComesBefore(b)
}

// DominatesUse reports whether the definition v dominates a use:
//
//   - Parameters, constants and symbols dominate every use.
//   - A phi uses an operand at the end of the operand's incoming block.
//   - The result of an invoke dominates the uses that its normal edge dominates.
func (d *DomTree) DominatesUse(v Value, u *Use) bool {
	def, ok := v.(*Instr)
	if !ok {
		return true
	}
	user := u.user
	ub := user.block
	if user.Op == OpPhi {
		ub = user.PhiBlocks()[u.Index()]
	}
	if !d.Reachable(ub) {
		return true
	}
	if !d.Reachable(def.block) {
		return false
	}
	if def.Op == OpInvoke || def.Op == OpCallBr {
		if user.Op == OpPhi && ub == def.block {
			// the use is on the edge itself
			return def.Op == OpCallBr || user.block == def.NormalDest()
		}
		if def.Op == OpInvoke {
			return d.EdgeDominates(def.block, def.NormalDest(), ub)
		}
		return def.block != ub && d.Dominates(def.block, ub)
	}
	if user.Op == OpPhi {
		return d.Dominates(def.block, ub)
	}
	if def.block == ub {
		return def != user && def.ComesBefore(user)
	}
	return d.Dominates(def.block, ub)
}

// EdgeDominates reports whether the edge from -> to dominates block b. It does if to dominates b,
// the edge is the only one between the two blocks, and to dominates its other reachable
// predecessors. For example, neither edge of `br i1 %c, label %x, label %x` dominates %x.
func (d *DomTree) EdgeDominates(from, to, b *Block) bool {
	if !d.Dominates(to, b) {
		return false
	}
	edges := 0
	for u := to.uses; u != nil; u = u.next {
		if !u.user.IsTerminator() || u.user.block == nil {
			continue
		}
		p := u.user.block
		if p == from {
			edges++
			continue
		}
		if d.Reachable(p) && !d.Dominates(to, p) {
			return false
		}
	}
	return edges == 1
}

// ComesBefore reports whether i precedes j in the same block. It searches forward from both, so its
// cost is the distance between them.
func (i *Instr) ComesBefore(j *Instr) bool {
	a, b := i.next, j.next
	for a != nil || b != nil {
		if a == j {
			return true
		}
		if b == i {
			return false
		}
		if a != nil {
			a = a.next
		}
		if b != nil {
			b = b.next
		}
	}
	return false
}
