// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The third quick answer, for functions in which many frames are alive simultaneously. In them the
// second one (always.go) would follow the same blocks for each frame:
//
//	%h1 = call ptr @llvm.coro.begin(...)
//	...
//	%hn = call ptr @llvm.coro.begin(...)
//	call void @destroy(ptr %h1)
//	...
//	call void @destroy(ptr %hn)
//	ret void
//
// So this analysis reads the function once, for all creations. A block gets an edge to the exit if
// control may leave the function in it, by the rules of always.go. In the tree of postdominators up
// to the exit, one ancestor query shows that all paths from a block meet a destroy. If the paths
// divide before they meet destroys (for example, one destroy after a call, another in the cleanup
// of its exception), the analysis follows them as always.go does. When such a path reaches a later
// creation that is destroyed on all paths, it continues after the destroys of that creation. So
// each scope of a program costs a few steps.
//
// It is sound for these reasons. The graph has all paths that always.go follows, and more: it does
// not use the facts that always.go has about the frame (the handle is not null, a part does not
// throw). A cycle of blocks is one node, which a path may cross in any way. A creation on a cycle
// is refused, because it may be executed again. If the function suspends, the exit must be
// reachable from each suspend. Then a path from the suspend meets a destroy, so the handle is used
// after the suspend, and the frame becomes part of the function's own frame. The analysis refuses
// anything that the graph cannot express, for example a jump that an invoke catches.
//
// It does not find where the frame's lifetime ends (Lifetime.Ends).

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the cost of one creation: the blocks that are followed, and the instructions that are
// read in them. Scopes of a program take 4 blocks.
const (
	maxCutSteps  = 32
	maxCutInstrs = 2000
)

// exitTree is the control flow of a function up to its exits. All creations in the function share
// it.
type exitTree struct {
	an    *lifetimeAnalysis
	dom   *ir.DomTree
	nodes []exitNode
	of    []int32 // the node of each block, by place in reverse post-order
	// the first instruction of each block at which control may leave the function, by place; nil:
	// control cannot leave in the block
	leaves []*ir.Instr
	succs  []int32    // the successors of the blocks, by place, one list after another
	lists  [][2]int32 // the list of each block, by place
	named  map[*ir.Func]bool
	wakes  bool // the exit is reachable from each suspend
	// the creations that are destroyed on all paths, with the destroys that these paths meet
	past map[*ir.Instr][]*ir.Instr
}

// exitNode is a block, or a group of blocks that may form a cycle. Nodes are in topological order,
// and the last one is the exit.
type exitNode struct {
	from, to int32 // its blocks, by place
	cycle    bool
	leaves   bool // control may leave the function there
	// up is the immediate postdominator, -1 if the exit is not reachable; jump is an ancestor
	// further up (a skip pointer), and depth is the number of ancestors.
	up, jump, depth int32
}

// exits builds the tree of the function.
func (an *lifetimeAnalysis) exits() *exitTree {
	if an.exitTree != nil {
		return an.exitTree
	}
	d := an.domTree()
	if an.loops == nil {
		an.loops = loopsOf(d)
	}
	n := len(d.RPO)
	x := &exitTree{an: an, dom: d, of: make([]int32, n), leaves: make([]*ir.Instr, n), lists: make([][2]int32, n),
		named: map[*ir.Func]bool{},
		past:  map[*ir.Instr][]*ir.Instr{}}
	an.exitTree = x
	for k, no := range an.loops {
		if k == 0 || no != an.loops[k-1] {
			x.nodes = append(x.nodes, exitNode{from: int32(k), cycle: no&1 != 0})
		}
		x.of[k] = int32(len(x.nodes) - 1)
		x.nodes[x.of[k]].to = int32(k + 1)
	}
	exit := int32(len(x.nodes))
	x.nodes = append(x.nodes, exitNode{up: exit, jump: exit})
	life := an.life
	defer func() { an.life = life }()
	an.life = &Lifetime{} // stands for no creation
	bt := an.newBetween(false)
	for v := exit - 1; v >= 0; v-- {
		x.read(bt, v, exit)
	}
	x.wakes = !an.suspends || x.allWake()
	// Decide later creations first, because they may be on the paths of earlier ones.
	for k := len(an.lives) - 1; k >= 0; k-- {
		if l := an.lives[k]; l.Begin != nil && d.Reachable(l.Begin.Block()) {
			an.life = l
			if met, ok := x.meets(bt, l); ok {
				x.past[l.Begin] = met
			}
			bt.clear()
		}
	}
	return x
}

