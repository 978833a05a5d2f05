package check

// What the checker knows of control flow: dominance, which block can still reach a coro.end, a
// return, a trap, and what runs only in the ramp.

import "github.com/corolower/corolower/internal/ir"

// checkFlow answers questions about paths. Its tables are by place in the dominator tree's RPO, and
// made when they are first asked for: what the coroutines of a compiler look like, few questions
// are about.
type checkFlow struct {
	k     *checker
	dom   *ir.DomTree
	marks [resumed + 1][]bool
}

// onPath is something that may lie ahead of a block, or behind it.
type onPath uint8

const (
	anEnd   onPath = iota // a coro.end can be reached
	aReturn               // the function's return can be reached
	aTrap                 // an unreachable can be reached
	aWait                 // a suspend can be reached
	aFree                 // a coro.free can be reached
	resumed               // runs in a resumed part: can be reached from a suspend
)

// newCheckFlow has no answers yet. The function is numbered for it.
func (k *checker) newCheckFlow() *checkFlow {
	if k.dom == nil {
		k.f.Renumber()
		k.dom = ir.NewDomTree(k.f)
	}
	return &checkFlow{k: k, dom: k.dom}
}

// has reports whether a block, by place in RPO, has something on a path.
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

// terminators gives those of an opcode, of reachable blocks.
func (x *checkFlow) terminators(op ir.Op) (list []*ir.Instr) {
	for _, b := range x.dom.RPO {
		if t := b.Terminator(); t != nil && t.Op == op {
			list = append(list, t)
		}
	}
	return list
}

// towards marks the blocks from which control can come to one of the instructions' blocks.
func (x *checkFlow) towards(l []*ir.Instr) []bool {
	mark := make([]bool, len(x.dom.RPO))
	work := x.k.work[:0]
	var few [8]*ir.Block
	add := func(b *ir.Block) {
		if n := x.dom.Index(b); n >= 0 && !mark[n] {
			mark[n] = true
			work = append(work, b)
		}
	}
	for _, i := range l {
		add(i.Block())
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds(few[:0]) {
			add(p)
		}
	}
	x.k.work = work
	return mark
}

// from marks the blocks to which control can come from the given ones, these included.
func (x *checkFlow) from(l []*ir.Block) []bool {
	mark := make([]bool, len(x.dom.RPO))
	work := x.k.work[:0]
	var few [8]*ir.Block
	add := func(b *ir.Block) {
		if n := x.dom.Index(b); n >= 0 && !mark[n] {
			mark[n] = true
			work = append(work, b)
		}
	}
	for _, b := range l {
		add(b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs(few[:0]) {
			add(s)
		}
	}
	x.k.work = work
	return mark
}

// returns reports that the function's return can be reached from an instruction.
func (x *checkFlow) returns(i *ir.Instr) bool {
	n := x.dom.Index(i.Block())
	return n >= 0 && x.has(aReturn, n)
}

// strays reports that the default edge of a suspend, which leads to out, goes wrong: it comes to no
// coro.end, but to a trap, to the ramp's return in what runs when the coroutine was resumed, or to
// nothing in a function that does return. A suspend that only the ramp comes to may return plainly,
// and a coroutine without a return needs no way to it.
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

// fewBlocks is up to how many blocks with calls nearest asks each of them. Most handles are
// destroyed in one or two, and a function may have as many handles as blocks.
const fewBlocks = 8

// nearest gives, for an instruction in a reachable block, one of the calls that comes in front of
// it on every path: the first of its own block, else the first of the topmost block above; nil
// where there is none. An instruction is not in front of itself.
func (x *checkFlow) nearest(calls []*ir.Instr) func(*ir.Instr) *ir.Instr {
	if len(calls) == 0 {
		return func(*ir.Instr) *ir.Instr { return nil }
	}
	in := map[int]*ir.Instr{} // by place in RPO: the first call of the block
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

// topmost gives, for a block by its place in RPO, the call of the topmost of the blocks with calls
// that dominate its start.
func (x *checkFlow) topmost(in map[int]*ir.Instr) func(b int) *ir.Instr {
	rpo := x.dom.RPO
	if len(in) <= fewBlocks {
		return func(b int) *ir.Instr {
			top := len(rpo) // of two blocks that dominate a third, the upper one comes first
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
