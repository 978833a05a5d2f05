// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Instr is an instruction of any opcode. The comments of the opcodes say which fields matter;
// unused fields are zero.
type Instr struct {
	users
	Op     Op
	Sub    uint8    // icmp, fcmp: Pred; atomicrmw: index into RMWNames
	Order  Ordering // load, store, fence, atomicrmw; cmpxchg: on success
	Order2 Ordering // cmpxchg: on failure
	Flags  Flags
	Pos    Pos
	Align  uint32 // load, store, alloca, atomicrmw, cmpxchg; 0: none
	ID     int
	typ    *Type
	ElemTy *Type // alloca: allocated type; getelementptr: source element type
	name   string
	args   []Use
	block  *Block
	prev   *Instr
	next   *Instr
	Meta   []Attachment // shared between clones: replace, never edit in place
	Dbg    []*Instr     // debug records before this instruction, in order
	// *CallAux, *PhiAux, *IndexAux, *AllocaAux, *GEPAux, *AtomicAux, *LandingAux, *CatchSwitchAux,
	// or *DbgAux
	Aux any
}

// RMWNames lists the operations of atomicrmw; Instr.Sub is the index.
var RMWNames = [...]string{
	"xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax",
	"umin", "fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap",
	"usub_cond", "usub_sat", "fmaximum", "fminimum", "fmaximumnum", "fminimumnum",
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
	ArgAttrs  []*AttrSet // nil, or one for each argument
	Attrs     *AttrSet
	FTy       *Type
	Explicit  bool // the function type is written in full (`call i32 (ptr, ...) @printf`)
	AddrSpace int  // `addrspace(n)` of the callee as written; 0: none
	NArgs     int
	Bundles   []Bundle
	NIndirect int // callbr
}

// PhiAux holds a phi's incoming blocks, one for each operand. It is the only Aux that may be edited
// in place, and Clone copies it.
type PhiAux struct {
	Blocks []*Block
	found  int // where the last search ended: code that iterates over predecessors finds their entries close together
}

// IndexAux holds the indices of extractvalue and insertvalue.
type IndexAux struct{ Indices []int }

// AllocaAux holds an alloca's address space as written.
type AllocaAux struct {
	AddrSpace int
	// the name of the coroutine whose elided frame this alloca is; "" for any other alloca. It is
	// not printed.
	FrameOf string
	FrameAt Pos // where that coroutine is created
}

// FrameOf returns the name of the coroutine whose frame elision put into this alloca, and "" for
// any other instruction.
func (i *Instr) FrameOf() string {
	if a, ok := i.Aux.(*AllocaAux); ok {
		return a.FrameOf
	}
	return ""
}

// FrameAt returns where the coroutine is created whose frame is this alloca.
func (i *Instr) FrameAt() Pos {
	if a, ok := i.Aux.(*AllocaAux); ok {
		return a.FrameAt
	}
	return 0
}

// SetFrameOf marks an alloca as the frame of a coroutine that is created at the position at.
func (i *Instr) SetFrameOf(coroutine string, at Pos) {
	aux := &AllocaAux{FrameOf: coroutine, FrameAt: at}
	if a, ok := i.Aux.(*AllocaAux); ok {
		aux.AddrSpace = a.AddrSpace
	}
	i.Aux = aux
}

// GEPAux holds the rare attributes of a getelementptr.
type GEPAux struct{ InRange string }

// AtomicAux holds the synchronization scope of an atomic instruction, as between the quotes.
type AtomicAux struct{ Scope string }

// LandingAux says for each clause of a landingpad whether it is a filter; the others are catches.
type LandingAux struct{ Filter []bool }

// CatchSwitchAux says whether a catchswitch's last operand is its unwind destination. Without one
// it unwinds to the caller.
type CatchSwitchAux struct{ HasUnwind bool }

// NewInstr creates an instruction outside any block.
func (m *Module) NewInstr(op Op, typ *Type, args ...Value) *Instr {
	i := m.mem.instrs.one()
	i.Op, i.typ, i.ID = op, typ, -1
	i.setArgs(m, args)
	return i
}

