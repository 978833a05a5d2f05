// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package emit prints IR as LLVM's textual assembly, in the style of opt -S. It follows LLVM's
// words, order, spacing, numbering and comments, so that the text of a lowered function fits into a
// file that LLVM wrote.
//
// The package prints functions, globals, types, attribute groups and metadata of a unit. It prints
// either one module (Module), or chunks that a caller merges into the source text (Unit, Apply).
//
// It never reads the source text, does not decide the position of a chunk, and does not check the
// IR. In broken IR it prints <badref> for a value that has no name.
package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// FixupKind is the kind of text that a Fixup inserts.
type FixupKind uint8

// These are the kinds of fixups.
const (
	AttrGroup FixupKind = iota // number of an attribute group, after `#`; Index into UnitText.AttrSets
	MD                         // number of a metadata node, after `!`; Index into the unit's new metadata
	BlockAddr                  // address of a block of another function; Index into UnitText.Addresses
	SizeNum                    // size of memory that callers allocate; Index into UnitText.Sizes
)

// Fixup is a position in a chunk where the merge of the units inserts text. For example, the text
// of a call with a new attribute set is `call void @f() #`, and a fixup of kind AttrGroup at its
// end inserts the number of the group.
type Fixup struct {
	Off   uint32 // offset in Chunk.Text
	Index int32
	Kind  FixupKind
}

// Chunk is printed text with fixups.
type Chunk struct {
	Text   []byte
	Fixups []Fixup // sorted by Off
}

// FuncText is a printed function. With its fixups applied, the text begins with `define` or
// `declare` and ends with a newline.
type FuncText struct {
	Chunk
	Func *ir.Func
	// Comment is the line `; Function Attrs: ...` that LLVM prints before the function, with its
	// newline. It is "" if the function has no enum attributes. Text does not contain it, because a
	// changed function of the file may already have such a comment.
	Comment string
	// Labels maps the label as read (ir.Func.Taken) of each block whose address the file takes to
	// the block's present name. The name is "" if the block was removed.
	Labels map[string]string
}

// GlobalText is a printed global variable, alias or ifunc; one line with its newline.
type GlobalText struct {
	Chunk
	Global *ir.Global
}

// UnitText is the text that a unit adds to or changes in the source text.
type UnitText struct {
	Funcs   []FuncText   // new definitions and all changed functions, in the unit's order
	Decls   []FuncText   // new declarations, in the unit's order
	Globals []GlobalText // new and changed globals, in the unit's order
	Types   []string     // new type definitions, one line each with its newline
	// AttrSets are the bodies (`{ nounwind "k"="v" }`) of the attribute groups that fixups of this
	// unit reference.
	AttrSets []string
	// MDs are the new metadata nodes in the order of their index: `!N = ...` with its newline,
	// where N is a fixup. NumMDs is their number.
	MDs    Chunk
	NumMDs int
	// ChangedMDs are nodes of the file whose text has changed.
	ChangedMDs []ChangedMD
	// Addresses are the addresses of blocks that fixups of this unit reference.
	Addresses []Address
	// Sizes are the sizes of contexts and frames that fixups of this unit reference.
	Sizes []Size
}

// Size is the maximum of a number and of the sizes that some globals hold after all coroutines of
// the file are split (ir.ConstSize).
type Size struct {
	Floor    int64
	Pointers []string
}

// Address is the address of a block of a function that another unit may change.
type Address struct {
	Func  string
	Label string // as in ir.Func.Taken
	Type  string // type of the address
	Text  string // the expression, used if the function has not changed
}

// GoneAddress returns the text that LLVM writes for the address of a removed block.
func GoneAddress(typ string) string { return "inttoptr (i32 1 to " + typ + ")" }

// ChangedMD is the new text of a numbered node of the file: `!7 = ...`, without a newline.
type ChangedMD struct {
	Chunk
	Num int
}

// Unit prints the functions, globals, types and metadata that passes changed in a unit or added to
// it. It renumbers the instruction and block IDs of the printed functions.
func Unit(m *ir.Module) *UnitText { return NewUnitPrinter(m).Finish() }

// UnitPrinter prints a unit whose functions are not all in memory at the end.
type UnitPrinter struct {
	p     printer
	sets  setTable
	text  UnitText
	early map[*ir.Func]FuncText // of Func
}

