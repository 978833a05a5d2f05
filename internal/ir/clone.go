package ir

import (
	"cmp"
	"slices"
)

// ValueMap maps values of one function to values of its copy.
type ValueMap struct {
	instrs []*Instr // by ID of the source instruction
	blocks []*Block
	params []Value
	some   map[int]*Instr // in place of instrs, where only a part of the function was copied
	someOf map[int]*Block

	// Cut are copies of phis that lost entries, where only a part of the function was copied.
	Cut []*Instr
}

// Instr gives the copy of an instruction, or nil when there is none.
func (vm *ValueMap) Instr(i *Instr) *Instr {
	if vm.some != nil {
		return vm.some[i.ID]
	}
	return vm.instrs[i.ID]
}

// Block gives the copy of a block, or nil when there is none.
func (vm *ValueMap) Block(b *Block) *Block {
	if vm.some != nil {
		return vm.someOf[b.ID]
	}
	return vm.blocks[b.ID]
}

// CloneBody copies all blocks of src, which must be numbered (Func.Renumber), to the end of dst, with names, debug records and debug
// locations, operands mapped; params are the values for src's parameters. fix, if not nil, may replace the Aux payload, Meta and
// such of each copy (debug locations of another function); it sees debug records too.
func CloneBody(dst, src *Func, params []Value, fix func(copy *Instr)) *ValueMap {
	whole := dst.first == nil
	if whole {
		dst.inheritNames(src)
	}
	c := cloner{m: dst.mod, dst: dst, fix: fix}
	c.vm = &ValueMap{instrs: c.m.mem.maps.take(src.nextID), blocks: c.m.mem.refs.take(src.nextID), params: params}
	for b := src.first; b != nil; b = b.next {
		nb := dst.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		c.vm.blocks[b.ID] = nb
	}
	if whole {
		dst.inheritTaken(src, c.vm)
	}
	for b := src.first; b != nil; b = b.next {
		nb := c.vm.blocks[b.ID]
		for i := b.first; i != nil; i = i.next {
			x := c.shell(i)
			c.vm.instrs[i.ID] = x
			nb.Append(x)
		}
	}
	// Operands are linked in layout order, so that the use lists, newest first, come out as those of parsed text would.
	for b := src.first; b != nil; b = b.next {
		x := c.vm.blocks[b.ID].first
		for i := b.first; i != nil; i, x = i.next, x.next {
			c.operands(i, x)
			if len(i.Dbg) > 0 {
				c.records(i, x)
			}
			if fix != nil {
				fix(x)
			}
		}
	}
	return c.vm
}

// CloneReached is CloneBody of what control reaches from the block at, with names and order as in src, to the empty dst. Blocks that this uses values of,
// and head, are copied as well; they end in unreachable. Its cost is that of what it copies, and of phis as they are in src.
func CloneReached(dst, src *Func, params []Value, at, head *Block) *ValueMap {
	list, reached := reachedWith(at, head)
	c := cloner{m: dst.mod, dst: dst, vm: &ValueMap{params: params, some: map[int]*Instr{}, someOf: map[int]*Block{}}}
	for _, b := range list {
		nb := dst.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		c.vm.someOf[b.ID] = nb
	}
	for _, b := range list {
		nb := c.vm.someOf[b.ID]
		for i := b.first; i != nil; i = i.next {
			if i.IsTerminator() && !reached[b] {
				nb.Append(c.m.NewInstr(OpUnreachable, c.m.Types.Void()))
				break
			}
			x := c.shell(i)
			c.vm.some[i.ID] = x
			nb.Append(x)
		}
	}
	for _, b := range list {
		for i := b.first; i != nil; i = i.next {
			x := c.vm.some[i.ID]
			if x == nil {
				break
			}
			c.operands(i, x)
			if len(i.Dbg) > 0 {
				c.records(i, x)
			}
			if i.Op == OpPhi && reached[b] {
				c.cutPhi(x)
			}
		}
	}
	return c.vm
}

// reachedWith gives in layout order the blocks that control reaches from at, with head and those that they use values of; reached tells the first.
func reachedWith(at, head *Block) (list []*Block, reached map[*Block]bool) {
	reached = map[*Block]bool{at: true}
	list = append(list, at)
	var succs []*Block
	for k := 0; k < len(list); k++ {
		succs = list[k].Succs(succs[:0])
		for _, s := range succs {
			if !reached[s] {
				reached[s] = true
				list = append(list, s)
			}
		}
	}
	used := map[*Block]bool{}
	if !reached[head] {
		used[head] = true
		list = append(list, head)
	}
	for k := 0; k < len(list); k++ {
		b := list[k]
		for i := b.first; i != nil && (reached[b] || !i.IsTerminator()); i = i.next {
			for n := range i.args {
				d, ok := i.args[n].val.(*Instr)
				if !ok || reached[d.block] || used[d.block] || i.Op == OpPhi && !reached[i.PhiBlocks()[n]] {
					continue
				}
				used[d.block] = true
				list = append(list, d.block)
			}
		}
	}
	slices.SortFunc(list, func(a, b *Block) int { return cmp.Compare(a.ID, b.ID) })
	return list, reached
}

