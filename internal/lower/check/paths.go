// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Paths of control with the constants that hold along them. A frontend shares one cleanup among
// several exits and remembers in a variable or phi where control goes on, so most paths through the
// graph of blocks never run:
//
//	cleanup:
//	  %dest = phi i32 [ 0, %resumed ], [ 2, %destroyed ]
//	  switch i32 %dest, label %out [ i32 0, label %body ]    ; a destroyed coroutine skips %body

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// maxPathBlocks limits the number of blocks that the walks of one rule visit in one function. Walks
// look for a path that exists, so a rule whose walk gives up finds less.
const maxPathBlocks = 1 << 15

// binding is a value that is constant on a path: an instruction's result, or the content of a
// variable.
type binding struct {
	of *ir.Instr
	n  uint64
}

// paths follows control through a function. Its walks share the states that they visited.
type paths struct {
	k     *checker
	seen  map[string]bool
	left  int
	plain map[*ir.Instr]bool // cache of isPlain
	// results lists the results of a suspend with which a path continues after it; nil: a path ends
	// at a suspend.
	results []int64
	// returnsOnly: no path assumes that a call throws
	returnsOnly bool
}

func (k *checker) newPaths() *paths {
	return &paths{k: k, seen: map[string]bool{}, left: maxPathBlocks, plain: map[*ir.Instr]bool{}}
}

// position is the start of a block that control reaches from another one.
type position struct {
	from, at *ir.Block
	resumed  bool // a suspend precedes it on the path
	known    []binding
}

// walk follows all paths from an edge, and calls visit for each instruction on them until visit
// returns false: that path ends there.
func (p *paths) walk(start position, visit func(i *ir.Instr, at *position) bool) {
	work := []position{start}
	for len(work) > 0 {
		at := ir.Pop(&work)
		if p.left--; p.left < 0 {
			return
		}
		p.enterPhis(&at)
		if key := at.key(); p.seen[key] {
			continue
		} else {
			p.seen[key] = true
		}
		work = p.through(at, at.at.First(), work, visit)
	}
}

// key identifies a state. The block that control comes from matters only to the phis, whose values
// are bound already.
func (s *position) key() string {
	b := strconv.AppendInt(nil, int64(s.at.ID), 36)
	if s.resumed {
		b = append(b, '!')
	}
	slices.SortFunc(s.known, func(x, y binding) int { return x.of.ID - y.of.ID })
	for _, x := range s.known {
		b = strconv.AppendInt(append(b, ' '), int64(x.of.ID), 36)
		b = strconv.AppendUint(append(b, '='), x.n, 36)
	}
	return string(b)
}

func (s *position) lookup(i *ir.Instr) (uint64, bool) {
	for _, x := range s.known {
		if x.of == i {
			return x.n, true
		}
	}
	return 0, false
}

// bind sets the value of an instruction, or forgets it if ok is false.
func (s *position) bind(i *ir.Instr, n uint64, ok bool) {
	s.known = slices.DeleteFunc(s.known, func(x binding) bool { return x.of == i })
	if ok {
		s.known = append(s.known, binding{i, n})
	}
}

// eval computes a value on the path.
func (p *paths) eval(s *position, v ir.Value) (uint64, bool) {
	x := ir.Evaluator{M: p.k.m, Known: p.known(s)}
	return x.Eval(v)
}

// known returns the function that finds the values of instructions on the path.
func (p *paths) known(s *position) func(i *ir.Instr) (uint64, bool) {
	return func(i *ir.Instr) (uint64, bool) {
		if n, ok := s.lookup(i); ok {
			return n, true
		}
		return p.k.constantCall(i)
	}
}

