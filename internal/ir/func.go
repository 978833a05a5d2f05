// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"iter"
	"slices"
)

// Func is a function. It keeps the words of its header that no pass interprets, in printing order.
type Func struct {
	Name string
	Pos  Pos // position of the `define` or `declare`
	mod  *Module
	typ  *Type // pointer type of the symbol
	FTy  *Type // function type

	Linkage    string   // "" external; as written
	Words      []string // preemption (dso_local), visibility, DLL storage class, in order
	CC         string   // "" for ccc; `fastcc`, `cc 10`, `swifttailcc` ...
	RetAttrs   *AttrSet
	Params     []*Param
	UnnamedAdr string // unnamed_addr, local_unnamed_addr or ""
	AddrSpace  int
	Attrs      *AttrSet
	Section    string // between the quotes; "" none
	Partition  string
	Comdat     string // "" none; else as written after the attributes: `comdat` or `comdat($x)`
	Align      int
	PrefAlign  int // in LLVM 23: the preferred alignment
	GC         string
	Prefix     Value
	Prologue   Value
	Person     Value // personality
	Meta       []Attachment

	Declared bool // no body
	New      bool // added by a pass
	Changed  bool // to be printed again although it is in the file
	Ragged   bool // splitting left control flow in it that coro-cleanup simplifies

	first, last *Block // in layout order
	numBlocks   int
	bodyLoaded  bool
	nextID      int

	names *nameTable // nil until the first lookup
	uniq  int        // LLVM's collision counter
	// UseListOrders holds the `uselistorder` directives at the end of the body, as written. They
	// are valid for an unchanged body only.
	UseListOrders []string

	// Taken maps labels to the blocks whose addresses the file takes anywhere. A label is a name as
	// read, or a number after a zero byte.
	Taken map[string]*Block

	After     *Func     // if New: the function of the file, or an earlier new one, after which this one is printed
	AtEnd     bool      // if New: printed after the last definition of the file, in the order of After
	namings   uint32    // see Namings
	intrinsic Intrinsic // the id of the name plus 1; 0 until it is first needed
	inLibrary struct {
		looked bool
		row    *LibraryRow // see library
	}
}

// NewFunc creates a function with an empty body; AddFunc adds it to the unit.
func NewFunc(m *Module, name string, fty *Type) *Func {
	f := m.mem.funcs.one()
	f.Name, f.FTy, f.typ, f.New, f.bodyLoaded, f.mod = name, fty, m.PtrTo(fty, 0), true, true, m
	if types := fty.Params(); len(types) > 0 {
		params := m.mem.params.take(len(types))
		f.Params = m.mem.paramRefs.take(len(types))
		for i, t := range types {
			p := &params[i]
			p.typ, p.Index, p.Fn = t, i, f
			f.Params[i] = p
		}
	}
	return f
}

// Header is the part of a function's header that a source keeps, to add the function to other units
// that share types with the unit that first read it.
type Header struct {
	fn     Func
	params []Param
}

// Header returns the header of a function that was just read. It returns nil if the function has an
// attachment that is not a reference to a node of the file, because such a node belongs to the
// unit.
func (f *Func) Header() *Header {
	for _, a := range f.Meta {
		if a.MD.Kind != MDRef {
			return nil
		}
	}
	h := &Header{fn: *f, params: make([]Param, len(f.Params))}
	h.fn.mod, h.fn.Params, h.fn.Meta = nil, nil, slices.Clone(f.Meta)
	h.fn.Intrinsic()
	for k, p := range f.Params {
		h.params[k] = *p
		h.params[k].Fn = nil
	}
	return h
}

// AddHeader adds the function of a header to the unit as if the source had just read it.
func (m *Module) AddHeader(h *Header) *Func {
	f := m.mem.funcs.one()
	*f = h.fn
	if n := len(h.params); n > 0 {
		params := m.mem.params.take(n)
		copy(params, h.params)
		f.Params = m.mem.paramRefs.take(n)
		for k := range params {
			params[k].Fn = f
			f.Params[k] = &params[k]
		}
	}
	if len(f.Meta) > 0 {
		f.Meta = make([]Attachment, len(h.fn.Meta))
		for k, a := range h.fn.Meta {
			f.Meta[k] = Attachment{a.Kind, m.MDRef(a.MD.Num)}
		}
	}
	m.AddFunc(f)
	return f
}

// NewDecl creates a declaration in the module's address space for functions.
func NewDecl(m *Module, name string, fty *Type) *Func {
	f := NewFunc(m, name, fty)
	f.Declared = true
	if as := m.ProgramAddrSpace(); as != 0 {
		f.AddrSpace, f.typ = as, m.PtrTo(fty, as)
	}
	return f
}