// NewUnitPrinter returns a printer for a unit.
func NewUnitPrinter(m *ir.Module) *UnitPrinter {
	u := &UnitPrinter{}
	u.p.m, u.p.sets = m, &u.sets
	return u
}

// Func prints a function before its body is dropped.
func (u *UnitPrinter) Func(f *ir.Func) {
	p := &u.p
	p.borrow()
	p.begin(f)
	ir.Put(&u.early, f, p.funcText(f))
}

// funcText prints a function whose values are numbered.
func (p *printer) funcText(f *ir.Func) FuncText {
	p.reserve(f.NumIDs() * lineLen)
	p.function(f)
	return FuncText{Chunk: p.keep(), Func: f, Comment: attrsComment(f), Labels: labels(f)}
}

// reserve allocates space for a text of about n bytes, if the text is too large to be copied to a
// slab.
func (p *printer) reserve(n int) {
	if n >= ownedText && n > cap(p.b) {
		p.b = make([]byte, 0, n)
	}
}

// Finish prints the rest of the unit. The caller may call Done when it no longer needs the lists of
// functions and declarations.
func (up *UnitPrinter) Finish() *UnitText {
	u, p := &up.text, &up.p
	m := p.m
	p.borrow()
	u.Funcs, u.Decls = p.funcs[:0], p.decls[:0]
	order := p.order[:0]
	for _, f := range m.Funcs {
		ft, printed := up.early[f]
		if !printed {
			if !f.New && !f.Changed || !f.Declared && !f.Loaded() {
				continue
			}
			p.begin(f)
			ft = p.funcText(f)
		}
		order = append(order, ft.Chunk)
		if f.New && f.Declared {
			u.Decls = append(u.Decls, ft)
		} else {
			u.Funcs = append(u.Funcs, ft)
		}
	}
	for _, g := range m.Globals {
		if g.New || g.Changed {
			p.global(g)
			u.Globals = append(u.Globals, GlobalText{p.keep(), g})
			order = append(order, u.Globals[len(u.Globals)-1].Chunk)
		}
	}
	for _, t := range m.NewTypes {
		u.Types = append(u.Types, string(appendTypeDef(nil, t)))
	}
	for _, num := range m.ChangedMDs {
		p.str("!")
		p.int(num)
		p.str(" = ")
		p.node(m.MDNode(m.MDRef(num)))
		u.ChangedMDs = append(u.ChangedMDs, ChangedMD{p.keep(), num})
		order = append(order, u.ChangedMDs[len(u.ChangedMDs)-1].Chunk)
	}
	u.MDs, u.NumMDs = p.newNodes(order)
	if len(up.early) > 0 {
		p.sets.reorder(order)
	}
	u.AttrSets, u.Addresses, u.Sizes = p.sets.bodies, p.addresses, p.sizes
	p.funcs, p.decls, p.order = u.Funcs, u.Decls, order
	return u
}

// Done puts the memory of UnitText.Funcs and Decls back. The texts in these lists stay
// valid, but the lists must not be used afterwards.
func (up *UnitPrinter) Done() { up.p.giveBack() }

// newNodes prints the new metadata nodes that chunks reference, directly or through other new
// nodes, in the order of their indices, and returns their text and number. It renumbers the nodes,
// because a pass may have created nodes for a function that is not printed.
func (p *printer) newNodes(chunks []Chunk) (Chunk, int) {
	nodes := p.m.NewMDs
	if len(nodes) == 0 {
		return Chunk{}, 0
	}
	// Print the nodes in the order of discovery, one leading to another, and sort them afterwards.
	texts := make([]nodeText, len(nodes))
	var queue []int32
	note := func(fixups []Fixup) {
		for _, fx := range fixups {
			if fx.Kind == MD && !texts[fx.Index].used {
				texts[fx.Index].used = true
				queue = append(queue, fx.Index)
			}
		}
	}
	for _, c := range chunks {
		note(c.Fixups)
	}
	for len(queue) > 0 {
		k := ir.Pop(&queue)
		t := &texts[k]
		t.from, t.fix = uint32(len(p.b)), uint32(len(p.fix))
		p.newNode(nodes[k])
		t.to, t.fixTo = uint32(len(p.b)), uint32(len(p.fix))
		note(p.fix[t.fix:])
	}
	n := 0
	out := Chunk{Text: make([]byte, 0, len(p.b)), Fixups: make([]Fixup, 0, len(p.fix))}
	for k := range texts {
		t := &texts[k]
		if !t.used {
			continue
		}
		t.place = int32(n)
		n++
		for _, fx := range p.fix[t.fix:t.fixTo] {
			fx.Off += uint32(len(out.Text)) - t.from
			out.Fixups = append(out.Fixups, fx)
		}
		out.Text = append(out.Text, p.b[t.from:t.to]...)
	}
	p.b, p.fix = p.textSlab[:0], p.fix[:0]
	if n < len(nodes) {
		for _, c := range append(chunks, out) {
			for k := range c.Fixups {
				if fx := &c.Fixups[k]; fx.Kind == MD {
					fx.Index = texts[fx.Index].place
				}
			}
		}
	}
	return out, n
}