// enterPhis binds the phis of the block that control enters.
func (p *paths) enterPhis(s *position) {
	var set []binding
	var forget []*ir.Instr
	for i := range s.at.Phis() {
		forget = append(forget, i)
		if !i.Type().IsInt() || s.from == nil {
			continue
		}
		if n := slices.Index(i.PhiBlocks(), s.from); n >= 0 {
			if v, ok := p.eval(s, i.Arg(n)); ok {
				set = append(set, binding{i, v})
			}
		}
	}
	s.known = slices.DeleteFunc(slices.Clone(s.known), func(x binding) bool { return slices.Contains(forget, x.of) })
	s.known = append(s.known, set...)
}

// through follows a block from an instruction on, and adds the positions that control continues at
// to work.
func (p *paths) through(s position, i *ir.Instr, work []position, visit func(i *ir.Instr, at *position) bool) []position {
	for ; i != nil; i = i.Next() {
		if !visit(i, &s) {
			return work
		}
		if ir.CoroCall(i) != ir.CoroSuspend {
			p.step(&s, i)
			continue
		}
		for _, v := range p.results {
			next := position{from: s.from, at: s.at, resumed: true, known: slices.Clone(s.known)}
			next.bind(i, uint64(v), true)
			work = p.through(next, i.Next(), work, visit)
		}
		return work
	}
	return p.leave(s, work)
}

// step applies the effect of an instruction to the values that are known.
func (p *paths) step(s *position, i *ir.Instr) {
	switch i.Op {
	case ir.OpStore:
		if a := ir.AsInstr(i.Arg(1)); a != nil && p.isPlain(a) {
			n, ok := p.eval(s, i.Arg(0))
			s.bind(a, n, ok)
		}
	case ir.OpLoad:
		if a := ir.AsInstr(i.Arg(0)); a != nil && p.isPlain(a) {
			n, ok := s.lookup(a)
			s.bind(i, n, ok)
		}
	case ir.OpPhi:
	default:
		ramp := uint64(1)
		if s.resumed {
			ramp = 0
		}
		// Forget the others: a loop may come back to them.
		s.bind(i, ramp, ir.CoroCall(i) == ir.CoroIsInRamp)
	}
}

// leave adds the successors that control can take, without the values that only this block uses.
func (p *paths) leave(s position, work []position) []position {
	t := s.at.Terminator()
	if t == nil {
		return work
	}
	next := t.Block().Succs(nil)
	if k, ok := ir.EdgeIf(t, p.known(&s)); ok {
		next = next[k : k+1]
	} else if t.Op == ir.OpInvoke && p.returnsOnly {
		next = []*ir.Block{t.NormalDest()}
	}
	s.known = slices.DeleteFunc(s.known, func(x binding) bool { return x.of.Op != ir.OpAlloca && !usedBeyond(x.of, s.at) })
	for _, b := range next {
		work = append(work, position{from: s.at, at: b, resumed: s.resumed, known: slices.Clone(s.known)})
	}
	return work
}

// usedBeyond reports whether another block than b, or a phi, uses a value.
func usedBeyond(i *ir.Instr, b *ir.Block) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if u.User().Block() != b || u.User().Op == ir.OpPhi {
			return true
		}
	}
	return false
}

// isPlain reports whether an alloca is an integer variable that only loads and stores of the whole
// variable use.
func (p *paths) isPlain(a *ir.Instr) bool {
	plain, ok := p.plain[a]
	if !ok {
		plain = a.Op == ir.OpAlloca && a.ElemTy.IsInt() && a.ElemTy.Bits() <= 64 && onlyLoadsAndStores(a)
		p.plain[a] = plain
	}
	return plain
}

// onlyLoadsAndStores reports whether a variable is only read and written as a whole, so that its
// address goes nowhere.
func onlyLoadsAndStores(a *ir.Instr) bool {
	for u := a.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpLoad && i.Type() == a.ElemTy:
		case i.Op == ir.OpStore && u.Index() == 1 && i.Arg(0).Type() == a.ElemTy:
		case ir.IsLifetime(i):
		default:
			return false
		}
	}
	return true
}
