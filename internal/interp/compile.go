// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// compiler builds the code of one function.
type compiler struct {
	p     *Program
	m     *ir.Module
	fn    *function
	slots []int32 // the first register of a result, by instruction ID
	known map[val]int32
	syms  map[ir.Value]int32
	edges []*edge // whose targets are not resolved yet
	at    *ir.Instr
	pads  map[*ir.Block]*padInfo
}

// edge is a control-flow edge, with the values that phis receive on it.
type edge struct {
	to    *ir.Block
	pc    int
	moves []move
	words int  // total of all moves
	safe  bool // no move reads the result of an earlier one
}

type move struct{ dst, src, n int32 }

// jump follows an edge.
func (f *frame) jump(e *edge) {
	f.pc = e.pc
	if len(e.moves) == 0 {
		return
	}
	if e.safe {
		for k := range e.moves {
			if m := &e.moves[k]; m.n == 1 {
				f.regs[m.dst] = f.regs[m.src]
			} else {
				copy(f.regs[m.dst:m.dst+m.n], f.regs[m.src:m.src+m.n])
			}
		}
		return
	}
	w := f.wide[:0]
	for _, m := range e.moves {
		w = append(w, f.regs[m.src:m.src+m.n]...)
	}
	f.wide = w
	for _, m := range e.moves {
		copy(f.regs[m.dst:m.dst+m.n], w)
		w = w[m.n:]
	}
}

// compile builds a function's code. An instruction that cannot be run becomes code that reports it.
func (p *Program) compile(fn *function) {
	fn.compiled = true
	f := fn.ir
	if err := f.Load(); err != nil {
		panic(trapf("%v", err))
	}
	f.Renumber()
	c := &compiler{p: p, m: f.Module(), fn: fn, slots: make([]int32, f.NumIDs()), known: map[val]int32{},
		syms: map[ir.Value]int32{}}
	fn.blocks = map[*ir.Block]int{}
	fn.nounwind = f.HasAttr("nounwind")
	c.layOut()
	fn.coro = p.findCoroutine(f)
	if p.checked {
		params := make([]*ir.AttrSet, len(f.Params))
		for k, a := range f.Params {
			params[k] = a.Attrs
		}
		fn.promises = promisesOf(c.m, f, "@"+f.Name, f.FTy, f.Attrs, params, c.wordsOf)
		c.promisedParams()
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		fn.blocks[b] = len(fn.code)
		for i := b.First(); i != nil; i = i.Next() {
			c.instr(i)
		}
	}
	for _, e := range c.edges {
		e.pc = fn.blocks[e.to]
	}
	if fn.coro != nil {
		fn.coro.compiled(c)
	}
}

// layOut assigns registers to parameters and results.
func (c *compiler) layOut() {
	f := c.fn.ir
	n := 0
	for _, a := range f.Params {
		s := c.p.shape(a.Type())
		w := len(s.words)
		if s.err == nil {
			par := param{reg: n, n: w, defined: a.Attrs.Has(c.m, "noundef")}
			if v := a.Attrs.Get(c.m, "byval"); v != nil && v.Type != nil {
				t := c.p.shape(v.Type)
				par.byval, par.align = t.size, t.align
				if al := a.Attrs.Get(c.m, "align"); al != nil {
					if k, err := strconv.Atoi(al.Val); err == nil {
						par.align = uint64(k)
					}
				}
			}
			c.fn.params = append(c.fn.params, par)
		}
		n += w
	}
	c.fn.nparams = n
	for i := range f.Instrs() {
		c.slots[i.ID] = int32(n)
		n += len(c.p.shape(i.Type()).words)
	}
	c.fn.nregs = n
}

// instr builds the code of an instruction.
func (c *compiler) instr(i *ir.Instr) {
	c.at = i
	from := len(c.fn.code)
	func() {
		defer func() {
			if r := recover(); r != nil {
				t, ok := r.(*trap)
				if !ok {
					panic(r)
				}
				c.fn.code = c.fn.code[:from]
				c.add(inst{run: func(*Thread, *frame, *inst) { panic(t) }})
			}
		}()
		if s := c.p.shape(i.Type()); s.err != nil {
			panic(unsupportedf("%v cannot be run", s.err))
		}
		how := compilers[i.Op]
		if how == nil {
			panic(unsupportedf("the instruction %s cannot be run", i.Op))
		}
		if c.p.checked {
			c.checkedInstr(i, how)
		} else {
			how(c, i)
		}
	}()
}