// NewCallAux returns an empty CallAux in the unit's memory.
func (m *Module) NewCallAux() *CallAux { return m.mem.calls.one() }

// NewMeta returns a list of n attachments in the unit's memory, which the caller fills before it
// shares the list.
func (m *Module) NewMeta(n int) []Attachment { return m.mem.metas.take(n) }

// NewPhiAux copies a phi's incoming blocks into a PhiAux.
func (m *Module) NewPhiAux(blocks ...*Block) *PhiAux {
	aux := m.mem.phis.one()
	aux.Blocks = m.mem.refs.take(len(blocks))
	copy(aux.Blocks, blocks)
	return aux
}

func (m *Module) allocUses(n int) []Use { return m.mem.uses.take(n) }

// Type returns the type of the result, or void.
func (i *Instr) Type() *Type { return i.typ }
func (*Instr) isValue()      {}

// SetType changes the result type of an instruction under construction.
func (i *Instr) SetType(t *Type) { i.typ = t }

// Name returns the result's name, or "" if it is numbered or void.
func (i *Instr) Name() string { return i.name }

// SetName names the result, with a suffix that makes the name unique as in LLVM. The instruction
// must be in a block.
func (i *Instr) SetName(name string) {
	f := i.block.fn
	f.freeName(i.name)
	i.name = f.uniqueName(name)
}

// SetParsedName sets a name that the caller knows to be free, without a lookup in the symbol table.
func (i *Instr) SetParsedName(name string) { i.name = name }

// TakeName moves the name of from to i.
func (i *Instr) TakeName(from *Instr) { i.name, from.name = from.name, "" }

// Block returns the instruction's block, or nil.
func (i *Instr) Block() *Block { return i.block }

// Func returns the instruction's function.
func (i *Instr) Func() *Func { return i.block.fn }

// Next returns the next instruction of the block, or nil.
func (i *Instr) Next() *Instr { return i.next }

// Prev returns the previous instruction of the block, or nil.
func (i *Instr) Prev() *Instr { return i.prev }

// NumArgs returns the number of operands.
func (i *Instr) NumArgs() int { return len(i.args) }

// Arg returns operand k.
func (i *Instr) Arg(k int) Value { return i.args[k].val }

// Operands returns the operands, starting with operand from.
func (i *Instr) Operands(from int) []Value {
	list := make([]Value, 0, len(i.args)-from)
	for k := from; k < len(i.args); k++ {
		list = append(list, i.args[k].val)
	}
	return list
}

// Use returns the use of operand k.
func (i *Instr) Use(k int) *Use { return &i.args[k] }

// SetArg replaces operand k.
func (i *Instr) SetArg(k int, v Value) {
	u := &i.args[k]
	if u.val == v {
		return
	}
	u.unlink()
	u.set(i, v)
}

// SetArgs replaces all operands by a list of any length. Debug records before the instruction do
// not change.
func (i *Instr) SetArgs(m *Module, args []Value) {
	i.dropArgs()
	i.setArgs(m, args)
}

// setArgs sets the operands of an instruction that has none.
func (i *Instr) setArgs(m *Module, args []Value) {
	i.args = m.allocUses(len(args))
	for k, v := range args {
		i.args[k].set(i, v)
	}
}

// InsertBefore inserts the instruction before another.
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

// InsertAfter inserts the instruction after another.
func (i *Instr) InsertAfter(at *Instr) {
	if at.next == nil {
		at.block.Append(i)
		return
	}
	i.InsertBefore(at.next)
}

// Unlink removes the instruction from its block. It keeps operands, uses and name. Debug records
// before it move to the next instruction, if there is one.
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

// MoveBefore moves the instruction, without its debug records, before another.
func (i *Instr) MoveBefore(at *Instr) {
	i.Unlink()
	i.InsertBefore(at)
}

// Erase removes the instruction for good. Its result must have no uses except by debug records,
// which become poison. Debug records before a terminator stay at the end of the block, for the
// terminator that replaces it.
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

// dropOperands unlinks all operands of the instruction and of the debug records before it.
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