// read computes the successors of a node's blocks, and the node's place in the tree.
func (x *exitTree) read(bt *between, v, exit int32) {
	nd := &x.nodes[v]
	nd.up = -1
	for k := nd.to - 1; k >= nd.from; k-- {
		b := x.dom.RPO[k]
		if !bt.follow(b.First(), 0) {
			x.leaves[k] = bt.last
		}
		x.lists[k][0] = int32(len(x.succs))
		for _, e := range bt.work {
			if e.mode&modeJump != 0 && x.leaves[k] == nil {
				x.leaves[k] = b.Terminator()
			}
			at := int32(x.dom.Index(e.b))
			x.succs = append(x.succs, at)
			if to := x.of[at]; to != v && x.nodes[to].up >= 0 {
				nd.up = x.common(nd.up, to)
			}
		}
		x.lists[k][1] = int32(len(x.succs))
		bt.clear()
		nd.leaves = nd.leaves || x.leaves[k] != nil
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && i.CalledFunc() != nil {
				x.named[i.CalledFunc()] = true
			}
		}
	}
	if nd.leaves {
		nd.up = exit
	}
	if nd.up >= 0 {
		up := &x.nodes[nd.up]
		nd.depth, nd.jump = up.depth+1, nd.up
		if far := &x.nodes[up.jump]; up.depth-far.depth == far.depth-x.nodes[far.jump].depth {
			nd.jump = far.jump
		}
	}
}

// common returns the deepest node that is an ancestor of both nodes, or one of them. -1 stands for
// any node.
func (x *exitTree) common(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if x.nodes[a].depth < x.nodes[b].depth {
		a, b = b, a
	}
	a = x.above(a, x.nodes[b].depth)
	for a != b {
		if p, q := &x.nodes[a], &x.nodes[b]; p.jump != q.jump {
			a, b = p.jump, q.jump
		} else {
			a, b = p.up, q.up
		}
	}
	return a
}

// above returns the ancestor of v at a depth, or v itself if it has that depth.
func (x *exitTree) above(v, depth int32) int32 {
	for x.nodes[v].depth > depth {
		if far := x.nodes[v].jump; x.nodes[far].depth >= depth {
			v = far
		} else {
			v = x.nodes[v].up
		}
	}
	return v
}

// next returns the successors of a block, by place.
func (x *exitTree) next(k int) []int32 { return x.succs[x.lists[k][0]:x.lists[k][1]] }

// allWake reports whether the exit is reachable from each suspend. It returns false if control may
// leave in the same block before a suspend, because what follows is then unknown.
func (x *exitTree) allWake() bool {
	out := make([]bool, len(x.of))
	isOut := func(to int32) bool { return out[to] }
	for changed, rounds := true, 0; changed; rounds++ {
		if rounds > maxCutSteps {
			return false
		}
		changed = false
		for k := len(out) - 1; k >= 0; k-- {
			if !out[k] && (x.leaves[k] != nil || slices.ContainsFunc(x.next(k), isOut)) {
				out[k], changed = true, true
			}
		}
	}
	for k, b := range x.dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			if !i.IsCall() || effectOf(i) != Suspends {
				continue
			}
			if at := x.leaves[k]; at != nil && at.ID < i.ID || at == nil && !slices.ContainsFunc(x.next(k), isOut) {
				return false
			}
		}
	}
	return true
}

