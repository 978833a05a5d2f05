package ir

import "slices"

// Func is a function. Header words that no pass interprets are kept in printing order.
type Func struct {
	Name string
	Pos  Pos // of its `define` or `declare`
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
	Comdat     string // "" none; else as written behind the attributes: `comdat` or `comdat($x)`
	Align      int
	GC         string
	Prefix     Value
	Prologue   Value
	Person     Value // personality
	Meta       []Attachment

	Declared bool // no body
	New      bool // added by a pass
	Changed  bool // to be printed anew though it stands in the file
	Ragged   bool // splitting left control flow in it that coro-cleanup simplifies

	first, last *Block // layout
	numBlocks   int
	bodyLoaded  bool
	nextID      int

	names *nameTable // nil until first asked
	uniq  int        // LLVM's collision counter
	// UseListOrders are the `uselistorder` directives at the end of the body, as written. They hold
	// for an unchanged body only.
	UseListOrders []string

	// Taken are the blocks whose address the file takes, anywhere, by their label as read: the
	// name, or the number behind a zero byte.
	Taken map[string]*Block

	After     *Func     // New: the function of the file (or an earlier new one) behind which this one is printed
	namings   uint32    // see Namings
	intrinsic Intrinsic // one more than the id of the name, 0 until it is asked for
}

// NewFunc makes a function with a body to be filled; AddFunc puts it into the unit.
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

// Header is what a source keeps of the header of a function, to add the function to other units
// that share types with the one it was read for.
type Header struct {
	fn     Func
	params []Param
}

// Header keeps the header of a function that was just read. It gives nil for one with attachments
// that are no references to nodes of the file: these are the unit's own.
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

// AddHeader adds the function of a header to the unit, as if it had just been read.
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

// NewDecl makes a declaration, in the address space that the module has for functions.
func NewDecl(m *Module, name string, fty *Type) *Func {
	f := NewFunc(m, name, fty)
	f.Declared = true
	if as := m.ProgramAddrSpace(); as != 0 {
		f.AddrSpace, f.typ = as, m.PtrTo(fty, as)
	}
	return f
}

// TakeAddress notes that something knows the address of a block, by a label.
func (f *Func) TakeAddress(b *Block, label string) {
	if f.Taken == nil {
		f.Taken = map[string]*Block{}
	}
	f.Taken[label] = b
	b.taken = true
}

// inheritTaken notes for a copy of a whole function which blocks addresses would name if the copy
// took the function's place (SwapBody).
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

// Namings is how often an operand of an instruction of the unit was ever made to name the function,
// by itself or through casts. It never becomes less: who has looked at all operands, and finds it
// unchanged later, knows that there is none that it did not see.
func (f *Func) Namings() uint32 { return f.namings }

// Type is the symbol's pointer type.
func (f *Func) Type() *Type { return f.typ }
func (*Func) isValue()      {}

// SetType sets the pointer type of a function that the parser makes (address spaces).
func (f *Func) SetType(t *Type) { f.typ = t }

// Module is the unit the function belongs to.
func (f *Func) Module() *Module { return f.mod }

// MarkUnloaded tells that the body stands in the source and was not parsed.
func (f *Func) MarkUnloaded() { f.bodyLoaded, f.New = false, false }

// Loaded reports whether the body is in memory.
func (f *Func) Loaded() bool { return f.bodyLoaded && !f.Declared }

// Load parses the body on first need. A declaration has none and gives no error.
func (f *Func) Load() error {
	if !f.BeginLoad() {
		return nil
	}
	return f.mod.Source.LoadBody(f)
}

// BeginLoad reports whether the body still has to be parsed, and notes that it is. Only those who
// parse it call this.
func (f *Func) BeginLoad() bool {
	if f.bodyLoaded || f.Declared {
		return false
	}
	f.bodyLoaded = true
	return true
}

// HasAttr reports an enum function attribute.
func (f *Func) HasAttr(name string) bool { return f.Attrs.Has(f.mod, name) }

// TargetFeatures is the value of the attribute "target-features", "" where there is none.
func (f *Func) TargetFeatures() string {
	if a := f.Attrs.GetStr(f.mod, "target-features"); a != nil {
		return a.Val
	}
	return ""
}

