package driver

import (
	"strconv"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
)

// This file holds what is kept of a unit after its passes: text. Nothing here points into the IR, so that the IR of a function is gone
// before the next functions are read.

// funcText is a printed function. Its place is behind the function of the file that the unit is about, in the order of the list, unless it
// is late: then it is behind all functions.
type funcText struct {
	emit.Chunk
	name    string
	comment string
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
	mds     []emit.Chunk
	changed []emit.ChangedMD
}

// newUnitText prints a unit. New functions come in printing order: each behind the one it belongs to.
func newUnitText(u *unit) *unitText {
	t := u.printed().Finish()
	out := &unitText{types: t.Types, attrs: t.AttrSets, mds: t.MDs, changed: t.ChangedMDs}
	children := map[*ir.Func][]int{}
	for i := range t.Funcs {
		if f := t.Funcs[i].Func; f.New && f.After != nil {
			children[f.After] = append(children[f.After], i)
		}
	}
	add := func(ft *emit.FuncText, late bool) {
		out.funcs = append(out.funcs, funcText{ft.Chunk, ft.Func.Name, ft.Comment, !ft.Func.New, late})
	}
	var walk func(f *ir.Func)
	walk = func(f *ir.Func) {
		for _, i := range children[f] {
			add(&t.Funcs[i], false)
			walk(t.Funcs[i].Func)
		}
	}
	for i := range t.Funcs {
		if ft := &t.Funcs[i]; !ft.Func.New {
			add(ft, false)
		}
	}
	walk(u.f)
	for i := range t.Funcs {
		if ft := &t.Funcs[i]; ft.Func.New && ft.Func.After == nil {
			add(ft, true)
		}
	}
	for i := range t.Decls {
		add(&t.Decls[i], true)
	}
	for i := range t.Globals {
		g := &t.Globals[i]
		out.globals = append(out.globals, globalText{g.Chunk, g.Global.Name, !g.Global.New})
	}
	return out
}

// pieces are parts of an output, in order. Text is not copied into them.
type pieces [][]byte

// chunk adds a printed text with its numbers filled in.
func (p *pieces) chunk(c emit.Chunk, attrs, mds []int) {
	at := 0
	for _, fx := range c.Fixups {
		nums := mds
		if fx.Kind == emit.AttrGroup {
			nums = attrs
		}
		p.bytes(c.Text[at:fx.Off])
		*p = append(*p, []byte(strconv.Itoa(nums[fx.Index])))
		at = fx.Off
	}
	p.bytes(c.Text[at:])
}

func (p *pieces) bytes(b []byte) {
	if len(b) > 0 {
		*p = append(*p, b)
	}
}

func (p *pieces) string(s string) { p.bytes([]byte(s)) }

// endLine ends the last line, when it has no end.
func (p *pieces) endLine() {
	if n := len(*p); n > 0 {
		if last := (*p)[n-1]; last[len(last)-1] != '\n' {
			p.string("\n")
		}
	}
}