// cut is a destroy that each path through its block meets.
type cut struct {
	destroy *ir.Instr
	node    int32
}

// cuts returns the destroys of a frame that control reaches whenever it enters their blocks. ok is
// false if the frame's memory may be freed by other means.
func (x *exitTree) cuts(bt *between, l *Lifetime) (list []cut, ok bool) {
	fa := x.an.facts
	add := func(i *ir.Instr) {
		if !x.dom.Reachable(i.Block()) || len(list) == maxCutSteps {
			return
		}
		k := x.dom.Index(i.Block())
		if at := x.leaves[k]; !x.nodes[x.of[k]].cycle && (at == nil || i.ID < at.ID) {
			list = append(list, cut{i, x.of[k]})
		}
	}
	for u := l.ID.FirstUse(); u != nil && !x.an.suspends; u = u.Next() {
		if i := u.User(); i.IsCall() && effectOf(i) == Frees && u.Index() == 0 {
			add(i)
		}
	}
	for work := []*ir.Instr{l.Begin}; len(work) > 0; work = work[1:] {
		for u := work[0].FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpGEP, i.Op == ir.OpBitCast, ir.IsLaundering(i):
				work = append(work, i)
			case !i.IsCall() || u.Index() != 0:
			case ir.FreesMemory(i.CalledFunc()):
				return nil, false
			case i.Op == ir.OpInvoke && fa.funcThrows(l.Destroy):
			default:
				if p := bt.part(i); p != nil && p != l.Resume {
					add(i)
				}
			}
		}
	}
	return list, true
}

// meets reports whether each path from a creation meets a destroy before control leaves the
// function, and returns destroys so that each path meets one of them.
func (x *exitTree) meets(bt *between, l *Lifetime) (met []*ir.Instr, ok bool) {
	fa := x.an.facts
	if x.nodes[x.of[x.dom.Index(l.Begin.Block())]].cycle || !x.wakes ||
		x.named[l.Destroy] || fa.funcJumps(l.Resume) || fa.funcJumps(l.Destroy) {
		return nil, false
	}
	cuts, ok := x.cuts(bt, l)
	if !ok {
		return nil, false
	}
	bt.over, bt.met, bt.behind, bt.read = x.past, nil, nil, 0
	if !bt.follow(l.Begin.Next(), 0) {
		return nil, false
	}
	for steps, n := 0, 0; n < len(bt.work) || len(bt.behind) > 0; steps++ {
		fa.Stats.Blocks++
		switch k := len(bt.behind) - 1; {
		case steps == maxCutSteps:
			return nil, false
		case k < 0:
			n++
			ok = x.step(bt, cuts, bt.work[n-1])
		default:
			p := bt.behind[k]
			bt.behind = bt.behind[:k]
			if p.at.Op == ir.OpInvoke {
				bt.enter(p.at.NormalDest(), p.mode)
			} else {
				ok = bt.follow(p.at.Next(), p.mode)
			}
		}
		if !ok {
			return nil, false
		}
	}
	return bt.met, len(bt.met) > 0
}

// step continues a path at the start of a block. It returns false if the frame may be alive when
// control leaves the function.
func (x *exitTree) step(bt *between, cuts []cut, e entered) bool {
	v := x.of[x.dom.Index(e.b)]
	nd := &x.nodes[v]
	switch {
	case e.mode&modeJump != 0:
		return false
	case nd.up < 0:
		return true
	}
	for _, c := range cuts {
		if depth := x.nodes[c.node].depth; depth <= nd.depth && x.above(v, depth) == c.node {
			bt.met = append(bt.met, c.destroy)
			return true
		}
	}
	switch {
	case !nd.cycle:
		return bt.follow(e.b.First(), e.mode)
	case nd.leaves:
		return false
	}
	mode := bt.onward(e.mode)
	for k := nd.from; k < nd.to; k++ {
		for _, to := range x.next(int(k)) {
			if x.of[to] != v {
				bt.enter(x.dom.RPO[to], mode)
			}
		}
	}
	return true
}
