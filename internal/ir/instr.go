package ir

// Instr is an instruction of any opcode. Which fields matter is told by the comments of the
// opcodes; unused ones are zero.
type Instr struct {
	users
	Op     Op
	Sub    uint8    // icmp, fcmp: Pred; atomicrmw: index into RMWNames
	Order  Ordering // load, store, fence, atomicrmw; cmpxchg: success
	Order2 Ordering // cmpxchg: failure
	Flags  Flags
	Pos    Pos
	Align  uint32 // load, store, alloca, atomicrmw, cmpxchg; 0: none written
	ID     int
	typ    *Type
	ElemTy *Type // alloca: allocated type; getelementptr: source element type
	name   string
	args   []Use
	block  *Block
	prev   *Instr
	next   *Instr
	Meta   []Attachment // shared between clones: replace, never edit
	Dbg    []*Instr     // debug records in front of this instruction, in order
	// *CallAux, *PhiAux, *IndexAux, *AllocaAux, *GEPAux, *AtomicAux, *LandingAux, *CatchSwitchAux, *DbgAux
	Aux any
}

// RMWNames are the operations of atomicrmw; Instr.Sub is the index.
var RMWNames = [...]string{
	"xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax",
	"umin", "fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap",
	"usub_cond", "usub_sat", "fmaximum", "fminimum",
}

// Bundle is an operand bundle; its operands follow the call's arguments.
type Bundle struct {
	Tag string
	N   int
}

// CallAux describes a call, invoke or callbr.
type CallAux struct {
	CC        string
	RetAttrs  *AttrSet
	ArgAttrs  []*AttrSet // nil, or one an argument
	Attrs     *AttrSet
	FTy       *Type
	Explicit  bool // the function type was written in full (`call i32 (ptr, ...) @printf`)
	AddrSpace int  // `addrspace(n)` of the callee as written; 0: none
	NArgs     int
	Bundles   []Bundle
	NIndirect int // callbr
}

// PhiAux holds a phi's incoming blocks, one an operand. It is the one Aux that is edited in place
// and copied by Clone.
type PhiAux struct {
	Blocks []*Block
	found  int // where the last search ended: who goes over predecessors finds them next to one another
}

// IndexAux holds the indices of extractvalue and insertvalue.
type IndexAux struct{ Indices []int }

// AllocaAux holds an alloca's address space as written.
type AllocaAux struct {
	AddrSpace int
	// name of the coroutine of which it is the frame, which elision put there; "" for another. It
	// is not printed
	FrameOf string
	FrameAt Pos // where that coroutine is created
}

// FrameOf is the name of the coroutine of which an alloca is the frame, because elision put it
// there; "" for any other instruction.
func (i *Instr) FrameOf() string {
	if a, ok := i.Aux.(*AllocaAux); ok {
		return a.FrameOf
	}
	return ""
}

// FrameAt is where the coroutine is created of which an alloca is the frame.
func (i *Instr) FrameAt() Pos {
	if a, ok := i.Aux.(*AllocaAux); ok {
		return a.FrameAt
	}
	return 0
}

// SetFrameOf says of an alloca that it is the frame of a coroutine, which is created at a place.
func (i *Instr) SetFrameOf(coroutine string, at Pos) {
	aux := &AllocaAux{FrameOf: coroutine, FrameAt: at}
	if a, ok := i.Aux.(*AllocaAux); ok {
		aux.AddrSpace = a.AddrSpace
	}
	i.Aux = aux
}

// GEPAux holds the rare words of a getelementptr.
type GEPAux struct{ InRange string }

// AtomicAux holds the synchronisation scope of an atomic instruction, between the quotes.
type AtomicAux struct{ Scope string }

// LandingAux tells for each clause of a landingpad whether it is a filter (else a catch).
type LandingAux struct{ Filter []bool }

// CatchSwitchAux tells whether a catchswitch's last operand is its unwind destination (else it
// unwinds to the caller).
type CatchSwitchAux struct{ HasUnwind bool }

// NewInstr makes an instruction that belongs to no block yet.
func (m *Module) NewInstr(op Op, typ *Type, args ...Value) *Instr {
	i := m.mem.instrs.one()
	i.Op, i.typ, i.ID = op, typ, -1
	i.args = m.allocUses(len(args))
	for k, v := range args {
		u := &i.args[k]
		u.user, u.val = i, v
		if v != nil {
			u.link()
		}
	}
	return i
}

// NewCallAux makes an empty description of a call, in the unit's memory.
func (m *Module) NewCallAux() *CallAux { return m.mem.calls.one() }

