package driver

import (
	"bytes"
	"io"
	"unsafe"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
)

// This file holds the text of a unit after its passes. The text does not refer to IR, so the memory
// of the IR is free before the next unit is read.

// funcText is a printed function. It replaces a function of the file, or follows one, in the order
// of the list. A late function follows all functions of the file.
type funcText struct {
	emit.Chunk
	name    string
	item    *parse.Item // the function that it replaces or follows
	comment string
	labels  map[string]string
	inFile  bool // replaces a function of the file
	late    bool
}

// globalText is a printed global.
type globalText struct {
	emit.Chunk
	name   string
	inFile bool
}

type unitText struct {
	funcs   []funcText
	globals []globalText
	types   []string
	attrs   []string
	mds     emit.Chunk
	numMDs  int
	changed []emit.ChangedMD
	addrs   []emit.Address
	steps   []lower.Step // parts that call the dispatcher, which is built after all units
	sizes   lower.ContextSizes
	asked   []emit.Size // sizes that the texts leave open
	texts   [][]byte    // the texts that emit.Fill inserts
}

// newUnitText prints a unit. Each new function follows the function that it belongs to.
func newUnitText(u *unit) *unitText {
	t := u.printed().Finish()
	out := &unitText{types: t.Types, attrs: t.AttrSets, mds: t.MDs, numMDs: t.NumMDs, changed: t.ChangedMDs,
		addrs: t.Addresses, asked: t.Sizes, texts: t.Texts}
	if u.dispatch != nil {
		out.steps = u.dispatch.Steps()
	}
	if u.split != nil {
		out.sizes.Contexts, out.sizes.Replaced = u.split.Contexts, u.replaced.Replaced
	}
	defer u.printer.Done()
	out.funcs = make([]funcText, 0, len(t.Funcs)+len(t.Decls))
	places := placesBehind(t.Funcs)
	add := func(ft *emit.FuncText, item *parse.Item, late bool) {
		out.funcs = append(out.funcs, funcText{ft.Chunk, ft.Func.Name, item, ft.Comment, ft.Labels, !ft.Func.New, late})
	}
	for i := range t.Funcs {
		if ft := &t.Funcs[i]; !ft.Func.New {
			add(ft, u.own[ft.Func].item, false)
		}
	}
	var walk func(f *ir.Func, item *parse.Item)
	walk = func(f *ir.Func, item *parse.Item) {
		visit := func(i int) {
			add(&t.Funcs[i], item, false)
			walk(t.Funcs[i].Func, item)
		}
		if places != nil {
			for _, i := range places[f] {
				visit(i)
			}
			return
		}
		for i := range t.Funcs {
			if g := t.Funcs[i].Func; g.New && g.After == f && f != nil {
				visit(i)
			}
		}
	}
	for _, mem := range u.members {
		walk(mem.f, mem.item)
	}
	for i := range t.Funcs {
		if ft := &t.Funcs[i]; ft.Func.New && ft.Func.After == nil {
			add(ft, nil, true)
		}
	}
	for i := range t.Decls {
		add(&t.Decls[i], nil, true)
	}
	for i := range t.Globals {
		g := &t.Globals[i]
		out.globals = append(out.globals, globalText{g.Chunk, g.Global.Name, !g.Global.New})
	}
	return out
}

// fewFuncs is the number of functions up to which a linear search finds those that follow another.
const fewFuncs = 8

// placesBehind returns the indices of new functions by the function that they follow. For a short
// list it returns nil.
func placesBehind(list []emit.FuncText) map[*ir.Func][]int {
	if len(list) <= fewFuncs {
		return nil
	}
	places := map[*ir.Func][]int{}
	for i := range list {
		if f := list[i].Func; f.New && f.After != nil {
			places[f.After] = append(places[f.After], i)
		}
	}
	return places
}

// inFile counts the functions of the file that changed.
func (t *unitText) inFile() (n int) {
	for i := range t.funcs {
		if t.funcs[i].inFile {
			n++
		}
	}
	return n
}

// piece is a part of the output: text with holes, which writeTo fills with numbers.
type piece struct {
	text   []byte
	fixups []emit.Fixup
	unit   *numbered // has the numbers
}

// pieces are the parts of the output in order. They refer to texts without copying them.
type pieces []piece

// chunk adds a printed text of a unit.
func (p *pieces) chunk(c emit.Chunk, u *numbered) {
	if len(c.Text) > 0 {
		*p = append(*p, piece{c.Text, c.Fixups, u})
	}
}

func (p *pieces) bytes(b []byte) {
	if len(b) > 0 {
		*p = append(*p, piece{text: b})
	}
}

// string adds text without copying it. No code writes into a piece.
func (p *pieces) string(s string) { p.bytes(unsafe.Slice(unsafe.StringData(s), len(s))) }

// endLine adds a newline if the last line has none.
func (p *pieces) endLine() {
	if n := len(*p); n > 0 {
		if last := (*p)[n-1].text; last[len(last)-1] != '\n' {
			p.string("\n")
		}
	}
}

// writeTo writes the pieces; a small piece is a small write.
func (p pieces) writeTo(w io.Writer) (n int64, err error) {
	var num []byte
	write := func(b []byte) {
		if err == nil {
			var k int
			k, err = w.Write(b)
			n += int64(k)
		}
	}
	for i := range p {
		c := &p[i]
		at := uint32(0)
		for _, fx := range c.fixups {
			write(c.text[at:fx.Off])
			num = c.unit.fill.Append(num[:0], fx)
			write(num)
			at = fx.Off + fx.Skip
		}
		write(c.text[at:])
		if err != nil {
			break
		}
	}
	return n, err
}

// join returns the pieces as one slice.
func (p pieces) join() []byte {
	size := 0
	for i := range p {
		size += len(p[i].text) + 8*len(p[i].fixups)
	}
	b := bytes.NewBuffer(make([]byte, 0, size))
	p.writeTo(b) // a buffer returns no error
	return b.Bytes()
}