// IsIntrinsic reports a name that begins with llvm.
func (f *Func) IsIntrinsic() bool {
	return len(f.Name) > len(IntrinsicPrefix) && f.Name[:len(IntrinsicPrefix)] == IntrinsicPrefix
}

// IsLocal reports internal or private linkage.
func (f *Func) IsLocal() bool { return f.Linkage == LinkInternal || f.Linkage == LinkPrivate }

// NumIDs is one more than the largest ID given to an instruction or block of the function: the size
// for side tables.
func (f *Func) NumIDs() int { return f.nextID }

// Renumber gives instructions and blocks dense IDs in layout order: blocks and instructions share
// one numbering. Side tables made before are void.
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

// NumberNew gives IDs to the instructions that were added since Renumber and have none yet. Other
// IDs stay, and with them the side tables.
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

// Slots renumbers as Renumber does and gives, by ID, the numbers that unnamed blocks and results
// have in text, -1 for what has none, in the memory of slots if it is large enough. Numbers begin
// at n.
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

// NewBlock makes a block with a unique name after another block in layout (nil: at the end).
func (f *Func) NewBlock(name string, after *Block) *Block {
	if after == nil {
		after = f.last
	}
	b := f.newBlock()
	f.linkAfter(b, after)
	b.SetName(name)
	return b
}

// NewBlockBefore makes a block with a unique name before another block in layout.
func (f *Func) NewBlockBefore(name string, before *Block) *Block {
	b := f.newBlock()
	f.linkAfter(b, before.prev)
	b.SetName(name)
	return b
}

// AppendParsedBlock makes a block at the end with a name that is known to be free ("": numbered),
// without asking the symbol table.
func (f *Func) AppendParsedBlock(name string) *Block {
	b := f.newBlock()
	b.name = name
	f.linkAfter(b, f.last)
	return b
}

// DetachedBlock makes a block that is not in the layout yet, for a label used before its
// definition; PlaceBlock puts it there.
func (f *Func) DetachedBlock() *Block { return f.newBlock() }

// PlaceBlock puts a detached block at the end of the layout.
func (f *Func) PlaceBlock(b *Block) { f.linkAfter(b, f.last) }

func (f *Func) newBlock() *Block {
	b := f.mod.mem.blocks.one()
	b.fn, b.ID, b.labelType = f, f.nextID, f.mod.Types.Simple(Label)
	f.nextID++
	return b
}

// linkAfter puts b behind after in the layout; nil puts it first.
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

// MoveBlock puts a block after another in layout; nil puts it first.
func (f *Func) MoveBlock(b, after *Block) {
	if after == b {
		return
	}
	f.unlinkBlock(b)
	f.linkAfter(b, after)
}

// Entry is the entry block of a loaded definition: the first in layout; nil when there is no body.
func (f *Func) Entry() *Block { return f.first }

// LastBlock is the last block in layout.
func (f *Func) LastBlock() *Block { return f.last }

// NumBlocks is the number of blocks.
func (f *Func) NumBlocks() int { return f.numBlocks }

// Blocks is a snapshot of the layout. To walk without one: for b := f.Entry(); b != nil; b =
// b.Next().
func (f *Func) Blocks() []*Block {
	out := make([]*Block, 0, f.numBlocks)
	for b := f.first; b != nil; b = b.next {
		out = append(out, b)
	}
	return out
}

// EraseBlocks removes the blocks for which dead answers true, with their instructions. Entries of
// other phis for edges from them are the caller's to remove first. Other uses by instructions that
// stay become Lost: these have to be unreachable, too.
func (f *Func) EraseBlocks(dead func(*Block) bool) {
	var gone []*Block
	for b := f.first; b != nil; b = b.next {
		if dead(b) {
			gone = append(gone, b)
		}
	}
	f.EraseList(gone)
}

// EraseList is EraseBlocks of listed blocks, in the order in which they stand.
func (f *Func) EraseList(gone []*Block) {
	for _, b := range gone {
		f.unlinkBlock(b)
	}
	f.dropBlocks(gone)
}

// dropBlocks takes blocks that left the layout apart.
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
