// Package emit prints IR as LLVM's textual assembly, in the style of opt -S: the words, order,
// spacing, numbering and comments are LLVM's, so that the text of a lowered function can stand in a
// file that LLVM wrote.
//
// What it does: print functions, globals, types, attribute groups and metadata of a unit, either as
// one module (Module) or as pieces that a caller merges into the source text (Unit, Apply).
//
// What it does not do: it never looks at the source text, does not decide where a piece goes, and
// does not check the IR. Broken IR is printed with <badref> in the place of what cannot be named.
package emit

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// FixupKind tells what number a Fixup stands for.
type FixupKind uint8

// The kinds of fixups.
const (
	AttrGroup FixupKind = iota // number of an attribute group, behind `#`; Index into UnitText.AttrSets
	MD                         // number of a metadata node, behind `!`; Index into the unit's new metadata
	BlockAddr                  // address of a block of another function; Index into UnitText.Addresses
	SizeNum                    // size of memory that callers allocate; Index into UnitText.Sizes
	Instead                    // text in the place of some that is another function's; Index into UnitText.Texts
)

// Fixup is a place in a chunk where something goes that is known only after units are merged.
type Fixup struct {
	Off   uint32 // offset in Chunk.Text
	Skip  uint32 // how many bytes of Chunk.Text are left out behind it
	Index int32
	Kind  FixupKind
}

// Chunk is printed text with holes.
type Chunk struct {
	Text   []byte
	Fixups []Fixup // by ascending Off
}

// FuncText is a printed function. With its holes filled, the text begins with `define` or `declare`
// and ends with a newline.
type FuncText struct {
	Chunk
	Func *ir.Func
	// Comment is the line `; Function Attrs: ...` with its newline that LLVM puts in front of the
	// function; "" when it has no enum attributes. It is not part of Text, because in front of a
	// changed function of the file there may be one already.
	Comment string
	// Labels tell how the blocks are called now whose address the file takes, by their label as
	// read (ir.Func.Taken); "" for one that is gone.
	Labels map[string]string
}

// GlobalText is a printed global variable, alias or ifunc; one line with its newline.
type GlobalText struct {
	Chunk
	Global *ir.Global
}

// UnitText is what a unit adds to or changes in the source text.
type UnitText struct {
	Funcs   []FuncText   // new definitions and all changed functions, in the unit's order
	Decls   []FuncText   // new declarations, in the unit's order
	Globals []GlobalText // new and changed globals, in the unit's order
	Types   []string     // new type definitions, one line each with its newline
	// AttrSets are the bodies (`{ nounwind "k"="v" }`) of attribute groups that fixups of this unit
	// ask for.
	AttrSets []string
	// MDs are the new metadata nodes in the order of their index: `!N = ...` with its newline, N
	// being a fixup; NumMDs is how many.
	MDs    Chunk
	NumMDs int
	// ChangedMDs are nodes of the file that read differently now.
	ChangedMDs []ChangedMD
	// Addresses are the addresses of blocks that fixups of this unit ask for.
	Addresses []Address
	// Sizes are the sizes of contexts and frames that fixups of this unit ask for.
	Sizes []Size
	// Texts stand in the place of others (Instead).
	Texts [][]byte
}

// Size is the largest of a number and of the sizes that some globals tell when every coroutine of
// the file is split (ir.ConstSize).
type Size struct {
	Floor    int64
	Pointers []string
}

// Address is the address of a block of a function that another unit may change.
type Address struct {
	Func  string
	Label string // as in ir.Func.Taken
	Type  string // of the address
	Text  string // the expression, for when the function has not changed
}

// GoneAddress is what stands for the address of a block that was removed, as LLVM writes it.
func GoneAddress(typ string) string { return "inttoptr (i32 1 to " + typ + ")" }

// ChangedMD is the new text of a numbered node of the file, its number included: `!7 = ...`,
// without a newline.
type ChangedMD struct {
	Chunk
	Num int
}

// Unit prints what passes changed in a unit or added to it. Instruction and block IDs of the
// printed functions are renumbered.
func Unit(m *ir.Module) *UnitText { return NewUnitPrinter(m).Finish() }

// UnitPrinter prints a unit of which not all functions are in memory at the end.
type UnitPrinter struct {
	p     printer
	sets  setTable
	text  UnitText
	place map[*ir.Func]int32 // in buffers.early, where these are many
}

// fewEarly is up to how many texts are looked through for that of a function.
const fewEarly = 16

// NewUnitPrinter makes a printer for a unit.
func NewUnitPrinter(m *ir.Module) *UnitPrinter {
	u := &UnitPrinter{}
	u.p.m, u.p.sets = m, &u.sets
	return u
}

// Func prints a function whose body is about to be dropped.
func (u *UnitPrinter) Func(f *ir.Func) {
	p := &u.p
	p.borrow()
	p.begin(f)
	p.variants.of = nil
	u.keep(p.funcText(f))
}

