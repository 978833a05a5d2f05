package ir

// ReversePostOrder gives the blocks reachable from the entry in reverse post-order of a depth-first walk over successors in operand
// order. The walk keeps its own stack: depth of the graph is no limit.
func ReversePostOrder(f *Func) []*Block {
	type frame struct {
		b     *Block
		succs []*Block
		k     int
	}
	seen := make([]bool, f.nextID)
	var post []*Block
	entry := f.Entry()
	if entry == nil {
		return nil
	}
	seen[entry.ID] = true
	stack := []frame{{entry, entry.Succs(nil), 0}}
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if t.k < len(t.succs) {
			s := t.succs[t.k]
			t.k++
			if !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, frame{s, s.Succs(nil), 0})
			}
			continue
		}
		post = append(post, t.b)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// DomTree is a dominator tree over the reachable blocks of a function at the time it was made. It is indexed by block ID: blocks made
// later are unknown to it.
type DomTree struct {
	RPO   []*Block // reachable blocks
	order []int32  // by block ID: place in RPO, -1 unreachable
	idom  []int32  // by place in RPO
	depth []int32  // by place in RPO; entry 0
	pre   []int32  // by place in RPO: preorder number in the tree
	last  []int32  // by place in RPO: largest preorder number in the subtree
}

// NewDomTree computes the tree with the algorithm of Lengauer and Tarjan, simple linking: (edges + blocks) * log blocks whatever the
// shape. The iterative algorithms are shorter, but quadratic where many deep blocks branch to one, as every suspend does to the exit.
func NewDomTree(f *Func) *DomTree {
	d := &DomTree{RPO: ReversePostOrder(f)}
	n := len(d.RPO)
	d.order = make([]int32, f.nextID)
	for i := range d.order {
		d.order[i] = -1
	}
	for i, b := range d.RPO {
		d.order[b.ID] = int32(i)
	}
	d.idom = make([]int32, n)
	if n == 0 {
		return d
	}
	lt := newLinkTree(d)
	// semi, ancestor, label, bucket and dom speak of preorder numbers.
	dom, next, bucket := make([]int32, n), make([]int32, n), make([]int32, n)
	for i := range bucket {
		bucket[i] = -1
	}
	for w := int32(n - 1); w > 0; w-- {
		b := lt.vertex[w]
		for _, p := range lt.preds[lt.first[b]:lt.first[b+1]] {
			if u := lt.eval(lt.num[p]); lt.semi[u] < lt.semi[w] {
				lt.semi[w] = lt.semi[u]
			}
		}
		s, p := lt.semi[w], lt.parent[w]
		next[w], bucket[s] = bucket[s], w
		lt.ancestor[w] = p
		for v := bucket[p]; v >= 0; v = next[v] {
			if u := lt.eval(v); lt.semi[u] < lt.semi[v] {
				dom[v] = u
			} else {
				dom[v] = p
			}
		}
		bucket[p] = -1
	}
	for w := int32(1); w < int32(n); w++ {
		if dom[w] != lt.semi[w] {
			dom[w] = dom[dom[w]]
		}
		d.idom[lt.vertex[w]] = lt.vertex[dom[w]]
	}
	d.number()
	return d
}

// linkTree is the depth-first tree of the blocks with the forest of Lengauer and Tarjan over it.
type linkTree struct {
	preds, first []int32 // predecessors of the block at place i in RPO: preds[first[i]:first[i+1]]
	vertex       []int32 // place in RPO by preorder number
	num          []int32 // preorder number by place in RPO
	parent       []int32 // the rest by preorder number
	semi, label  []int32
	ancestor     []int32
	path         []int32
}