// NewMeta makes a list of n attachments, to be filled before anyone sees it, in the unit's memory.
func (m *Module) NewMeta(n int) []Attachment { return m.mem.metas.take(n) }

// newInstrOf is NewInstr with a list of operands between two others, which may be nil: none.
func (m *Module) newInstrOf(op Op, typ *Type, first Value, list []Value, last Value) *Instr {
	i := m.mem.instrs.one()
	i.Op, i.typ, i.ID = op, typ, -1
	n := len(list)
	if first != nil {
		n++
	}
	if last != nil {
		n++
	}
	rest := m.allocUses(n)
	i.args = rest
	add := func(v Value) {
		u := &rest[0]
		rest = rest[1:]
		u.user, u.val = i, v
		u.link()
	}
	if first != nil {
		add(first)
	}
	for _, v := range list {
		add(v)
	}
	if last != nil {
		add(last)
	}
	return i
}

// NewPhiAux makes the list of a phi's incoming blocks.
func (m *Module) NewPhiAux(blocks ...*Block) *PhiAux {
	aux := m.mem.phis.one()
	aux.Blocks = m.mem.refs.take(len(blocks))
	copy(aux.Blocks, blocks)
	return aux
}

func (m *Module) allocUses(n int) []Use { return m.mem.uses.take(n) }

// Type is the type of the result; void for none.
func (i *Instr) Type() *Type { return i.typ }
func (*Instr) isValue()      {}

// SetType changes the result type of an instruction under construction.
func (i *Instr) SetType(t *Type) { i.typ = t }

// Name is the result's name, "" when it is numbered or void.
func (i *Instr) Name() string { return i.name }

// SetName names the result, made unique as LLVM does. The instruction must be in a block.
func (i *Instr) SetName(name string) {
	f := i.block.fn
	f.freeName(i.name)
	i.name = f.uniqueName(name)
}

// SetParsedName sets a name that is known to be free, without asking the symbol table.
func (i *Instr) SetParsedName(name string) { i.name = name }

// TakeName moves the name of another instruction here.
func (i *Instr) TakeName(from *Instr) { i.name, from.name = from.name, "" }

// Block is the block the instruction is in, nil when it is in none.
func (i *Instr) Block() *Block { return i.block }

// Func is the function the instruction is in.
func (i *Instr) Func() *Func { return i.block.fn }

// Next and Prev walk the block.
func (i *Instr) Next() *Instr { return i.next }

// Prev is the instruction before, or nil.
func (i *Instr) Prev() *Instr { return i.prev }

// NumArgs is the number of operands.
func (i *Instr) NumArgs() int { return len(i.args) }

// Arg is operand k.
func (i *Instr) Arg(k int) Value { return i.args[k].val }

// Use is the use edge of operand k.
func (i *Instr) Use(k int) *Use { return &i.args[k] }

// SetArg replaces operand k.
func (i *Instr) SetArg(k int, v Value) {
	u := &i.args[k]
	if u.val == v {
		return
	}
	if u.val != nil {
		u.unlink()
	}
	u.val = v
	if v != nil {
		u.link()
	}
}

// SetArgs replaces all operands by a list of any length. Debug records in front keep theirs.
func (i *Instr) SetArgs(m *Module, args []Value) {
	i.dropArgs()
	i.args = m.allocUses(len(args))
	for k, v := range args {
		u := &i.args[k]
		u.user, u.val = i, v
		if v != nil {
			u.link()
		}
	}
}

// InsertBefore puts the instruction in front of another.
func (i *Instr) InsertBefore(at *Instr) {
	i.block = at.block
	i.next, i.prev = at, at.prev
	if at.prev != nil {
		at.prev.next = i
	} else {
		at.block.first = i
	}
	at.prev = i
}

// InsertAfter puts the instruction behind another.
func (i *Instr) InsertAfter(at *Instr) {
	if at.next == nil {
		at.block.Append(i)
		return
	}
	i.InsertBefore(at.next)
}

// Unlink takes the instruction out of its block; it keeps operands, uses and name. Debug records in
// front of it move to the next instruction, if there is one.
func (i *Instr) Unlink() {
	b := i.block
	if len(i.Dbg) > 0 && i.next != nil {
		i.next.Dbg = append(i.Dbg[:len(i.Dbg):len(i.Dbg)], i.next.Dbg...)
		i.Dbg = nil
	}
	if i.prev != nil {
		i.prev.next = i.next
	} else {
		b.first = i.next
	}
	if i.next != nil {
		i.next.prev = i.prev
	} else {
		b.last = i.prev
	}
	i.prev, i.next, i.block = nil, nil, nil
}