// TakeAddress records that the address of block b is taken under a label.
func (f *Func) TakeAddress(b *Block, label string) {
	Put(&f.Taken, label, b)
	b.taken = true
}

// inheritTaken sets Taken for a copy of the whole function src, so that block addresses stay valid
// if the copy replaces the function (SwapBody).
func (f *Func) inheritTaken(src *Func, vm *ValueMap) {
	if len(src.Taken) == 0 {
		return
	}
	f.Taken = make(map[string]*Block, len(src.Taken))
	for label, b := range src.Taken {
		if b.fn == src {
			b = vm.Block(b)
		}
		f.Taken[label] = b
	}
}

// Namings counts how often an operand of an instruction of the unit was set to the function,
// directly or through casts. It never decreases. A pass that has visited all operands, and later
// finds the count unchanged, knows that it has seen every reference.
func (f *Func) Namings() uint32 { return f.namings }

// Type returns the symbol's pointer type.
func (f *Func) Type() *Type { return f.typ }
func (*Func) isValue()      {}

// SetType sets the pointer type, with its address space, of a function that the parser creates.
func (f *Func) SetType(t *Type) { f.typ = t }

// Module returns the function's unit.
func (f *Func) Module() *Module { return f.mod }

// MarkUnloaded records that the body is in the source and was not parsed yet.
func (f *Func) MarkUnloaded() { f.bodyLoaded, f.New = false, false }

// Loaded reports whether the body is in memory.
func (f *Func) Loaded() bool { return f.bodyLoaded && !f.Declared }

// Load parses the body if it was not parsed yet. For a declaration it does nothing.
func (f *Func) Load() error {
	if f.bodyLoaded || f.Declared {
		return nil
	}
	f.bodyLoaded = true
	return f.mod.Source.LoadBody(f)
}

// HasAttr reports whether the function has an enum attribute.
func (f *Func) HasAttr(name string) bool { return f.Attrs.Has(f.mod, name) }

// TargetFeatures returns the value of the attribute "target-features", or "" if there is none.
func (f *Func) TargetFeatures() string {
	if a := f.Attrs.GetStr(f.mod, "target-features"); a != nil {
		return a.Val
	}
	return ""
}

// IsIntrinsic reports whether the name begins with "llvm.".
func (f *Func) IsIntrinsic() bool {
	return len(f.Name) > len(IntrinsicPrefix) && f.Name[:len(IntrinsicPrefix)] == IntrinsicPrefix
}

// IsLocal reports whether the function has internal or private linkage.
func (f *Func) IsLocal() bool { return f.Linkage == LinkInternal || f.Linkage == LinkPrivate }

// NumIDs returns the largest ID of an instruction or block of the function plus 1, which is the
// size for side tables.
func (f *Func) NumIDs() int { return f.nextID }

// Renumber assigns dense IDs to blocks and instructions in layout order, in one numbering. It
// invalidates side tables.
func (f *Func) Renumber() {
	n := 0
	for b := f.first; b != nil; b = b.next {
		b.ID = n
		n++
		for i := b.first; i != nil; i = i.next {
			i.ID = n
			n++
		}
	}
	f.nextID = n
}

// NumberNew assigns IDs to the instructions that were added since Renumber and have none. Other IDs
// do not change, so side tables stay valid.
func (f *Func) NumberNew() {
	for b := f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			if i.ID < 0 {
				i.ID = f.nextID
				f.nextID++
			}
		}
	}
}

// Slots renumbers as Renumber does. It returns, by ID, the numbers that unnamed blocks and results
// have in the text, and -1 for the others. Numbers begin at n. Slots reuses the memory of slots if
// it is large enough.
func (f *Func) Slots(slots []int32, n int32) []int32 {
	slots = slots[:0]
	for b := f.first; b != nil; b = b.next {
		b.ID = len(slots)
		s := int32(-1)
		if b.name == "" {
			s = n
			n++
		}
		slots = append(slots, s)
		for i := b.first; i != nil; i = i.next {
			i.ID = len(slots)
			s := int32(-1)
			if i.name == "" && i.typ.kind != Void {
				s = n
				n++
			}
			slots = append(slots, s)
		}
	}
	f.nextID = len(slots)
	return slots
}

// NewBlock creates a block with a unique name after another block in layout order, or at the end if
// after is nil.
func (f *Func) NewBlock(name string, after *Block) *Block {
	if after == nil {
		after = f.last
	}
	b := f.newBlock()
	f.linkAfter(b, after)
	b.SetName(name)
	return b
}