// nodeText holds the ranges of a node in the text and in the fixups of all printed nodes.
type nodeText struct {
	from, to   uint32
	fix, fixTo uint32
	place      int32 // index among the printed nodes
	used       bool
}

// reorder renumbers the sets in the order in which the chunks reference them, and drops sets
// without a reference.
func (t *setTable) reorder(chunks []Chunk) {
	bodies := t.bodies
	if len(bodies) == 0 || len(bodies) == 1 && mentionsSet(chunks) {
		return
	}
	to := make([]int32, len(bodies)) // 1 + new index
	t.bodies = nil
	for _, c := range chunks {
		for k := range c.Fixups {
			fx := &c.Fixups[k]
			if fx.Kind != AttrGroup {
				continue
			}
			if to[fx.Index] == 0 {
				t.bodies = append(t.bodies, bodies[fx.Index])
				to[fx.Index] = int32(len(t.bodies))
			}
			fx.Index = to[fx.Index] - 1
		}
	}
}

// mentionsSet reports whether a chunk references an attribute set.
func mentionsSet(chunks []Chunk) bool {
	return slices.ContainsFunc(chunks, func(c Chunk) bool {
		return slices.ContainsFunc(c.Fixups, func(fx Fixup) bool { return fx.Kind == AttrGroup })
	})
}

// buffers holds the parts of a printer that the next printer reuses.
type buffers struct {
	b      []byte
	fix    []Fixup
	slots  []int32
	params []int32
	preds  []*ir.Block

	// The following fields belong to a UnitPrinter.
	funcs []FuncText // UnitText.Funcs
	decls []FuncText // UnitText.Decls
	order []Chunk    // all printed chunks, in the order of the unit's text

	textSlab []byte // unused rest of the slab that texts are copied to
	fixSlab  []Fixup
}

// These are the sizes of the slabs. Texts stay in memory for the whole run, so they are packed.
const (
	textSlab  = 128 << 10
	fixSlab   = 1 << 10
	ownedText = 64 << 10 // texts of at least this size are not copied to a slab
	lineLen   = 64       // average length of an instruction's text
)

// keep returns the printed text and fixups in permanent memory, and empties b and fix. Usually the
// text was printed in place in the slab and needs no copy.
func (p *buffers) keep() Chunk {
	n := len(p.b)
	c := Chunk{Text: p.b[:n:n]}
	if n > 0 && len(p.textSlab) > 0 && &p.b[0] == &p.textSlab[0] {
		p.textSlab = p.textSlab[n:]
	} else if n < ownedText { // otherwise the text keeps the memory that it was grown into
		if n > len(p.textSlab) {
			p.textSlab = make([]byte, textSlab)
		}
		c.Text = p.textSlab[:n:n]
		copy(c.Text, p.b)
		p.textSlab = p.textSlab[n:]
	}
	p.b = p.textSlab[:0]
	c.Fixups = p.keepFixups(p.fix)
	p.fix = p.fix[:0]
	return c
}

// keepFixups copies fixups to permanent memory.
func (p *buffers) keepFixups(list []Fixup) []Fixup {
	k := len(list)
	if k == 0 {
		return nil
	}
	if k > len(p.fixSlab) {
		p.fixSlab = make([]Fixup, max(k, fixSlab))
	}
	kept := p.fixSlab[:k:k]
	copy(kept, list)
	p.fixSlab = p.fixSlab[k:]
	return kept
}

var spares = ir.NewSpare[buffers]()