// MoveBefore moves the instruction, without its debug records, in front of another.
func (i *Instr) MoveBefore(at *Instr) {
	i.Unlink()
	i.InsertBefore(at)
}

// Erase removes the instruction for good. Its result must have no uses left but those of debug
// records, which become poison. Debug records in front of a terminator stay at the end of the
// block, for the terminator that comes or has come in its place.
func (i *Instr) Erase() {
	if i.uses != nil {
		panic("ir: erased instruction " + i.Op.String() + " %" + i.name + " still has uses")
	}
	b := i.block
	if i.users.dbg != nil {
		ReplaceUses(i, b.fn.mod.Lost(i.typ))
	}
	b.fn.freeName(i.name)
	i.Unlink()
	if len(i.Dbg) > 0 {
		if t := b.Terminator(); t != nil {
			t.Dbg = append(t.Dbg[:len(t.Dbg):len(t.Dbg)], i.Dbg...)
		} else {
			b.trailing = append(b.trailing, i.Dbg...)
		}
		i.Dbg = nil
	}
	i.dropOperands()
}

// dropOperands unlinks all operands, of the instruction and of the debug records in front of it.
func (i *Instr) dropOperands() {
	i.dropArgs()
	for _, d := range i.Dbg {
		d.dropOperands()
	}
}

// dropArgs unlinks the instruction's own operands.
func (i *Instr) dropArgs() {
	for k := range i.args {
		u := &i.args[k]
		if u.val != nil {
			u.unlink()
			u.val = nil
		}
	}
}

// EraseDbg removes debug record k in front of the instruction.
func (i *Instr) EraseDbg(k int) {
	d := i.Dbg[k]
	d.dropOperands()
	i.Dbg = append(append([]*Instr(nil), i.Dbg[:k]...), i.Dbg[k+1:]...)
}

// EraseDbgIf removes the debug records in front of the instruction that a condition holds for. It
// reports whether there were any.
func (i *Instr) EraseDbgIf(gone func(d *Instr) bool) bool {
	kept := make([]*Instr, 0, len(i.Dbg))
	for _, d := range i.Dbg {
		if gone(d) {
			d.dropOperands()
		} else {
			kept = append(kept, d)
		}
	}
	if len(kept) == len(i.Dbg) {
		return false
	}
	i.Dbg = kept
	return true
}

// Pred is the predicate of icmp and fcmp.
func (i *Instr) Pred() Pred { return Pred(i.Sub) }

// MetaOf gives the attachment of a kind, or nil.
func (i *Instr) MetaOf(kind string) *MD {
	for k := range i.Meta {
		if i.Meta[k].Kind == kind {
			return i.Meta[k].MD
		}
	}
	return nil
}

// SetMeta sets, replaces or (md nil) removes an attachment. !dbg comes first.
func (i *Instr) SetMeta(kind string, md *MD) {
	var out []Attachment
	if kind == "dbg" && md != nil {
		out = append(out, Attachment{kind, md})
	}
	done := kind == "dbg"
	for _, a := range i.Meta {
		if a.Kind == kind {
			if md != nil && !done {
				out = append(out, Attachment{kind, md})
				done = true
			}
			continue
		}
		out = append(out, a)
	}
	if md != nil && !done {
		out = append(out, Attachment{kind, md})
	}
	i.Meta = out
}

// DebugLoc is the !dbg attachment, or nil.
func (i *Instr) DebugLoc() *MD { return i.MetaOf("dbg") }

// SetDebugLoc sets the !dbg attachment.
func (i *Instr) SetDebugLoc(md *MD) { i.SetMeta("dbg", md) }

// IsTerminator reports a terminator.
func (i *Instr) IsTerminator() bool { return opInfo[i.Op].Terminator }

// IsCall reports call, invoke and callbr.
func (i *Instr) IsCall() bool { return i.Op == OpCall || i.Op == OpInvoke || i.Op == OpCallBr }

// Call is the payload of a call, invoke or callbr.
func (i *Instr) Call() *CallAux { return i.Aux.(*CallAux) }

// calleeIndex is the operand number of the callee.
func (i *Instr) calleeIndex() int {
	c := i.Aux.(*CallAux)
	n := c.NArgs
	for _, b := range c.Bundles {
		n += b.N
	}
	return n
}