// NewBlockBefore creates a block with a unique name before another block in layout order.
func (f *Func) NewBlockBefore(name string, before *Block) *Block {
	b := f.newBlock()
	f.linkAfter(b, before.prev)
	b.SetName(name)
	return b
}

// AppendParsedBlock creates a block at the end with a name that the caller knows to be free ("" for
// a numbered block), without a lookup in the symbol table.
func (f *Func) AppendParsedBlock(name string) *Block {
	b := f.newBlock()
	b.name = name
	f.linkAfter(b, f.last)
	return b
}

// DetachedBlock creates a block outside the layout, for a label that is used before its definition.
// PlaceBlock adds the block to the layout.
func (f *Func) DetachedBlock() *Block { return f.newBlock() }

// PlaceBlock appends a detached block to the layout.
func (f *Func) PlaceBlock(b *Block) { f.linkAfter(b, f.last) }

func (f *Func) newBlock() *Block {
	b := f.mod.mem.blocks.one()
	b.fn, b.ID, b.labelType = f, f.nextID, f.mod.Types.Simple(Label)
	f.nextID++
	return b
}

// linkAfter inserts b after another block in the layout, or first if after is nil.
func (f *Func) linkAfter(b, after *Block) {
	b.prev = after
	if after == nil {
		b.next, f.first = f.first, b
	} else {
		b.next, after.next = after.next, b
	}
	if b.next != nil {
		b.next.prev = b
	} else {
		f.last = b
	}
	f.numBlocks++
}

func (f *Func) unlinkBlock(b *Block) {
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		f.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		f.last = b.prev
	}
	b.prev, b.next = nil, nil
	f.numBlocks--
}

// MoveBlock moves a block after another in layout order, or first if after is nil.
func (f *Func) MoveBlock(b, after *Block) {
	if after == b {
		return
	}
	f.unlinkBlock(b)
	f.linkAfter(b, after)
}

// Entry returns the entry block, which is the first in layout order, or nil if no body is loaded.
func (f *Func) Entry() *Block { return f.first }

// LastBlock returns the last block in layout order.
func (f *Func) LastBlock() *Block { return f.last }

// NumBlocks returns the number of blocks.
func (f *Func) NumBlocks() int { return f.numBlocks }

// Blocks returns a snapshot of the layout. To iterate without a snapshot: for b := f.Entry(); b !=
// nil; b = b.Next().
func (f *Func) Blocks() []*Block {
	out := make([]*Block, 0, f.numBlocks)
	for b := f.first; b != nil; b = b.next {
		out = append(out, b)
	}
	return out
}

// Instrs yields the instructions of the function, block by block. The function must not change in a way
// that a loop by Entry, First and Next would not allow.
func (f *Func) Instrs() iter.Seq[*Instr] {
	return func(yield func(*Instr) bool) {
		for b := f.first; b != nil; b = b.next {
			for i := b.First(); i != nil; i = i.Next() {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// EraseBlocks removes the blocks for which dead returns true, with their instructions. The caller
// first removes the entries of phis in other blocks for the edges from them. Other uses in
// remaining instructions become Lost; these instructions must be unreachable, too.
func (f *Func) EraseBlocks(dead func(*Block) bool) {
	var gone []*Block
	for b := f.first; b != nil; b = b.next {
		if dead(b) {
			gone = append(gone, b)
		}
	}
	f.EraseList(gone)
}

// EraseList is EraseBlocks for a list of blocks in layout order.
func (f *Func) EraseList(gone []*Block) {
	for _, b := range gone {
		f.unlinkBlock(b)
	}
	f.dropBlocks(gone)
}

// dropBlocks frees the operands and names of blocks that left the layout.
func (f *Func) dropBlocks(gone []*Block) {
	for _, b := range gone {
		for i := b.first; i != nil; i = i.next {
			i.dropOperands()
		}
		for _, d := range b.trailing {
			d.dropOperands()
		}
		b.trailing = nil
	}
	for _, b := range gone {
		for i := b.first; i != nil; {
			next := i.next
			if i.uses != nil || i.users.dbg != nil {
				ReplaceUses(i, f.mod.Lost(i.typ))
			}
			f.freeName(i.name)
			i.block = nil
			i = next
		}
		if b.uses != nil || b.users.dbg != nil {
			ReplaceUses(b, f.mod.Lost(b.labelType))
		}
		f.freeName(b.name)
		b.fn = nil
	}
}
