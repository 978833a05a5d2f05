package ir

// ValueMap maps values of one function to values of its copy.
type ValueMap struct {
	instrs []Value // by ID of the source instruction
	blocks []*Block
	params []Value
}

// Map gives the copy's value for a value of the source: constants and symbols map to themselves.
func (vm *ValueMap) Map(v Value) Value {
	switch v := v.(type) {
	case *Instr:
		return vm.instrs[v.ID]
	case *Block:
		return vm.blocks[v.ID]
	case *Param:
		return vm.params[v.Index]
	}
	return v
}

// Instr gives the copy of an instruction, or nil when it is not an instruction any more.
func (vm *ValueMap) Instr(i *Instr) *Instr {
	c, _ := vm.instrs[i.ID].(*Instr)
	return c
}

// Block gives the copy of a block.
func (vm *ValueMap) Block(b *Block) *Block { return vm.blocks[b.ID] }

// CloneBody copies all blocks of src, which must be numbered (Func.Renumber), to the end of dst, with names, debug records and debug
// locations, operands mapped; params are the values for src's parameters. fix, if not nil, may replace the Aux payload, Meta and
// such of each copy (debug locations of another function); it sees debug records too.
func CloneBody(dst, src *Func, params []Value, fix func(copy *Instr)) *ValueMap {
	m := dst.mod
	vm := &ValueMap{instrs: make([]Value, src.nextID), blocks: make([]*Block, src.nextID), params: params}
	total := 0
	for b := src.first; b != nil; b = b.next {
		nb := dst.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		vm.blocks[b.ID] = nb
		for i := b.first; i != nil; i = i.next {
			total++
		}
	}
	shell := func(i *Instr) *Instr {
		if len(m.instrSlab) == 0 {
			m.instrSlab = make([]Instr, min(max(64, total), 4096))
		}
		c := &m.instrSlab[0]
		m.instrSlab = m.instrSlab[1:]
		*c = Instr{Op: i.Op, Sub: i.Sub, Order: i.Order, Order2: i.Order2, Flags: i.Flags, Pos: i.Pos, Align: i.Align, ID: dst.nextID, typ: i.typ,
			ElemTy: i.ElemTy, Meta: i.Meta, Aux: i.Aux, name: i.name}
		dst.nextID++
		if p, ok := i.Aux.(*PhiAux); ok {
			nb := make([]*Block, len(p.Blocks))
			for k, x := range p.Blocks {
				nb[k] = vm.blocks[x.ID]
			}
			c.Aux = &PhiAux{Blocks: nb}
		}
		return c
	}
	for b := src.first; b != nil; b = b.next {
		nb := vm.blocks[b.ID]
		for i := b.first; i != nil; i = i.next {
			c := shell(i)
			vm.instrs[i.ID] = c
			nb.Append(c)
		}
	}
	operands := func(i, c *Instr) {
		c.args = m.allocUses(len(i.args))
		for k := range i.args {
			u := &c.args[k]
			u.user, u.val = c, vm.Map(i.args[k].val)
			if u.val != nil {
				u.link()
			}
		}
	}
	// Operands are linked in layout order, so that the use lists, newest first, come out as those of parsed text would.
	for b := src.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			c := vm.instrs[i.ID].(*Instr)
			operands(i, c)
			for _, d := range i.Dbg {
				dc := shell(d)
				dc.block = c.block
				operands(d, dc)
				c.Dbg = append(c.Dbg, dc)
				if fix != nil {
					fix(dc)
				}
			}
			if fix != nil {
				fix(c)
			}
		}
	}
	return vm
}
