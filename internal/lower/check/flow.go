// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Control flow for the rules: dominance, the blocks that can reach a coro.end, a return or a trap,
// and the blocks that run only in the ramp.

import "github.com/corolower/corolower/internal/ir"

// checkFlow answers reachability queries. It computes each table on the first query, because most
// coroutines that a compiler emits need few of them. A table is indexed by position in the
// dominator tree's RPO.
type checkFlow struct {
	k     *checker
	dom   *ir.DomTree
	marks [resumed + 1][]bool
}

// onPath is a property of a block: what it can reach, or what reaches it.
type onPath uint8

const (
	anEnd   onPath = iota // the block reaches a coro.end
	aReturn               // the block reaches a ret
	aTrap                 // the block reaches an unreachable
	aWait                 // the block reaches a suspend
	aFree                 // the block reaches a coro.free
	resumed               // a suspend reaches the block, so a resumed part runs it
)

// needFlow sets k.flow. It renumbers the function if it has to build the dominator tree.
func (k *checker) needFlow() {
	if k.flow != nil {
		return
	}
	if k.dom == nil {
		k.f.Renumber()
		k.dom = ir.NewDomTree(k.f)
	}
	k.flow = &checkFlow{k: k, dom: k.dom}
}

// has reports whether the block at a position in RPO has a property.
func (x *checkFlow) has(what onPath, n int) bool {
	if x.marks[what] == nil {
		x.marks[what] = x.mark(what)
	}
	return x.marks[what][n]
}

func (x *checkFlow) mark(what onPath) []bool {
	calls := &x.k.calls
	switch what {
	case anEnd:
		return x.towards(append(append([]*ir.Instr(nil), calls[ir.CoroEnd]...), calls[ir.CoroEndAsync]...))
	case aReturn:
		return x.towards(x.terminators(ir.OpRet))
	case aTrap:
		return x.towards(x.terminators(ir.OpUnreachable))
	case aWait:
		return x.towards(calls[ir.CoroSuspend])
	case aFree:
		return x.towards(calls[ir.CoroFree])
	}
	var after []*ir.Block
	for _, s := range calls[ir.CoroSuspend] {
		after = s.Block().Succs(after)
	}
	return x.from(after)
}

// terminators returns the reachable terminators with an opcode.
func (x *checkFlow) terminators(op ir.Op) (list []*ir.Instr) {
	for _, b := range x.dom.RPO {
		if t := b.Terminator(); t.Op == op {
			list = append(list, t)
		}
	}
	return list
}

// towards marks the blocks that reach the block of one of the instructions.
func (x *checkFlow) towards(l []*ir.Instr) []bool {
	blocks := make([]*ir.Block, len(l))
	for k, i := range l {
		blocks[k] = i.Block()
	}
	return x.spread(blocks, (*ir.Block).Preds)
}

// from marks the given blocks and all blocks that are reachable from them.
func (x *checkFlow) from(l []*ir.Block) []bool { return x.spread(l, (*ir.Block).Succs) }

// spread marks blocks and those that next leads to from a marked block.
func (x *checkFlow) spread(l []*ir.Block, next func(b *ir.Block, to []*ir.Block) []*ir.Block) []bool {
	mark := make([]bool, len(x.dom.RPO))
	work := x.k.work[:0]
	add := func(list []*ir.Block) {
		for _, b := range list {
			if n := x.dom.Index(b); n >= 0 && !mark[n] {
				mark[n] = true
				work = append(work, b)
			}
		}
	}
	add(l)
	var few [8]*ir.Block
	for len(work) > 0 {
		b := ir.Pop(&work)
		add(next(b, few[:0]))
	}
	x.k.work = work
	return mark
}

// returns reports whether an instruction's block reaches the function's return.
func (x *checkFlow) returns(i *ir.Instr) bool {
	n := x.dom.Index(i.Block())
	return n >= 0 && x.has(aReturn, n)
}

// strays reports whether the default edge of a suspend, which leads to out, is wrong. The edge is
// right if it reaches a coro.end. Otherwise it is wrong if it reaches a trap, if a resumed part
// executes the suspend and the edge reaches the ramp's return, or if it reaches neither although
// the function returns. A suspend that only the ramp executes may return directly, and a coroutine
// without a return needs no path to one.
func (x *checkFlow) strays(s *ir.Instr, out *ir.Block) bool {
	n, at := x.dom.Index(out), x.dom.Index(s.Block())
	switch {
	case n < 0 || at < 0 || x.has(anEnd, n):
		return false
	case x.has(aTrap, n):
		return true
	case x.has(aReturn, n):
		return x.has(resumed, at)
	}
	return x.has(aReturn, 0)
}

// fewBlocks is the largest number of blocks with calls for which topmost tests each of them per
// query instead of building a table. Most handles are destroyed in one or two blocks, but a
// function may have as many handles as blocks, so a table for each handle would cost their product.
const fewBlocks = 8

// nearest returns a function that finds, for an instruction in a reachable block, one of the calls
// that dominates it: the first in the instruction's own block, or else the first in the topmost
// dominating block. It returns nil if there is none. A call does not dominate itself.
func (x *checkFlow) nearest(calls []*ir.Instr) func(*ir.Instr) *ir.Instr {
	if len(calls) == 0 {
		return func(*ir.Instr) *ir.Instr { return nil }
	}
	in := map[int]*ir.Instr{} // by position in RPO: the first call of the block
	for _, c := range calls {
		if b := x.dom.Index(c.Block()); b >= 0 && (in[b] == nil || c.ID < in[b].ID) {
			in[b] = c
		}
	}
	above := x.topmost(in)
	return func(i *ir.Instr) *ir.Instr {
		b := x.dom.Index(i.Block())
		if f := in[b]; f != nil && f.ID < i.ID {
			return f
		}
		return above(b)
	}
}

// topmost returns a function that finds, for a block at a position in RPO, the call of the topmost
// block with a call that strictly dominates it.
func (x *checkFlow) topmost(in map[int]*ir.Instr) func(b int) *ir.Instr {
	rpo := x.dom.RPO
	if len(in) <= fewBlocks {
		return func(b int) *ir.Instr {
			top := len(rpo) // of two blocks that dominate a third, the upper one comes first in RPO
			for d := range in {
				if d < b && d < top && x.dom.Dominates(rpo[d], rpo[b]) {
					top = d
				}
			}
			return in[top]
		}
	}
	above := make([]*ir.Instr, len(rpo))
	for b := 1; b < len(rpo); b++ {
		d := x.dom.Index(x.dom.IDom(rpo[b]))
		if above[b] = above[d]; above[b] == nil {
			above[b] = in[d]
		}
	}
	return func(b int) *ir.Instr { return above[b] }
}