// EraseDbg removes debug record k before the instruction.
func (i *Instr) EraseDbg(k int) {
	d := i.Dbg[k]
	d.dropOperands()
	i.Dbg = append(append([]*Instr(nil), i.Dbg[:k]...), i.Dbg[k+1:]...)
}

// EraseDbgIf removes the debug records before the instruction for which gone returns true. It
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

// Pred returns the predicate of an icmp or fcmp.
func (i *Instr) Pred() Pred { return Pred(i.Sub) }

// MetaOf returns the attachment of a kind, or nil.
func (i *Instr) MetaOf(kind string) *MD {
	for k := range i.Meta {
		if i.Meta[k].Kind == kind {
			return i.Meta[k].MD
		}
	}
	return nil
}

// SetMeta sets or replaces an attachment, or removes it if md is nil. !dbg comes first.
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

// DebugLoc returns the !dbg attachment, or nil.
func (i *Instr) DebugLoc() *MD { return i.MetaOf("dbg") }

// SetDebugLoc sets the !dbg attachment.
func (i *Instr) SetDebugLoc(md *MD) { i.SetMeta("dbg", md) }

// IsTerminator reports whether i is a terminator.
func (i *Instr) IsTerminator() bool { return opInfo[i.Op].Terminator }

// IsCall reports whether i is a call, invoke or callbr.
func (i *Instr) IsCall() bool { return i.Op == OpCall || i.Op == OpInvoke || i.Op == OpCallBr }

// Call returns the CallAux of a call, invoke or callbr.
func (i *Instr) Call() *CallAux { return i.Aux.(*CallAux) }

// CalleeArg returns the operand number of the callee of a call, invoke or callbr.
func (i *Instr) CalleeArg() int {
	c := i.Aux.(*CallAux)
	n := c.NArgs
	for _, b := range c.Bundles {
		n += b.N
	}
	return n
}

// Callee returns the called value.
func (i *Instr) Callee() Value { return i.args[i.CalleeArg()].val }

// SetCallee replaces the called value.
func (i *Instr) SetCallee(v Value) { i.SetArg(i.CalleeArg(), v) }

// CalledFunc returns the function that i calls directly, or nil. It does not look through casts.
func (i *Instr) CalledFunc() *Func {
	if !i.IsCall() {
		return nil
	}
	f, _ := i.Callee().(*Func)
	return f
}

// NumCallArgs returns the number of arguments of a call.
func (i *Instr) NumCallArgs() int { return i.Aux.(*CallAux).NArgs }

// NormalDest returns the block that an invoke continues at if the callee returns.
func (i *Instr) NormalDest() *Block { return i.args[len(i.args)-2].val.(*Block) }

// UnwindDest returns the block that an invoke continues at after an exception.
func (i *Instr) UnwindDest() *Block { return i.args[len(i.args)-1].val.(*Block) }

// PhiBlocks returns a phi's incoming blocks, which may be edited in place.
func (i *Instr) PhiBlocks() []*Block { return i.Aux.(*PhiAux).Blocks }

// AddIncoming adds a phi entry.
func (i *Instr) AddIncoming(m *Module, v Value, b *Block) {
	i.appendArgs(m, v)
	p := i.Aux.(*PhiAux)
	p.Blocks = append(p.Blocks, b)
}

// replaceWith replaces u by n in u's use list.
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

// RemoveIncoming removes phi entry k. The order of the others follows the imitated LLVM version:
// since 22 the last entry replaces the removed one, and before 22 the later entries move up.
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

// IncomingFor returns the phi's value for a predecessor, or nil if there is no entry.
func (i *Instr) IncomingFor(b *Block) Value {
	if k := i.PhiIndex(b); k >= 0 {
		return i.args[k].val
	}
	return nil
}

// PhiIndex returns the index of an entry of a phi for a predecessor, or -1. If there are several
// entries, it returns any of them. A loop over all predecessors in the order of the entries, or in
// reverse, takes linear time.
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

// CloneInstr copies an instruction with its operands, without its name and the debug records before
// it. The copy is in no block.
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
		c.args[k].set(c, i.args[k].val)
	}
	return c
}