func (u *UnitPrinter) keep(ft FuncText) {
	early := u.p.early
	if len(early) == fewEarly {
		u.place = map[*ir.Func]int32{}
		for k := range early {
			u.place[early[k].Func] = int32(k)
		}
	}
	if u.place != nil {
		u.place[ft.Func] = int32(len(early))
	}
	u.p.early = append(early, ft)
}

// printed is the text of a function that was printed, nil if it was not.
func (u *UnitPrinter) printed(f *ir.Func) *FuncText {
	early := u.p.early
	if u.place != nil {
		if k, ok := u.place[f]; ok {
			return &early[k]
		}
		return nil
	}
	for k := range early {
		if early[k].Func == f {
			return &early[k]
		}
	}
	return nil
}

// funcText prints a function of which the values are numbered.
func (p *printer) funcText(f *ir.Func) FuncText {
	p.reserve(f.NumIDs() * lineLen)
	p.function(f)
	return FuncText{Chunk: p.keep(), Func: f, Comment: p.comment(f), Labels: labels(f)}
}

// reserve makes room for a text that will have about n bytes, if it is one that is not copied.
func (p *printer) reserve(n int) {
	if n >= handOver && n > cap(p.b) {
		p.b = make([]byte, 0, n)
	}
}

// comment is attrsComment, made once for functions in a row that have the same set, as the parts of
// a coroutine do.
func (p *printer) comment(f *ir.Func) string {
	if p.commented == nil || p.commented != f.Attrs {
		p.commented, p.lastComment = f.Attrs, attrsComment(f)
	}
	return p.lastComment
}