// add appends an instruction to the code.
func (c *compiler) add(in inst) *inst {
	in.ir = c.at
	c.fn.code = append(c.fn.code, in)
	return &c.fn.code[len(c.fn.code)-1]
}

// dst returns the first register of a result.
func (c *compiler) dst(i *ir.Instr) int32 { return c.slots[i.ID] }

// src returns the first register of an operand.
func (c *compiler) src(v ir.Value) int32 {
	switch v := v.(type) {
	case *ir.Instr:
		return c.slots[v.ID]
	case *ir.Param:
		n := 0
		for _, a := range c.fn.ir.Params[:v.Index] {
			n += len(c.p.shape(a.Type()).words)
		}
		return int32(n)
	}
	if k, ok := c.syms[v]; ok {
		return k
	}
	if g, ok := ir.Underlying(v).(*ir.Global); ok && g.ThreadLocal() && ir.CalledIntrinsic(c.at) != ir.ThreadLocalAddress {
		// The constant is of each frame, so it may become the address of the thread's copy.
		k := int32(c.fn.nregs + len(c.fn.consts))
		at := c.p.constant(v)
		c.fn.consts = append(c.fn.consts, at...)
		c.fn.code = append(c.fn.code, inst{dst: k, imm: at[0].v, run: execOwnGlobal})
		return k
	}
	k := c.constant(c.p.constant(v))
	c.syms[v] = k
	return k
}

// constant returns the first register of constants.
func (c *compiler) constant(x []val) int32 {
	if len(x) == 1 {
		if k, ok := c.known[x[0]]; ok {
			return k
		}
	}
	k := int32(c.fn.nregs + len(c.fn.consts))
	if len(x) == 1 {
		c.known[x[0]] = k
	}
	c.fn.consts = append(c.fn.consts, x...)
	return k
}

// words returns the number of registers of an operand.
func (c *compiler) words(v ir.Value) int32 { return int32(len(c.p.shape(v.Type()).words)) }

// edge builds the edge from the block of the current instruction to another.
func (c *compiler) edge(to *ir.Block) *edge {
	return c.edgeFrom(c.at.Block(), to)
}

func (c *compiler) edgeFrom(from, to *ir.Block) *edge {
	e := &edge{to: to, safe: true}
	for phi := range to.Phis() {
		for k, b := range phi.PhiBlocks() {
			if b != from {
				continue
			}
			m := move{dst: c.dst(phi), src: c.src(phi.Arg(k)), n: c.words(phi)}
			for _, o := range e.moves {
				if m.src < o.dst+o.n && o.dst < m.src+m.n {
					e.safe = false
				}
			}
			e.moves = append(e.moves, m)
			e.words += int(m.n)
			break
		}
	}
	c.edges = append(c.edges, e)
	return e
}

// scalar returns the width and number of the elements of an operand with one register for each
// element.
func (c *compiler) scalar(t *ir.Type) (bits uint8, n int32) {
	s := c.p.shape(t)
	if s.err != nil {
		panic(unsupportedf("%v cannot be run", s.err))
	}
	if len(s.words) == 0 {
		return 0, 0
	}
	return s.words[0].bits, int32(len(s.words))
}

// lanes returns the number of elements of a vector, and 1 for another type.
func lanes(t *ir.Type) int32 {
	if t.Kind() == ir.Vector {
		return int32(t.Len())
	}
	return 1
}

// isWide reports whether t is an integer or floating-point type, or a vector of one, whose elements
// need more than one register.
func isWide(t *ir.Type) bool {
	t = t.Scalar()
	return t.IsInt() && t.Bits() > 64 || t.Kind() == ir.X86FP80 || t.Kind() == ir.FP128 || t.Kind() == ir.PPCFP128
}

func noWideFloat(t *ir.Type) {
	switch t.Scalar().Kind() {
	case ir.X86FP80, ir.FP128, ir.PPCFP128:
		panic(unsupportedf("arithmetic of type %s cannot be run", t))
	}
}

// shapeOf returns the shape of t. It rejects types without a fixed layout, such as scalable
// vectors, before the code relies on their size.
func (c *compiler) shapeOf(t *ir.Type) *shape {
	s := c.p.shape(t)
	if s.err != nil {
		panic(unsupportedf("%v cannot be run", s.err))
	}
	return s
}
