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

// This file holds what is kept of a unit after its passes: text. Nothing here points into the IR,
// so that the IR of a function is gone before the next functions are read.

// funcText is a printed function. It stands in the place of a function of the file, or behind one,
// in the order of the list; or it is late: then it is behind all functions.
type funcText struct {
	emit.Chunk
	name    string
	item    *parse.Item // whose place it takes, or behind which it stands
	comment string
	labels  map[string]string
	inFile  bool // stands in the file: replaces what is there
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
	steps   []lower.Step // parts that call the dispatcher, which is made when all units are done
	sizes   lower.ContextSizes
	asked   []emit.Size // what the texts ask for of sizes
	texts   [][]byte    // what stands in the place of others
}

// newUnitText prints a unit. New functions come in printing order: each behind the one it belongs
// to.
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

// fewFuncs is up to how many functions of a unit are looked through for those that stand behind
// another.
const fewFuncs = 8

// placesBehind gives the places of new functions in a list by the function that they stand behind;
// nil where these are few.
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

// inFile counts the functions of the file that read differently now.
func (t *unitText) inFile() (n int) {
	for i := range t.funcs {
		if t.funcs[i].inFile {
			n++
		}
	}
	return n
}

// piece is a part of an output: text, with numbers to be put into its holes on the way out.
type piece struct {
	text   []byte
	fixups []emit.Fixup
	unit   *numbered // has the numbers
}

// pieces are parts of an output, in order. Text is not copied into them.
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

// string adds text that is not copied either: nobody writes into a piece.
func (p *pieces) string(s string) { p.bytes(unsafe.Slice(unsafe.StringData(s), len(s))) }

// endLine ends the last line, when it has no end.
func (p *pieces) endLine() {
	if n := len(*p); n > 0 {
		if last := (*p)[n-1].text; last[len(last)-1] != '\n' {
			p.string("\n")
		}
	}
}

// writeTo writes the pieces; small parts make small writes.
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

// join gives the pieces in one.
func (p pieces) join() []byte {
	size := 0
	for i := range p {
		size += len(p[i].text) + 8*len(p[i].fixups)
	}
	b := bytes.NewBuffer(make([]byte, 0, size))
	p.writeTo(b) // a buffer takes everything
	return b.Bytes()
}
