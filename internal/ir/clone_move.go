package ir

// Moving the body of a function to another that was to be a copy of it, where only a little of it is needed in its old place: that little is copied
// instead. What both come out as is what copying the whole would have given, down to the order in which uses are listed.
//
// It does not find out what is needed; debug info in what stays is not its business.

// Stay is what is needed of a body in its old place, when the rest goes.
type Stay struct {
	// Blocks are those that stay, in the order of the layout. The first block of the function is among them.
	Blocks []*Block
	// Ends are other blocks that these lead to: each is a block of its own that ends in unreachable, and holds what it needs to seem used.
	Ends []*Block
	// Known are phis at the head of blocks that stay of which it is known what they give there; they do not stay themselves.
	Known map[*Instr]*Const
	// Wanted are instructions of which the copies are wanted.
	Wanted []*Instr
}

// MoveBody makes the body of f, which must be numbered (Renumber), that of dst, which has none and knows nothing of f's parameters: what stands for them
// is in params. It is as after CloneBody, with itself for the copy. In f a copy of what stays is left: uses of what is in it are listed in their order in f,
// and what was used by blocks that do not stay is used by the first of the ends. f is numbered anew, and its names stay taken until ForgetNames. Of
// what is wanted it gives the copies, nil for what does not stay.
func (f *Func) MoveBody(dst *Func, params []Value, stay *Stay) (moved *ValueMap, wanted []*Instr) {
	dst.inheritNames(f)
	c := &leaver{m: f.mod, f: f, stay: stay}
	first, last, n := f.first, f.last, f.numBlocks
	f.first, f.last, f.numBlocks = nil, nil, 0
	c.shells()
	c.operands()
	c.uses()
	for _, i := range stay.Wanted {
		x, _ := c.copyOf(i, i.ID).(*Instr)
		wanted = append(wanted, x)
	}
	dst.first, dst.last, dst.numBlocks = first, last, n
	dst.relink(params)
	f.Renumber()
	return &ValueMap{same: true}, wanted
}

// leaver copies what stays.
type leaver struct {
	m    *Module
	f    *Func
	stay *Stay
	at   []leftover // what stays, by the ID that it has meanwhile; the ends from own on
	own  int
	ends []*Block // copies of stay.Ends
	held []Value  // copies of what blocks use that do not stay
}

// leftover is a block or instruction that stays, and its copy.
type leftover struct {
	old Value
	new Value
}

// copyOf gives the copy of a block or instruction; nil for what does not stay.
func (c *leaver) copyOf(v Value, id int) Value {
	if id >= 0 && id < len(c.at) && c.at[id].old == v {
		return c.at[id].new
	}
	return nil
}

func (c *leaver) note(old, new Value) int {
	c.at = append(c.at, leftover{old, new})
	return len(c.at) - 1
}

// shells copies blocks and instructions without their operands.
func (c *leaver) shells() {
	for _, b := range c.stay.Blocks {
		nb := c.f.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		b.ID = c.note(b, nb)
		for i := b.first; i != nil; i = i.next {
			if c.stay.Known[i] != nil {
				i.ID = c.note(i, nil)
				continue
			}
			x := c.m.mem.instrs.one()
			x.Op, x.Sub, x.Order, x.Order2, x.Flags, x.Pos, x.Align = i.Op, i.Sub, i.Order, i.Order2, i.Flags, i.Pos, i.Align
			x.typ, x.ElemTy, x.Meta, x.Aux, x.name = i.typ, i.ElemTy, i.Meta, i.Aux, i.name
			i.ID = c.note(i, x)
			nb.Append(x)
		}
	}
	c.own = len(c.at)
	for _, b := range c.stay.Ends {
		nb := c.f.AppendParsedBlock("")
		b.ID = c.note(b, nb)
		c.ends = append(c.ends, nb)
	}
}

// operands gives the copies their operands, which are not linked yet but to the ends: uses are listed by uses.
func (c *leaver) operands() {
	for _, b := range c.stay.Blocks {
		for i := b.first; i != nil; i = i.next {
			x, _ := c.copyOf(i, i.ID).(*Instr)
			if x == nil {
				continue
			}
			if i.Op == OpPhi {
				x.Aux = c.m.NewPhiAux(i.PhiBlocks()...)
				for k, p := range x.PhiBlocks() {
					x.PhiBlocks()[k] = c.copyOf(p, p.ID).(*Block)
				}
			}
			x.args = c.m.mem.uses.take(len(i.args))
			for k := range i.args {
				c.operand(&x.args[k], x, i.args[k].val)
			}
		}
	}
}

func (c *leaver) operand(u *Use, x *Instr, v Value) {
	u.user, u.val = x, v
	switch v := v.(type) {
	case *Instr:
		if k := c.stay.Known[v]; k != nil {
			u.val = k
		} else {
			u.val = c.copyOf(v, v.ID)
		}
	case *Block:
		u.val = c.copyOf(v, v.ID)
		if v.ID >= c.own {
			u.link() // nobody asks in which order an end is led to
		}
	case *Param:
	default:
		noteNaming(v)
	}
}

// uses lists the uses of the copies in the order of those that they are copies of.
func (c *leaver) uses() {
	for _, l := range c.at[:c.own] {
		switch v := l.old.(type) {
		case *Instr:
			if l.new != nil {
				c.list(l.new, v.uses)
			}
		case *Block:
			c.list(l.new, v.uses)
		}
	}
	for _, p := range c.f.Params {
		uses := p.uses
		p.users = users{}
		c.list(p, uses)
	}
	for k, b := range c.ends {
		var held []Value
		if k == 0 {
			held = c.held
		}
		b.Append(c.m.NewInstr(OpUnreachable, c.m.Types.Void(), held...))
	}
}

// list lists the uses of v in what stays: newest is the newest of the uses of what it is a copy of.
func (c *leaver) list(v Value, newest *Use) {
	oldest := newest
	for oldest != nil && oldest.next != nil {
		oldest = oldest.next
	}
	held := false
	for u := oldest; u != nil; {
		newer := u.prev
		if x, _ := c.copyOf(u.user, u.user.ID).(*Instr); x != nil {
			x.args[u.Index()].link()
		} else if _, block := v.(*Block); !held && !block && c.stay.Known[u.user] == nil {
			held = true
			c.held = append(c.held, v)
		}
		u = newer
	}
}

// relink makes blocks that were another function's those of f, with the numbers and the order of uses that copies of them would have.
func (f *Func) relink(params []Value) {
	n := 0
	for b := f.first; b != nil; b = b.next {
		b.fn, b.users, b.ID = f, users{}, n
		n++
	}
	for b := f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			i.users, i.ID = users{}, n
			n++
		}
	}
	for b := f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			i.relinkArgs(params)
			if i.Op == OpPhi {
				i.Aux.(*PhiAux).found = 0
			}
			for _, d := range i.Dbg {
				d.block, d.ID = b, n
				n++
				d.relinkArgs(params)
			}
		}
	}
	f.nextID = n
}

// relinkArgs lists the operands as uses once more, when what they use forgot all of its uses.
func (i *Instr) relinkArgs(params []Value) {
	for k := range i.args {
		u := &i.args[k]
		if u.val == nil {
			continue
		}
		if p, ok := u.val.(*Param); ok {
			u.val = params[p.Index]
			u.next, u.prev = nil, nil
		}
		u.link()
	}
}

// ForgetNames makes the function's names those that something in it has, whatever was taken before.
func (f *Func) ForgetNames() { f.names = nil }
