package emit

// This file prints a function as the text of another one that had nearly all of its body: the text
// is shared, and only what differs is printed again and replaces what it was. So the parts of a
// coroutine that are variants of one body take a third of the time and of the memory.
//
// It does not find out what differs. Who made the functions knows that.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// variants notes where things stand in the text of a function of which variants are going to be
// printed.
type variants struct {
	of     *ir.Func // that was printed last, or the last variant
	text   Chunk
	body   uint32        // where the body begins, its brace included
	entry  *ir.Block     // whose name differs, while the text is printed
	marks  []variantMark // by ascending place
	differ []*ir.Instr   // in layout order
	passed int           // how many of them are printed
	next   *ir.Instr     // the first that is not
	moves  []ir.MDMove   // from the text to the last variant
	fixups []Fixup       // of a variant
}

// variantMark is a stretch of text that is another one in the variant: an instruction, or the name
// of the first block.
type variantMark struct {
	from, to uint32
	instr    *ir.Instr // nil: the name
}

// begin makes ready for printing a function whose instructions are numbered.
func (t *variants) begin(f *ir.Func, differ []*ir.Instr) {
	t.of, t.entry, t.marks, t.moves = f, f.Entry(), t.marks[:0], t.moves[:0]
	t.differ = append(t.differ[:0], differ...)
	t.differ = slices.DeleteFunc(t.differ, func(i *ir.Instr) bool { return i.Block() == nil })
	slices.SortFunc(t.differ, func(a, b *ir.Instr) int { return a.ID - b.ID })
	t.differ, t.passed = slices.Compact(t.differ), 0
	t.step()
}

// forget drops what is noted, but for the memory.
func (t *variants) forget() {
	clear(t.marks[:cap(t.marks)])
	clear(t.differ[:cap(t.differ)])
	*t = variants{marks: t.marks[:0], differ: t.differ[:0], moves: t.moves[:0], fixups: t.fixups[:0]}
}

// step moves on to the next instruction that differs.
func (t *variants) step() {
	if t.next = nil; t.passed < len(t.differ) {
		t.next = t.differ[t.passed]
	}
}

// mark notes a stretch of text: an instruction, within which nothing need be noted, or a name.
func (t *variants) mark(from, to int, i *ir.Instr) {
	if i != nil {
		for n := len(t.marks); n > 0 && int(t.marks[n-1].from) >= from; n-- {
			t.marks = t.marks[:n-1]
		}
		t.passed++
		t.step()
	}
	t.marks = append(t.marks, variantMark{uint32(from), uint32(to), i})
}

// FuncWithVariants is Func for a function whose body another may take next, with other operands in
// the instructions of differ: see Variant.
func (u *UnitPrinter) FuncWithVariants(f *ir.Func, differ []*ir.Instr) {
	p := &u.p
	p.borrow()
	p.begin(f)
	p.variants.begin(f, differ)
	ft := p.funcText(f)
	p.variants.text, p.variants.entry, p.variants.next = ft.Chunk, nil, nil
	u.keep(ft)
}

// Variant prints a function that took the body of another, the last that was printed, and that by
// FuncWithVariants or as a variant itself. It differs from it in its header, in the name of its
// first block and in operands of the instructions that FuncWithVariants was told of, and names
// other nodes of metadata: those where moved has the other's.
func (u *UnitPrinter) Variant(f, of *ir.Func, moved ir.MDMove) {
	p := &u.p
	p.borrow()
	t := &p.variants
	if t.of != of {
		panic("emit: the variant of a function that was not printed last")
	}
	t.of, t.moves = f, append(t.moves, moved)
	p.begin(f)
	t.fixups = t.fixups[:0]
	p.header(f, true)
	p.instead(0, 0)
	old, at := t.text.Fixups, t.body
	// upTo takes over what is left open in the old text up to a place.
	upTo := func(to uint32) {
		for len(old) > 0 && old[0].Off <= at {
			old = old[1:] // in what is printed anew, which may end in one
		}
		for ; len(old) > 0 && old[0].Off <= to; old = old[1:] {
			fx := old[0]
			fx.Off -= t.body
			for k := 0; k < len(t.moves) && fx.Kind == MD; k++ {
				fx.Index = int32(t.moves[k].Place(int(fx.Index)))
			}
			t.fixups = append(t.fixups, fx)
		}
	}
	name := int32(-1) // in texts
	for _, m := range t.marks {
		upTo(m.from)
		at = m.to
		switch {
		case m.instr != nil:
			p.instr(m.instr)
			p.instead(m.from-t.body, m.to-m.from)
		case name < 0:
			name = int32(len(p.texts))
			p.block(f.Entry())
			p.instead(m.from-t.body, m.to-m.from)
		default:
			t.fixups = append(t.fixups, Fixup{m.from - t.body, m.to - m.from, name, Instead})
		}
	}
	upTo(uint32(len(t.text.Text)))
	c := Chunk{Text: t.text.Text[t.body:], Fixups: p.keepFixups(t.fixups)}
	u.keep(FuncText{Chunk: c, Func: f, Comment: p.comment(f), Labels: labels(f)})
}

// instead lets what was printed stand in the place of a stretch of the variant's text, with the
// holes that it has itself.
func (p *printer) instead(off, skip uint32) {
	c := p.keep()
	at := uint32(0)
	text := func(to uint32) {
		if to > at || skip > 0 {
			p.variants.fixups = append(p.variants.fixups, Fixup{off, skip, int32(len(p.texts)), Instead})
			p.texts = append(p.texts, c.Text[at:to])
			off, skip, at = off+skip, 0, to
		}
	}
	for _, fx := range c.Fixups {
		text(fx.Off)
		fx.Off = off
		p.variants.fixups = append(p.variants.fixups, fx)
	}
	text(uint32(len(c.Text)))
}
