// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file copies whole functions, and has the code that all copies share. clone_part.go copies
// parts of functions.

// ValueMap maps values of one function to values of its copy.
type ValueMap struct {
	instrs []*Instr // by ID of the source instruction
	blocks []*Block
	params []Value
	part   *CloneScratch // used instead of instrs and blocks if only a part of the function was copied
	round  int32         // the round of part

	// Cut holds copies of phis that lost entries, if only a part of the function was copied.
	Cut []*Instr
	// Used holds the instructions of unreachable blocks that were copied because other copied
	// instructions use them, if only a part of the function was copied.
	Used []*Instr
}

// Instr returns the copy of an instruction, or nil if there is none.
func (vm *ValueMap) Instr(i *Instr) *Instr {
	if vm.part != nil {
		return vm.part.copyOf(vm.round, i.ID).instr
	}
	return vm.instrs[i.ID]
}

// Block returns the copy of a block, or nil if there is none.
func (vm *ValueMap) Block(b *Block) *Block {
	if vm.part != nil {
		return vm.part.copyOf(vm.round, b.ID).block
	}
	return vm.blocks[b.ID]
}

// CloneBody copies all blocks of src to the end of dst, with names, debug records and debug
// locations, and maps the operands. src must be numbered (Func.Renumber). params are the values
// that replace src's parameters. If fix is not nil, it may replace the Aux payload, Meta and
// similar fields of each copy, for example the debug location in another function. CloneBody calls
// fix for debug records, too.
func CloneBody(dst, src *Func, params []Value, fix func(copy *Instr)) *ValueMap {
	whole := dst.first == nil
	if whole {
		dst.inheritNames(src)
	}
	c := cloner{m: dst.mod, dst: dst, fix: fix}
	c.vm = c.m.mem.vmaps.one()
	*c.vm = ValueMap{instrs: c.m.mem.maps.take(src.nextID), blocks: c.m.mem.refs.take(src.nextID), params: params}
	c.blocks(src.first)
	if whole {
		dst.inheritTaken(src, c.vm)
	}
	c.body(src.first)
	return c.vm
}

// LeaveScratch moves the body of f from scratch memory to the memory that the unit uses now
// (Module.UseScratch). Blocks and instructions that the caller has found before are then no longer in
// f.
func (f *Func) LeaveScratch() {
	f.Renumber()
	scratch := &f.mod.mem.scratch
	vm := scratch.vmaps.one()
	*vm = ValueMap{instrs: scratch.maps.take(f.nextID), blocks: scratch.refs.take(f.nextID)}
	for _, p := range f.Params {
		vm.params = append(vm.params, p)
	}
	first := f.first
	f.DropBody() // and the table of names, which the next lookup of a name builds again
	f.bodyLoaded, f.nextID = true, 0
	c := cloner{m: f.mod, dst: f, vm: vm}
	c.blocks(first)
	for label, b := range f.Taken {
		if b.fn == f {
			f.Taken[label] = vm.Block(b)
		}
	}
	c.body(first)
}

// blocks appends empty copies of the blocks from b on.
func (c *cloner) blocks(b *Block) {
	for ; b != nil; b = b.next {
		nb := c.dst.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		c.vm.blocks[b.ID] = nb
	}
}

// body copies the instructions of the blocks from first on into the copies of the blocks.
func (c *cloner) body(first *Block) {
	for b := first; b != nil; b = b.next {
		nb := c.vm.blocks[b.ID]
		for i := b.first; i != nil; i = i.next {
			x := c.shell(i, nil)
			c.vm.instrs[i.ID] = x
			nb.Append(x)
		}
	}
	// Operands are linked in layout order, so the use lists, newest first, have the same order as
	// after parsing the text.
	for b := first; b != nil; b = b.next {
		x := c.vm.blocks[b.ID].first
		for i := b.first; i != nil; i, x = i.next, x.next {
			c.operands(i, x, nil)
			if len(i.Dbg) > 0 {
				c.records(i, x)
			}
			if c.fix != nil {
				c.fix(x)
			}
		}
	}
}