// Finish prints the rest. Done may be called when the lists of functions and declarations are not
// needed any more.
func (up *UnitPrinter) Finish() *UnitText {
	u, p := &up.text, &up.p
	m := p.m
	p.borrow()
	u.Funcs, u.Decls = p.funcs[:0], p.decls[:0]
	order := p.order[:0]
	for _, f := range m.Funcs {
		var ft FuncText
		if early := up.printed(f); early != nil {
			ft = *early
		} else if !f.New && !f.Changed || !f.Declared && !f.Loaded() {
			continue
		} else {
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
	if len(p.early) > 0 {
		p.sets.reorder(order)
	}
	u.AttrSets, u.Addresses, u.Sizes, u.Texts = p.sets.bodies, p.addresses, p.sizes, slices.Clone(p.texts)
	p.funcs, p.decls, p.order = u.Funcs, u.Decls, order
	return u
}

// Done gives the memory of UnitText.Funcs and Decls to the next printer. What they held stays, the
// lists themselves must not be used any more.
func (up *UnitPrinter) Done() { up.p.giveBack() }

// newNodes prints the new metadata nodes that chunks refer to, and those that these refer to, in
// the order of their places, and numbers them anew: a pass may have made nodes for a function that
// is not printed. It gives their text and how many they are.
func (p *printer) newNodes(chunks []Chunk) (Chunk, int) {
	nodes := p.m.NewMDs
	if len(nodes) == 0 {
		return Chunk{}, 0
	}
	// They are found while they are printed, one leading to another, and put into order then.
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
		k := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
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

// nodeText is where a node that is to be printed stands among the texts and fixups of all.
type nodeText struct {
	from, to   uint32
	fix, fixTo uint32
	place      int32 // among those that are printed
	used       bool
}

// reorder numbers the sets as they would be had the chunks been printed in this order, and drops
// those that none mentions.
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

// mentionsSet reports whether a chunk asks for the number of an attribute set.
func mentionsSet(chunks []Chunk) bool {
	return slices.ContainsFunc(chunks, func(c Chunk) bool {
		return slices.ContainsFunc(c.Fixups, func(fx Fixup) bool { return fx.Kind == AttrGroup })
	})
}

// buffers are the parts of a printer that the next one can use again.
type buffers struct {
	b      []byte
	fix    []Fixup
	slots  []int32
	params []int32
	preds  []*ir.Block

	variants variants // of the function that was printed last

	// Of a UnitPrinter.
	early []FuncText // in the order in which they were printed
	funcs []FuncText // UnitText.Funcs
	decls []FuncText // UnitText.Decls
	order []Chunk    // of all that is printed, in the order of the unit's text
	texts [][]byte   // that get a fixup

	textSlab []byte // what is left of where texts are copied to
	fixSlab  []Fixup
}

// Sizes of the slabs: texts live as long as the run, so they are packed.
const (
	textSlab = 128 << 10
	fixSlab  = 1 << 10
	handOver = 64 << 10 // from this size on, a text is not copied to a slab
	lineLen  = 64       // about what an instruction takes
)

// keep gives what was printed, in memory that stays, and makes b and fix empty. Text is printed
// where it stays, most of the time.
func (p *buffers) keep() Chunk {
	n := len(p.b)
	c := Chunk{Text: p.b[:n:n]}
	if n > 0 && len(p.textSlab) > 0 && &p.b[0] == &p.textSlab[0] {
		p.textSlab = p.textSlab[n:]
	} else if n < handOver { // else it keeps the memory that it grew out of the slab into
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

// keepFixups copies fixups to where they stay.
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

var pool = sync.Pool{New: func() any { return new(buffers) }}

// borrow takes buffers out of the pool, for all that is printed of a unit; giveBack puts them
// there.
func (p *printer) borrow() {
	if p.buffers == nil {
		p.buffers = pool.Get().(*buffers)
		p.b = p.textSlab[:0]
	}
}

func (p *printer) giveBack() {
	clear(p.preds[:cap(p.preds)])
	p.variants.forget()
	p.early, p.funcs, p.decls, p.order, p.texts = emptied(p.early),
		emptied(p.funcs), emptied(p.decls), emptied(p.order), emptied(p.texts)
	p.b, p.fix = nil, p.fix[:0]
	pool.Put(p.buffers)
	p.buffers = nil
}

// emptied is the memory of a list without what the list led to.
func emptied[T any](list []T) []T {
	clear(list)
	return list[:0]
}

// Fill is what the holes of a unit's texts are filled with, by fixup index.
type Fill struct {
	Attrs, MDs []int
	Addresses  []string
	Sizes      []int64
	Texts      [][]byte
}

// Append appends what goes into one hole.
func (fl *Fill) Append(w []byte, fx Fixup) []byte {
	switch fx.Kind {
	case AttrGroup:
		return strconv.AppendInt(w, int64(fl.Attrs[fx.Index]), 10)
	case BlockAddr:
		return append(w, fl.Addresses[fx.Index]...)
	case SizeNum:
		return strconv.AppendInt(w, fl.Sizes[fx.Index], 10)
	case Instead:
		return append(w, fl.Texts[fx.Index]...)
	}
	return strconv.AppendInt(w, int64(fl.MDs[fx.Index]), 10)
}

// Apply appends a chunk to w with its holes filled.
func Apply(c Chunk, fill *Fill, w []byte) []byte {
	at := uint32(0)
	for _, fx := range c.Fixups {
		w = fill.Append(append(w, c.Text[at:fx.Off]...), fx)
		at = fx.Off + fx.Skip
	}
	return append(w, c.Text[at:]...)
}

// Func appends a function for reading by people: attribute sets that have no group yet are printed
// inline and new metadata as !newN. IDs of the function are left alone, so it may be called in the
// middle of a pass.
func Func(b []byte, f *ir.Func) []byte {
	p := &printer{buffers: &buffers{b: b}, m: f.Module(), dump: true}
	p.begin(f)
	p.function(f)
	return p.b
}

// FuncString is Func as a string.
func FuncString(f *ir.Func) string { return string(Func(nil, f)) }

// InstrString is one instruction for reading by people, in one line and without what is attached to
// it. The function's values are numbered for it, so it costs the size of the function.
func InstrString(i *ir.Instr) string {
	if b := i.Block(); b != nil && b.Func() != nil {
		return Speller(b.Func())(i)
	}
	return spell(&printer{buffers: &buffers{}, dump: true, brief: true}, i)
}

// Speller is InstrString for the instructions of one function, whose values are numbered once. It
// is of no use after the function is changed.
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
	lines := strings.Split(string(p.b), "\n") // of an invoke, a switch; a newline in a name is escaped
	for k := range lines {
		lines[k] = strings.TrimSpace(lines[k])
	}
	return strings.Join(lines, " ")
}

// ValueString is a value with its type, for messages. Unnamed local values are printed as
// %<badref>.
func ValueString(v ir.Value) string {
	p := &printer{buffers: &buffers{}, dump: true}
	p.typed(v)
	return string(p.b)
}

// setTable numbers attribute sets by content.
type setTable struct {
	last   *ir.AttrSet // that was asked for, as the parts of a coroutine have one in common
	lastNo int
	byText map[string]int // where bodies are more than fewSets
	byPtr  map[*ir.AttrSet]int
	bodies []string
}

// fewSets is up to how many bodies are looked through. Most units have one.
const fewSets = 4

func (t *setTable) index(m *ir.Module, s *ir.AttrSet) int {
	if t.last == s && s != nil {
		return t.lastNo
	}
	n, ok := t.byPtr[s]
	if !ok {
		n = t.number(CanonicalGroup(s.Expanded(m)))
		if len(t.bodies) > fewSets {
			if t.byPtr == nil {
				t.byPtr = map[*ir.AttrSet]int{}
			}
			t.byPtr[s] = n
		}
	}
	t.last, t.lastNo = s, n
	return n
}

// number gives the number of a body.
func (t *setTable) number(body string) int {
	if t.byText == nil {
		if n := slices.Index(t.bodies, body); n >= 0 {
			return n
		}
	} else if n, ok := t.byText[body]; ok {
		return n
	}
	n := len(t.bodies)
	t.bodies = append(t.bodies, body)
	switch {
	case t.byText != nil:
		t.byText[body] = n
	case len(t.bodies) > fewSets:
		t.byText = map[string]int{}
		for k, b := range t.bodies {
			t.byText[b] = k
		}
	}
	return n
}
