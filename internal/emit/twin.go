package emit

// This file prints a function from the text of another one that took nearly all of its body: what is the same is copied, and only what differs is
// printed again. Printing takes about a hundred times as long as copying.
//
// What it does not do: it does not find out what differs; that is told by who made the functions.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// twinned notes where things stand in the text of a function of which a twin is going to be printed. Without marks it is that of no function.
type twinned struct {
	of     *ir.Func
	text   Chunk
	body   uint32      // where the body begins, its brace included
	entry  *ir.Block   // whose name differs
	marks  []twinMark  // by ascending place
	differ []*ir.Instr // in layout order: those that are still to be printed
	next   *ir.Instr   // the first of them
}

// twinMark is a stretch of text that is another one in the twin: an instruction, or the name of the first block.
type twinMark struct {
	from, to uint32
	instr    *ir.Instr // nil: the name
}

// begin makes ready for printing a function whose instructions are numbered.
func (t *twinned) begin(f *ir.Func, differ []*ir.Instr) {
	t.of, t.entry, t.marks = f, f.Entry(), t.marks[:0]
	t.differ = append(t.differ[:0], differ...)
	t.differ = slices.DeleteFunc(t.differ, func(i *ir.Instr) bool { return i.Block() == nil })
	slices.SortFunc(t.differ, func(a, b *ir.Instr) int { return a.ID - b.ID })
	t.differ = slices.Compact(t.differ)
	t.step()
}

// step moves on to the next instruction that differs.
func (t *twinned) step() {
	if t.next = nil; len(t.differ) > 0 {
		t.next = t.differ[0]
	}
}

// mark notes a stretch of text: an instruction, within which nothing need be noted, or a name.
func (t *twinned) mark(from, to int, i *ir.Instr) {
	if i != nil {
		for n := len(t.marks); n > 0 && int(t.marks[n-1].from) >= from; n-- {
			t.marks = t.marks[:n-1]
		}
		t.differ = t.differ[1:]
		t.step()
	}
	t.marks = append(t.marks, twinMark{uint32(from), uint32(to), i})
}

// FuncToTwin is Func for a function of which Twin may be told next that another took its body, when operands of some instructions have changed.
func (u *UnitPrinter) FuncToTwin(f *ir.Func, differ []*ir.Instr) {
	p := u.p
	p.borrow()
	defer p.giveBack()
	p.begin(f)
	p.twin.begin(f, differ)
	ft := p.funcText(f)
	p.twin.text, p.twin.entry, p.twin.next = ft.Chunk, nil, nil
	u.keep(ft)
}

// Twin prints a function that took the body of another, the last that was printed, and that by FuncToTwin or as a twin itself. It differs from it in
// its header, in the name of its first block and in operands of the instructions that FuncToTwin was told of, and names other nodes of metadata: those
// where moved has the other's.
func (u *UnitPrinter) Twin(f, of *ir.Func, moved ir.MDMove) {
	p := u.p
	t := &p.twin
	if t.of != of {
		panic("emit: the twin of a function that was not printed last")
	}
	p.borrow()
	defer p.giveBack()
	p.begin(f)
	p.reserve(len(t.text.Text))
	p.header(f, true)
	fixups, at := t.text.Fixups, t.body
	t.body = uint32(len(p.b))
	// copyTo takes the old text up to a place, with the fixups in it.
	copyTo := func(to uint32) {
		for len(fixups) > 0 && fixups[0].Off <= at {
			fixups = fixups[1:] // of what is printed anew, which may end in one
		}
		for len(fixups) > 0 && fixups[0].Off <= to {
			fx := fixups[0]
			fx.Off += uint32(len(p.b)) - at
			if fx.Kind == MD {
				fx.Index = int32(moved.Place(int(fx.Index)))
			}
			p.fix = append(p.fix, fx)
			fixups = fixups[1:]
		}
		p.b = append(p.b, t.text.Text[at:to]...)
	}
	for k := range t.marks {
		m := &t.marks[k]
		copyTo(m.from)
		at, m.from = m.to, uint32(len(p.b))
		if m.instr != nil {
			p.instr(m.instr)
		} else {
			p.block(f.Entry())
		}
		m.to = uint32(len(p.b))
	}
	copyTo(uint32(len(t.text.Text)))
	ft := FuncText{Chunk: p.keep(), Func: f, Comment: p.comment(f), Labels: labels(f)}
	t.of, t.text = f, ft.Chunk
	u.keep(ft)
}
