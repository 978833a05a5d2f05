// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
// of the list. A late function follows all functions of the file, and a last function follows the
// last definition of the file.
type funcText struct {
	emit.Chunk
	name    string
	item    *parse.Item // the function that it replaces or follows
	comment string
	labels  map[string]string
	inFile  bool // replaces a function of the file
	late    bool
	last    bool
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
}

// newUnitText prints a unit. Each new function follows the function that it belongs to.
func newUnitText(u *unit) *unitText {
	t := u.printed().Finish()
	out := &unitText{types: t.Types, attrs: t.AttrSets, mds: t.MDs, numMDs: t.NumMDs, changed: t.ChangedMDs,
		addrs: t.Addresses, asked: t.Sizes}
	out.facts(u)
	defer u.printer.Done()
	out.funcs = make([]funcText, 0, len(t.Funcs)+len(t.Decls))
	add := func(ft *emit.FuncText, item *parse.Item, late, last bool) {
		out.funcs = append(out.funcs, funcText{ft.Chunk, ft.Func.Name, item, ft.Comment, ft.Labels, !ft.Func.New,
			late, last})
	}
	u.eachPlace(len(t.Funcs), func(i int) *ir.Func { return t.Funcs[i].Func },
		func(i int, item *parse.Item, last bool) { add(&t.Funcs[i], item, item == nil, last) })
	for i := range t.Decls {
		add(&t.Decls[i], nil, true, false)
	}
	for i := range t.Globals {
		g := &t.Globals[i]
		out.globals = append(out.globals, globalText{g.Chunk, g.Global.Name, !g.Global.New})
	}
	return out
}

// facts records what the unit defines for units that depend on several units (dispatch.go).
func (t *unitText) facts(u *unit) {
	if u.c != nil {
		t.steps = u.dispatch.Steps()
		t.sizes.Contexts, t.sizes.Replaced = u.split.Contexts, u.replaced.Replaced
	}
}

// eachPlace visits n definitions of a unit in printing order, each with the item that it replaces
// or follows. For example, if the passes changed @f, split @g and added a @helper that belongs to
// no function of the file, it visits @f and @g, then @g.resume with the item of @g, and @helper
// at the end, with no item. last is true for a part of a switched coroutine, such as @g.resume, and
// for what follows one: it is printed after the last definition of the file.
func (u *unit) eachPlace(n int, at func(int) *ir.Func, visit func(i int, item *parse.Item, last bool)) {
	var followers map[*ir.Func][]int // of a long list: indices of new functions by the function that they follow
	for i := range n {
		switch f := at(i); {
		case !f.New:
			visit(i, u.own[f].item, false)
		case n > fewFuncs && f.After != nil:
			ir.Put(&followers, f.After, append(followers[f.After], i))
		}
	}
	var follow func(f *ir.Func, item *parse.Item, last bool)
	follow = func(f *ir.Func, item *parse.Item, last bool) {
		one := func(i int) {
			g := at(i)
			visit(i, item, last || g.AtEnd)
			follow(g, item, last || g.AtEnd)
		}
		if n > fewFuncs {
			for _, i := range followers[f] {
				one(i)
			}
			return
		}
		for i := range n {
			if g := at(i); g.New && g.After == f && f != nil {
				one(i)
			}
		}
	}
	for _, mem := range u.members {
		follow(mem.f, mem.item, false)
	}
	for i := range n {
		if f := at(i); f.New && f.After == nil {
			visit(i, nil, false)
		}
	}
}

// fewFuncs is the number of functions up to which a linear search finds those that follow another.
const fewFuncs = 8

// inFile counts the functions of the file that changed.
func (u *unit) inFile() (n int) {
	if u.kept != nil {
		for _, x := range u.kept.funcs {
			if !x.f.New {
				n++
			}
		}
	}
	for i := range u.text.funcs {
		if u.text.funcs[i].inFile {
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
			at = fx.Off
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