// CalleeArg is the operand number of the callee of a call, invoke or callbr.
func (i *Instr) CalleeArg() int { return i.calleeIndex() }

// Callee is the called value.
func (i *Instr) Callee() Value { return i.args[i.calleeIndex()].val }

// SetCallee replaces the called value.
func (i *Instr) SetCallee(v Value) { i.SetArg(i.calleeIndex(), v) }

// CalledFunc is the function called directly, or nil. Casts are not looked through.
func (i *Instr) CalledFunc() *Func {
	if !i.IsCall() {
		return nil
	}
	f, _ := i.Callee().(*Func)
	return f
}

// NumCallArgs is the number of arguments of a call.
func (i *Instr) NumCallArgs() int { return i.Aux.(*CallAux).NArgs }

// NormalDest and UnwindDest are the successors of an invoke.
func (i *Instr) NormalDest() *Block { return i.args[len(i.args)-2].val.(*Block) }

// UnwindDest is where an invoke goes on an exception.
func (i *Instr) UnwindDest() *Block { return i.args[len(i.args)-1].val.(*Block) }

// PhiBlocks are a phi's incoming blocks; they may be edited in place.
func (i *Instr) PhiBlocks() []*Block { return i.Aux.(*PhiAux).Blocks }

// AddIncoming adds a phi entry.
func (i *Instr) AddIncoming(m *Module, v Value, b *Block) {
	i.appendArgs(m, v)
	p := i.Aux.(*PhiAux)
	p.Blocks = append(p.Blocks, b)
}

// replaceWith puts n in the place of u in its list.
func (u *Use) replaceWith(n *Use) {
	if u.val == nil {
		return
	}
	l := u.list()
	if l == nil {
		return
	}
	n.next, n.prev = u.next, u.prev
	if u.prev != nil {
		u.prev.next = n
	} else {
		*l = n
	}
	if u.next != nil {
		u.next.prev = n
	}
	u.next, u.prev, u.val = nil, nil, nil
}

// RemoveIncoming removes phi entry k. The others move as in the LLVM version imitated: since 22 the
// last entry takes the place of the removed one, before that the entries behind it moved up.
func (i *Instr) RemoveIncoming(k int) {
	p := i.Aux.(*PhiAux)
	last := len(i.args) - 1
	if i.block != nil && i.block.fn.mod.Has(PhiEntrySwap) {
		if k != last {
			i.args[k].Set(i.args[last].val)
			p.Blocks[k] = p.Blocks[last]
		}
	} else {
		for j := k; j < last; j++ {
			i.args[j].Set(i.args[j+1].val)
		}
		copy(p.Blocks[k:], p.Blocks[k+1:])
	}
	i.dropLastArg()
	p.Blocks = p.Blocks[:last]
}

// IncomingFor gives the value a phi has for a predecessor; nil when there is no entry.
func (i *Instr) IncomingFor(b *Block) Value {
	if k := i.PhiIndex(b); k >= 0 {
		return i.args[k].val
	}
	return nil
}

// PhiIndex gives an entry of a phi for a predecessor, any where there are several; -1 when there is
// none. Asking for all of a phi's predecessors in the order of its entries, or in reverse, is
// linear.
func (i *Instr) PhiIndex(b *Block) int {
	aux := i.Aux.(*PhiAux)
	n := len(aux.Blocks)
	up := min(aux.found, n)
	down := up - 1
	for up < n || down >= 0 {
		if up < n {
			if aux.Blocks[up] == b {
				aux.found = up
				return up
			}
			up++
		}
		if down >= 0 {
			if aux.Blocks[down] == b {
				aux.found = down
				return down
			}
			down--
		}
	}
	return -1
}

// CloneInstr copies an instruction with its operands, name not included, into no block. Debug
// records in front of it are not copied.
func (m *Module) CloneInstr(i *Instr) *Instr {
	c := m.mem.instrs.one()
	*c = Instr{Op: i.Op, Sub: i.Sub, Order: i.Order, Order2: i.Order2, Flags: i.Flags, Pos: i.Pos, Align: i.Align,
		ID: -1, typ: i.typ, ElemTy: i.ElemTy,
		Meta: i.Meta, Aux: i.Aux}
	if p, ok := i.Aux.(*PhiAux); ok {
		c.Aux = m.NewPhiAux(p.Blocks...)
	}
	c.args = m.allocUses(len(i.args))
	for k := range i.args {
		u := &c.args[k]
		u.user, u.val = c, i.args[k].val
		if u.val != nil {
			u.link()
		}
	}
	return c
}