// OwnAddresses replaces block addresses of src in dst, a copy of the whole function, by addresses
// of dst's own blocks: an indirect branch must target a block of its own function. Addresses in
// tables and in other functions still name the original's blocks.
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

// ownAddress returns c with block addresses of src replaced by those of its copy f.
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
	return c.WithElems(func(e Value) Value {
		if x, ok := e.(*Const); ok {
			return f.ownAddress(x, src)
		}
		return e
	})
}

// WithElems returns the constant with each element replaced by another value of the same type: c itself
// if none changes.
func (c *Const) WithElems(replace func(Value) Value) *Const {
	own := c
	for k, e := range c.Elems {
		x := replace(e)
		if x == e {
			continue
		}
		if own == c {
			copied := *c
			own = &copied
			own.Elems = append([]Value(nil), c.Elems...)
		}
		own.Elems[k] = x
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

// shell copies an instruction without its operands and debug records. entries lists the entries
// that a phi keeps; nil keeps all.
func (c *cloner) shell(i *Instr, entries []int) *Instr {
	x := c.m.mem.instrs.one()
	x.Op, x.Sub, x.Order, x.Order2, x.Flags, x.Pos, x.Align, x.ID = i.Op,
		i.Sub, i.Order, i.Order2, i.Flags, i.Pos, i.Align, c.dst.nextID
	x.typ, x.ElemTy, x.Meta, x.Aux, x.name = i.typ, i.ElemTy, i.Meta, i.Aux, i.name
	c.dst.nextID++
	if i.Op == OpPhi {
		blocks := i.PhiBlocks()
		aux := c.m.mem.phis.one()
		x.Aux = aux
		if c.vm.part != nil {
			aux.Blocks = c.m.mem.refs.take(len(entries))
			for k, n := range entries {
				aux.Blocks[k] = c.vm.Block(blocks[n])
			}
			return x
		}
		aux.Blocks = c.m.mem.refs.take(len(blocks))
		for k, b := range blocks {
			aux.Blocks[k] = c.vm.blocks[b.ID]
		}
	}
	return x
}

// operands sets the operands of copy x. A phi gets the operands of the entries that it keeps.
func (c *cloner) operands(i, x *Instr, entries []int) {
	if i.Op == OpPhi && c.vm.part != nil {
		x.args = c.m.mem.uses.take(len(entries))
		for k, n := range entries {
			c.operand(&x.args[k], x, i.args[n].val)
		}
		return
	}
	x.args = c.m.mem.uses.take(len(i.args))
	for k := range i.args {
		c.operand(&x.args[k], x, i.args[k].val)
	}
}

// operand makes u the use by x of the value that replaces v.
func (c *cloner) operand(u *Use, x *Instr, v Value) {
	u.user = x
	switch v := v.(type) {
	case *Instr:
		d := c.vm.Instr(v)
		if d == nil {
			u.val = c.m.Lost(v.typ) // unreachable in the copy
			if x.Op == OpDbg {
				u.val = c.m.Poison(v.typ)
			}
			return
		}
		u.val = d
	case *Block:
		u.val = c.vm.Block(v)
	case *Param:
		u.val = c.vm.params[v.Index]
	default:
		u.val = v // constants and symbols have no use lists
		noteNaming(v)
		return
	}
	u.link()
}

// records copies the debug records before an instruction.
func (c *cloner) records(i, x *Instr) {
	x.Dbg = c.m.mem.maps.take(len(i.Dbg))[:0]
	for _, d := range i.Dbg {
		r := c.shell(d, nil)
		r.block = x.block
		c.operands(d, r, nil)
		x.Dbg = append(x.Dbg, r)
		if c.fix != nil {
			c.fix(r)
		}
	}
}

// SwapBody exchanges the bodies and the parameters of two functions of one type and unit. The
// parameters move because the bodies contain their uses.
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
