// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file assembles the lowered module in memory for the PTX writer, which needs all bodies. Each
// function comes from the unit that changed it, or from the file. So the output is not printed,
// parsed and verified again.

import (
	"slices"

	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// keptUnit holds what a unit changed in the module, or added to it.
type keptUnit struct {
	funcs   []keptFunc
	last    []*ir.Func // parts of switched coroutines, after the last definition of the file
	late    []*ir.Func // follow all other functions: definitions without an item, and declarations
	globals []*ir.Global
	asked   []openSize
}

// keptFunc is a function that replaces or follows a function of the file.
type keptFunc struct {
	f    *ir.Func
	item *parse.Item
}

// openSize is an operand whose number depends on all units (ir.ConstSize).
type openSize struct {
	user *ir.Instr
	arg  int
}

// keep records what the unit changed, instead of its text.
func (u *unit) keep() {
	k := &keptUnit{}
	var defs []*ir.Func
	for _, f := range u.m.Funcs {
		switch {
		case !f.New && !f.Changed || !f.Declared && !f.Loaded():
		case f.New && f.Declared:
			k.late = append(k.late, f)
		default:
			defs = append(defs, f)
			k.sizes(f)
		}
	}
	decls := k.late
	k.late = nil
	u.eachPlace(len(defs), func(i int) *ir.Func { return defs[i] }, func(i int, item *parse.Item, last bool) {
		switch {
		case item == nil:
			k.late = append(k.late, defs[i])
		case last:
			k.last = append(k.last, defs[i])
		default:
			k.funcs = append(k.funcs, keptFunc{defs[i], item})
		}
	})
	k.late = append(k.late, decls...)
	for _, g := range u.m.Globals {
		if g.New || g.Changed {
			k.globals = append(k.globals, g)
		}
	}
	u.kept, u.text = k, &unitText{}
	u.text.facts(u)
}

// sizes records the operands of a function that are open sizes.
func (k *keptUnit) sizes(f *ir.Func) {
	for i := range f.Instrs() {
		for n := range i.NumArgs() {
			if c, ok := i.Arg(n).(*ir.Const); ok && c.Kind == ir.ConstSize {
				k.asked = append(k.asked, openSize{i, n})
			}
		}
	}
}

// settle replaces the open sizes by numbers.
func (k *keptUnit) settle(known *lower.Known) error {
	for _, s := range k.asked {
		c := s.user.Arg(s.arg).(*ir.Const)
		floor, pointers, _ := c.SizeParts()
		var names []string
		for _, g := range pointers {
			names = append(names, g.Name)
		}
		n, err := known.Largest(floor, names)
		if err != nil {
			return err
		}
		s.user.SetArg(s.arg, s.user.Block().Func().Module().ConstInt(c.Type(), n))
	}
	return nil
}

// program assembles the lowered module.
func (r *run) program(units []*unit) (*ptx.Program, error) {
	if u := r.dispatcher(units); u != nil {
		units = append(units, u)
	}
	sized, known, err := r.resolved(units)
	if err != nil {
		return nil, err
	}
	if sized != nil {
		if err := r.sized(sized, known); err != nil {
			return nil, err
		}
		units = append(units, sized)
	}
	p := &programMaker{now: map[*parse.Item][]*ir.Func{}, changed: map[string]bool{}, globals: map[string]*ir.Global{},
		seen: map[string]bool{}}
	for _, u := range units {
		if u.kept != nil {
			if err := u.kept.settle(known); err != nil {
				return nil, err
			}
			p.unit(u.kept)
		}
	}
	m := r.file.NewUnit()
	m.Version, m.Oldest, m.Triple, m.NoUnwind = r.version, r.oldest, r.triple, !r.tgt.Unwinds()
	if r.o.DataLayout != "" {
		m.DataLayout = r.o.DataLayout
	}
	if err := r.file.LoadInto(m, p.changed); err != nil {
		return nil, err
	}
	var l ir.ErrorList
	if v := lightly(ir.NewVerifier(m)); !r.o.DisableVerify {
		l = v.Symbols()
		for _, f := range m.Funcs {
			if !p.changed[f.Name] {
				l = append(l, v.Func(f)...)
			}
		}
	}
	if len(l) > 0 {
		return nil, sortFindings(l)
	}
	return p.program(m, r.file), nil
}

// callByNumber replaces the pointers to functions in the output by numbers.
func (r *run) callByNumber(res *Result) error {
	m, err := readBack(res.lowered())
	if err != nil {
		return err
	}
	if f := lower.CallByNumber(&pass.Unit{M: m, Layout: r.layout, Target: r.tgt}); f != nil {
		var at ir.Pos
		if it := r.file.Item(f.Name); it != nil {
			at = ir.PosAt(it.Head)
		}
		e := ir.Errorf(at, "unsupported: %s calls a function by its address, but %s has no pointers to functions, and the "+
			"file takes the address of no function of this type", quoteFunc(f.Name), r.tgt.Arch)
		e.Hint = "compile the coroutines that are resumed here in the same file"
		return ir.ErrorList{e}
	}
	res.pieces = nil
	res.pieces.bytes(printWhole(m))
	return m.Err
}

// programMaker collects the changes of the units.
type programMaker struct {
	now     map[*parse.Item][]*ir.Func // the functions that replace or follow an item
	changed map[string]bool            // functions of the file that a unit changed
	globals map[string]*ir.Global      // globals of the file that a unit changed
	last    []*ir.Func
	late    []*ir.Func
	added   []*ir.Global
	seen    map[string]bool // names that several units may add
}

// unit adds the changes of a unit.
func (p *programMaker) unit(k *keptUnit) {
	for _, x := range k.funcs {
		p.now[x.item] = append(p.now[x.item], x.f)
		if !x.f.New {
			p.changed[x.f.Name] = true
		}
	}
	p.last = append(p.last, k.last...)
	for _, f := range k.late {
		if !p.seen[f.Name] {
			p.seen[f.Name] = true
			p.late = append(p.late, f)
		}
	}
	for _, g := range k.globals {
		switch {
		case !g.New:
			p.globals[g.Name] = g
		case !p.seen[g.Name]:
			p.seen[g.Name] = true
			p.added = append(p.added, g)
		}
	}
}

// program returns the symbols in the order of the module. m holds the original file, without the
// bodies that units changed.
func (p *programMaker) program(m *ir.Module, file *parse.File) *ptx.Program {
	var funcs []*ir.Func
	end := 0 // of the last definition and what follows it
	for _, f := range m.Funcs {
		if !p.changed[f.Name] {
			funcs = append(funcs, f)
		}
		it := file.Item(f.Name)
		if it == nil {
			continue
		}
		funcs = append(funcs, p.now[it]...)
		if it.Kind == parse.ItemDefine {
			end = len(funcs)
		}
	}
	funcs = slices.Insert(funcs, end, p.last...)
	globals := make([]*ir.Global, len(m.Globals))
	for k, g := range m.Globals {
		globals[k] = g
		if now := p.globals[g.Name]; now != nil {
			globals[k] = now
		}
	}
	return ptx.NewProgram(m, append(funcs, p.late...), append(globals, p.added...))
}