func newLinkTree(d *DomTree) *linkTree {
	n := len(d.RPO)
	succs, from := make([]int32, 0, n+n/2), make([]int32, n+1)
	t := &linkTree{first: make([]int32, n+1)}
	var buf []*Block
	for i, b := range d.RPO {
		buf = b.Succs(buf[:0])
		for _, s := range buf {
			k := d.order[s.ID]
			succs = append(succs, k)
			t.first[k]++
		}
		from[i+1] = int32(len(succs))
	}
	sum := int32(0)
	for i := range t.first {
		sum += t.first[i]
		t.first[i] = sum
	}
	t.preds = make([]int32, len(succs))
	for i := n - 1; i >= 0; i-- {
		for _, k := range succs[from[i]:from[i+1]] {
			t.first[k]--
			t.preds[t.first[k]] = int32(i)
		}
	}
	ints := make([]int32, 6*n)
	part := func() []int32 {
		p := ints[:n:n]
		ints = ints[n:]
		return p
	}
	t.vertex, t.num, t.parent, t.semi, t.label, t.ancestor = part(), part(), part(), part(), part(), part()
	for i := range t.num {
		t.num[i], t.ancestor[i] = -1, -1
		t.semi[i], t.label[i] = int32(i), int32(i)
	}
	// from[i] becomes the next successor of i to be visited.
	end := append([]int32(nil), from[1:]...)
	stack := []int32{0}
	t.num[0] = 0
	count := int32(1)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		if from[b] == end[b] {
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[from[b]]
		from[b]++
		if t.num[s] < 0 {
			t.num[s], t.vertex[count], t.parent[count] = count, s, t.num[b]
			count++
			stack = append(stack, s)
		}
	}
	return t
}

// eval gives the node with the smallest semidominator on v's path to the root of its tree in the forest, and shortens the path.
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

// number fills depth and the preorder intervals.
func (d *DomTree) number() {
	n := len(d.RPO)
	d.depth, d.pre, d.last = make([]int32, n), make([]int32, n), make([]int32, n)
	size := make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		size[i]++
		if i > 0 {
			size[d.idom[i]] += size[i]
		}
	}
	// A node's idom comes before it in RPO, so one pass hands out intervals.
	next := make([]int32, n)
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

// Reachable reports whether the block was reachable when the tree was made.
func (d *DomTree) Reachable(b *Block) bool { return b.ID < len(d.order) && d.order[b.ID] >= 0 }

// Index is the block's place in RPO, -1 when it is unreachable.
func (d *DomTree) Index(b *Block) int {
	if b.ID >= len(d.order) {
		return -1
	}
	return int(d.order[b.ID])
}

// IDom is the immediate dominator, nil for the entry and unreachable blocks.
func (d *DomTree) IDom(b *Block) *Block {
	k := d.Index(b)
	if k <= 0 {
		return nil
	}
	return d.RPO[d.idom[k]]
}

// Depth is the block's depth in the tree: 0 for the entry; -1 for unreachable blocks.
func (d *DomTree) Depth(b *Block) int {
	k := d.Index(b)
	if k < 0 {
		return -1
	}
	return int(d.depth[k])
}

// Dominates reports whether a dominates b (a block dominates itself). Unreachable blocks are dominated by every block.
func (d *DomTree) Dominates(a, b *Block) bool {
	kb := d.Index(b)
	if kb < 0 {
		return true
	}
	ka := d.Index(a)
	if ka < 0 {
		return false
	}
	return d.pre[ka] <= d.pre[kb] && d.pre[kb] <= d.last[ka]
}

// CommonDominator is the nearest block that dominates both.
func (d *DomTree) CommonDominator(a, b *Block) *Block {
	x, y := d.order[a.ID], d.order[b.ID]
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

// InstrDominates reports whether instruction a is executed before instruction b on every path to b. It answers true for a == b, as
// LLVM's dominates does not: callers that care test that first. An invoke's result is defined on its normal edge only; ask ValueReaches.
func (d *DomTree) InstrDominates(a, b *Instr) bool {
	if a.block != b.block {
		return d.Dominates(a.block, b.block)
	}
	if a == b {
		return true
	}
	return a.ComesBefore(b)
}

// DominatesUse reports whether the definition v is available at a use: parameters, constants and symbols always are; a phi operand is
// used at the end of its incoming block; the result of an invoke is available where its normal edge dominates.
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
			// along the edge itself
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

// EdgeDominates reports whether the edge from -> to dominates block b: b is dominated by to, and to is entered from elsewhere only by
// blocks that to dominates.
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

// ComesBefore reports whether i stands before j in the same block. It walks from both at once, so it costs the distance between them.
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