// borrow takes buffers for the printing of a unit. giveBack returns them.
func (p *printer) borrow() {
	if p.buffers == nil {
		p.buffers = spares.Take(p.m)
		p.b = p.textSlab[:0]
	}
}

func (p *printer) giveBack() {
	clear(p.preds[:cap(p.preds)])
	p.funcs, p.decls, p.order = emptied(p.funcs), emptied(p.decls), emptied(p.order)
	p.b, p.fix = nil, p.fix[:0]
	spares.Put(p.m, p.buffers)
	p.buffers = nil
}

// emptied clears a list and returns its storage.
func emptied[T any](list []T) []T {
	clear(list)
	return list[:0]
}

// Fill holds the texts and numbers that replace a unit's fixups, by fixup index.
type Fill struct {
	Attrs, MDs []int
	Addresses  []string
	Sizes      []int64
}

// Append appends the replacement of one fixup.
func (fl *Fill) Append(w []byte, fx Fixup) []byte {
	switch fx.Kind {
	case AttrGroup:
		return strconv.AppendInt(w, int64(fl.Attrs[fx.Index]), 10)
	case BlockAddr:
		return append(w, fl.Addresses[fx.Index]...)
	case SizeNum:
		return strconv.AppendInt(w, fl.Sizes[fx.Index], 10)
	}
	return strconv.AppendInt(w, int64(fl.MDs[fx.Index]), 10)
}

// Apply appends a chunk to w with its fixups applied.
func Apply(c Chunk, fill *Fill, w []byte) []byte {
	at := uint32(0)
	for _, fx := range c.Fixups {
		w = fill.Append(append(w, c.Text[at:fx.Off]...), fx)
		at = fx.Off
	}
	return append(w, c.Text[at:]...)
}

// Func appends a function in a form for people. It prints attribute sets without a group inline,
// and new metadata as !newN. It does not change IDs of the function, so a pass may call it at any
// time.
func Func(b []byte, f *ir.Func) []byte {
	p := &printer{buffers: &buffers{b: b}, m: f.Module(), dump: true}
	p.begin(f)
	p.function(f)
	return p.b
}

// FuncString returns the result of Func as a string.
func FuncString(f *ir.Func) string { return string(Func(nil, f)) }

// InstrString returns one instruction in a form for people, on one line and without attachments. It
// numbers the values of the whole function, so its cost is proportional to the size of the
// function.
func InstrString(i *ir.Instr) string {
	if b := i.Block(); b != nil && b.Func() != nil {
		return Speller(b.Func())(i)
	}
	return spell(&printer{buffers: &buffers{}, dump: true, brief: true}, i)
}

// Speller returns InstrString for the instructions of one function, whose values it numbers only
// once. The result is invalid after the function changes.
func Speller(f *ir.Func) func(i *ir.Instr) string {
	p := &printer{buffers: &buffers{}, dump: true, brief: true, m: f.Module()}
	p.begin(f)
	return func(i *ir.Instr) string { return spell(p, i) }
}

func spell(p *printer, i *ir.Instr) string {
	p.b = p.b[:0]
	if i.Op == ir.OpDbg {
		p.dbg(i)
	} else {
		p.instr(i)
	}
	lines := strings.Split(string(p.b), "\n") // an invoke or a switch may have several lines
	for k := range lines {
		lines[k] = strings.TrimSpace(lines[k])
	}
	return strings.Join(lines, " ")
}

// ValueString returns a value with its type, for messages. It prints unnamed local values as
// %<badref>.
func ValueString(v ir.Value) string {
	p := &printer{buffers: &buffers{}, dump: true}
	p.typed(v)
	return string(p.b)
}

// setTable numbers attribute sets by content.
type setTable struct {
	last   *ir.AttrSet // the last queried set; the parts of a coroutine share one
	lastNo int
	byText map[string]int
	bodies []string
}

func (t *setTable) index(m *ir.Module, s *ir.AttrSet) int {
	if t.last == s && s != nil {
		return t.lastNo
	}
	body := CanonicalGroup(s.Expanded(m))
	n, ok := t.byText[body]
	if !ok {
		n = len(t.bodies)
		t.bodies = append(t.bodies, body)
		ir.Put(&t.byText, body, n)
	}
	t.last, t.lastNo = s, n
	return n
}
