// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints a function that shares nearly all of its body with the function printed before
// it. The variant shares the text. Only the differences are printed again and replace the old text.
// For example, the resume, destroy and cleanup functions of a coroutine often differ only in a few
// operands. As variants they take a third of the time and memory.
//
// This file does not compute the differences. The code that created the functions passes them in.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// variants records positions in the text of a function whose variants will be printed.
type variants struct {
	of     *ir.Func // the function or variant that was printed last
	text   Chunk
	body   uint32        // start of the body, at its brace
	entry  *ir.Block     // its name differs in a variant; set while the text is printed
	marks  []variantMark // by ascending position
	differ []*ir.Instr   // in layout order
	passed int           // how many of differ are printed
	next   *ir.Instr     // the first of differ that is not printed
	moves  []ir.MDMove   // from the text to the last variant
	fixups []Fixup       // fixups of a variant
}

// variantMark is a range of text that a variant replaces: an instruction, or the name of the first
// block.
type variantMark struct {
	from, to uint32
	instr    *ir.Instr // nil for the name of the first block
}

// begin prepares for printing a function whose instructions are numbered.
func (t *variants) begin(f *ir.Func, differ []*ir.Instr) {
	t.of, t.entry, t.marks, t.moves = f, f.Entry(), t.marks[:0], t.moves[:0]
	t.differ = append(t.differ[:0], differ...)
	t.differ = slices.DeleteFunc(t.differ, func(i *ir.Instr) bool { return i.Block() == nil })
	slices.SortFunc(t.differ, func(a, b *ir.Instr) int { return a.ID - b.ID })
	t.differ, t.passed = slices.Compact(t.differ), 0
	t.step()
}

// forget drops the state but keeps its memory.
func (t *variants) forget() {
	clear(t.marks[:cap(t.marks)])
	clear(t.differ[:cap(t.differ)])
	*t = variants{marks: t.marks[:0], differ: t.differ[:0], moves: t.moves[:0], fixups: t.fixups[:0]}
}

// step advances to the next instruction that differs.
func (t *variants) step() {
	if t.next = nil; t.passed < len(t.differ) {
		t.next = t.differ[t.passed]
	}
}

// mark records a range of text: an instruction, which replaces the marks inside it, or a name.
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

// FuncWithVariants prints a function like Func. Later calls of Variant may print functions that
// take over its body with other operands in the instructions of differ.
func (u *UnitPrinter) FuncWithVariants(f *ir.Func, differ []*ir.Instr) {
	p := &u.p
	p.borrow()
	p.begin(f)
	p.variants.begin(f, differ)
	ft := p.funcText(f)
	p.variants.text, p.variants.entry, p.variants.next = ft.Chunk, nil, nil
	u.keep(ft)
}

// Variant prints a function that took over the body of another one. The other one must be the
// function printed last, by FuncWithVariants or Variant. The variant may differ in its header, in
// the name of its first block, in operands of the instructions in differ, and in metadata: moved
// maps the other's nodes to its own.
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
	// upTo copies the fixups of the old text up to a position.
	upTo := func(to uint32) {
		for len(old) > 0 && old[0].Off <= at {
			old = old[1:] // inside of replaced text, which may end in a fixup
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
	name := int32(-1) // index in texts
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

// instead replaces a range of the variant's text by the printed text, with that text's own fixups.
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