// cutPhi drops the entries of a copied phi whose blocks were not copied.
func (c *cloner) cutPhi(x *Instr) {
	blocks := x.PhiBlocks()
	n := 0
	for _, b := range blocks {
		if b != nil {
			n++
		}
	}
	if n == len(blocks) {
		return
	}
	vals, kept := make([]Value, 0, n), make([]*Block, 0, n)
	for k, b := range blocks {
		if b != nil {
			vals, kept = append(vals, x.args[k].val), append(kept, b)
		}
	}
	x.SetArgs(c.m, vals)
	x.Aux = &PhiAux{Blocks: kept}
	c.vm.Cut = append(c.vm.Cut, x)
}

// OwnAddresses makes a copy of a whole function name its own blocks where the original names blocks of itself: who jumps to an address has to
// be in the function of the block. What others know (tables, other functions) stays the original's.
func OwnAddresses(dst, src *Func) {
	if len(src.Taken) == 0 {
		return
	}
	for b := dst.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			for k := range i.args {
				if c, ok := i.args[k].val.(*Const); ok {
					i.args[k].val = dst.ownAddress(c, src)
				}
			}
		}
	}
}

// ownAddress is a constant of a copy of src.
func (f *Func) ownAddress(c *Const, src *Func) *Const {
	if c.Kind == ConstBlockAddress {
		b := f.Taken[c.Label]
		if c.Fn != src || b == nil {
			return c
		}
		b.taken = true
		own := *c
		own.Fn, own.Elems = f, []Value{f}
		return &own
	}
	var own *Const
	for k, e := range c.Elems {
		x, ok := e.(*Const)
		if !ok {
			continue
		}
		y := f.ownAddress(x, src)
		if x == y {
			continue
		}
		if own == nil {
			copied := *c
			own = &copied
			own.Elems = append([]Value(nil), c.Elems...)
		}
		own.Elems[k] = y
	}
	if own == nil {
		return c
	}
	return own
}

// cloner is the state of CloneBody.
type cloner struct {
	m   *Module
	dst *Func
	vm  *ValueMap
	fix func(copy *Instr)
}

// shell copies an instruction without its operands and records.
func (c *cloner) shell(i *Instr) *Instr {
	x := c.m.mem.instrs.one()
	x.Op, x.Sub, x.Order, x.Order2, x.Flags, x.Pos, x.Align, x.ID = i.Op, i.Sub, i.Order, i.Order2, i.Flags, i.Pos, i.Align, c.dst.nextID
	x.typ, x.ElemTy, x.Meta, x.Aux, x.name = i.typ, i.ElemTy, i.Meta, i.Aux, i.name
	c.dst.nextID++
	if i.Op == OpPhi {
		blocks := i.PhiBlocks()
		aux := c.m.mem.phis.one()
		aux.Blocks = c.m.mem.refs.take(len(blocks))
		for k, b := range blocks {
			aux.Blocks[k] = c.vm.Block(b)
		}
		x.Aux = aux
	}
	return x
}

func (c *cloner) operands(i, x *Instr) {
	x.args = c.m.mem.uses.take(len(i.args))
	for k := range i.args {
		u := &x.args[k]
		u.user = x
		switch v := i.args[k].val.(type) {
		case *Instr:
			d := c.vm.Instr(v)
			if d == nil {
				u.val = c.m.Poison(v.typ) // where control does not come in the copy
				continue
			}
			u.val = d
		case *Block:
			u.val = c.vm.Block(v)
		case *Param:
			u.val = c.vm.params[v.Index]
		default:
			u.val = v // constants and symbols have no use lists
			continue
		}
		u.link()
	}
}

// records copies the debug records in front of an instruction.
func (c *cloner) records(i, x *Instr) {
	x.Dbg = make([]*Instr, 0, len(i.Dbg))
	for _, d := range i.Dbg {
		r := c.shell(d)
		r.block = x.block
		c.operands(d, r)
		x.Dbg = append(x.Dbg, r)
		if c.fix != nil {
			c.fix(r)
		}
	}
}

// SwapBody exchanges the bodies of two functions of one type and unit, with the parameters, whose uses are in the bodies.
func (f *Func) SwapBody(g *Func) {
	f.first, g.first = g.first, f.first
	f.last, g.last = g.last, f.last
	f.numBlocks, g.numBlocks = g.numBlocks, f.numBlocks
	f.nextID, g.nextID = g.nextID, f.nextID
	f.names, g.names = g.names, f.names
	f.uniq, g.uniq = g.uniq, f.uniq
	f.UseListOrders, g.UseListOrders = g.UseListOrders, f.UseListOrders
	f.Params, g.Params = g.Params, f.Params
	f.Taken, g.Taken = g.Taken, f.Taken
	for _, x := range [...]*Func{f, g} {
		for b := x.first; b != nil; b = b.next {
			b.fn, b.taken = x, false
		}
		for _, b := range x.Taken {
			b.taken = true
		}
		for _, p := range x.Params {
			p.Fn = x
		}
	}
}
