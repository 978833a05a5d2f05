// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Program is a module that is ready to run. It may run many times, one run after the other; code
// compiled for one run serves the next.
type Program struct {
	m       *ir.Module // the first of mods
	mods    []*ir.Module
	linked  map[ir.Value]ir.Value // from symbols to the definition of their name in another module
	layout  *target.Layout
	shapes  map[*ir.Type]*shape
	first   []*object // the objects that exist when a run begins, by number
	ids     map[ir.Value]uint32
	labels  map[*ir.Block]uint32
	globals []*ir.Global
	ctors   []*function // in the order in which they run
	dtors   []*function
	lib     map[string]libFunc
	named   map[string]uint64 // addresses of globals
	// addresses of the functions that resume and destroy unlowered coroutines, and of one that does
	// nothing
	parts   [3]uint64
	checked bool   // the promises of attributes, see CheckAttributes
	table   uint64 // the virtual functions of the C++ library's exceptions
}

// function is a function of the program, compiled at its first call.
type function struct {
	ir       *ir.Func
	id       uint32
	code     []inst
	nregs    int   // registers before the constants
	consts   []val // the values of the registers after those
	nparams  int   // number of registers of the parameters
	params   []param
	blocks   map[*ir.Block]int // index of a block's code
	compiled bool
	lib      libFunc // runs instead of a body
	coro     *coroutine
	nounwind bool
	promises *promises // nil: none, or they are not checked
	replaces bool      // lib enters a function, which replaces the caller's frame in a tail call
}

// param describes how a call passes an argument, beyond copying it.
type param struct {
	reg, n  int
	defined bool   // undefined bits in it are undefined behaviour
	byval   uint64 // the size of the object that is copied for the callee; 0: none
	align   uint64
}

// Load prepares a module. It compiles nothing yet: an unsupported construct is an error only when a
// run reaches it.
func Load(m *ir.Module) (*Program, error) { return LoadSkipping(m, 0) }

// Link is Load for a program of several modules. An error names the file of its position.
func Link(mods ...*ir.Module) (*Program, error) { return load(mods, 0) }

// LoadSkipping is Load with addresses that depend on a number. The behaviour of a well-defined
// program does not.
func LoadSkipping(m *ir.Module, skip int) (*Program, error) { return load([]*ir.Module{m}, skip) }

// layoutOf returns the data layout of a program: that of the first module that has one, or else the
// one that LLVM derives from the target triple.
func layoutOf(mods []*ir.Module) string {
	for _, m := range mods {
		if m.DataLayout != "" {
			return m.DataLayout
		}
	}
	for _, m := range mods {
		if m.Triple != "" {
			return target.DefaultLayout(m.Triple)
		}
	}
	return ""
}

func load(mods []*ir.Module, skip int) (*Program, error) {
	m := mods[0]
	l, err := target.ParseLayout(layoutOf(mods))
	if err != nil {
		return nil, fmt.Errorf("data layout: %w", err)
	}
	if l.BigEndian || l.PtrSize(0) != 8 {
		return nil, ir.Unsupportedf(0, "programs for big-endian targets, or for targets without 64-bit pointers, "+
			"cannot be run")
	}
	p := &Program{m: m, mods: mods, linked: map[ir.Value]ir.Value{}, layout: l, shapes: map[*ir.Type]*shape{},
		first: []*object{nil}, ids: map[ir.Value]uint32{}, labels: map[*ir.Block]uint32{}, named: map[string]uint64{}}
	for range skip {
		p.first = append(p.first, &object{id: uint32(len(p.first)), kind: objHeap, dead: true})
	}
	p.lib = library
	if err := p.sameLayout(); err != nil {
		return nil, err
	}
	if err := p.link(); err != nil {
		return nil, err
	}
	p.addSymbols()
	p.addParts()
	p.addTables()
	err = guard(nil, func() {
		for _, g := range p.globals {
			p.initGlobal(g)
		}
		p.addStreams()
		p.ctors = p.listed("global_ctors")
		p.dtors = p.listed("global_dtors")
		slices.Reverse(p.dtors)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Extern provides a function that the program declares and the library does not have.
func (p *Program) Extern(name string, f func(t *Thread, args []uint64) uint64) {
	lib := func(t *Thread, args []val) val {
		list := make([]uint64, len(args))
		for k, a := range args {
			t.needDefined(a, name)
			list[k] = a.v
		}
		return val{v: f(t, list)}
	}
	if fn, err := p.m.Func(name); err == nil && fn != nil {
		if id, ok := p.ids[fn]; ok {
			p.first[id].fn.lib = lib
		}
	}
}

// addSymbols creates the objects of functions, globals and labels.
func (p *Program) addSymbols() {
	for _, m := range p.mods {
		for _, f := range m.Funcs {
			if p.linked[f] == nil {
				p.addFunc(f)
			}
		}
	}
	for _, m := range p.mods {
		for _, g := range m.Globals {
			if g.GKind == ir.GlobalVar && p.linked[g] == nil {
				p.addGlobal(g)
			}
		}
	}
	for _, m := range p.mods {
		for _, f := range m.Funcs {
			p.addLabels(f)
		}
	}
}

func (p *Program) addFunc(f *ir.Func) {
	id := uint32(len(p.first))
	fn := &function{ir: f, id: id}
	if f.Declared {
		fn.lib = p.lib[f.Name]
	}
	p.first = append(p.first, &object{id: id, kind: objFunc, base: firstByte, fn: fn, frozen: true})
	p.ids[f] = id
}

// globalSize is the size of globals of unknown type, which are those of the C and C++ libraries.
const globalSize = 256

func (p *Program) addGlobal(g *ir.Global) {
	id := uint32(len(p.first))
	size, ok := p.layout.Size(g.ValueType)
	if !ok || g.Declared {
		size = max(size, globalSize)
	}
	o := &object{id: id, kind: objGlobal, base: firstByte, size: uint64(size), whole: uint64(size), frozen: g.IsConst,
		global: g, data: make([]byte, size)}
	p.first = append(p.first, o)
	p.ids[g] = id
	p.globals = append(p.globals, g)
	if p.named[g.Name] == 0 {
		p.named[g.Name] = o.addr()
	}
}

// initGlobal writes the initializer of a global.
func (p *Program) initGlobal(g *ir.Global) {
	o := p.first[p.ids[g]]
	init, err := g.Initializer()
	if err != nil {
		panic(trapf("%v", err))
	}
	if init != nil {
		p.writeConst(o, 0, init)
	}
	// The library sets pointers such as stdout; here they point to themselves.
	if g.Declared && (g.Name == "stdout" || g.Name == "stderr" || g.Name == "stdin") {
		binary.LittleEndian.PutUint64(o.data, o.addr())
	}
}

// writeConst writes a constant into an object.
func (p *Program) writeConst(o *object, off uint64, v ir.Value) {
	t := v.Type()
	if c, ok := v.(*ir.Const); ok {
		switch c.Kind {
		case ir.ConstZero, ir.ConstNull:
			return
		case ir.ConstString:
			copy(o.data[off:], ir.Unescape(c.Text))
			return
		case ir.ConstUndef, ir.ConstPoison:
			if n := p.shape(t).size; off+n <= o.size {
				o.forget(off, n)
			}
			return
		case ir.ConstArray:
			step := p.shape(t.Elem()).size
			for k, e := range c.Elems {
				p.writeConst(o, off+uint64(k)*step, e)
			}
			return
		case ir.ConstStruct:
			for k, e := range c.Elems {
				p.writeConst(o, off+uint64(p.layout.FieldOffset(t, k)), e)
			}
			return
		}
	}
	s := p.shape(t)
	p.checkShape(s)
	putShape(o, off, s, p.constant(v))
}

func (p *Program) checkShape(s *shape) {
	if s.err != nil {
		panic(unsupportedf("%v", s.err))
	}
}

// putShape writes a value into an object, which must be large enough.
func putShape(o *object, off uint64, s *shape, x []val) {
	if s.packed {
		putBits(o, off, s, x)
		return
	}
	for k, w := range s.words {
		o.put(off+uint64(w.off), w.bytes, x[k])
	}
}

// getShape reads a value from an object, which must be large enough.
func getShape(o *object, off uint64, s *shape, x []val) {
	if s.packed {
		getBits(o, off, s, x)
		return
	}
	for k, w := range s.words {
		x[k] = o.get(off+uint64(w.off), w.bytes)
		if m := maskOf(int(w.bits)); w.bits&7 != 0 {
			x[k].v &= m
			x[k].u &= m
		}
	}
}

// putBits writes a vector whose elements are packed as bits.
func putBits(o *object, off uint64, s *shape, x []val) {
	var all val
	at := 0
	bytes := uint64(0)
	flush := func() {
		o.put(off+bytes, 1, val{all.v & 0xff, all.u & 0xff})
		all.v, all.u = all.v>>8, all.u>>8
		at -= 8
		bytes++
	}
	for k, w := range s.words {
		for b := range w.bits {
			all.v |= x[k].v >> b & 1 << at
			all.u |= x[k].u >> b & 1 << at
			if at++; at == 8 {
				flush()
			}
		}
	}
	if at > 0 {
		flush()
	}
}

// getBits reads a vector whose elements are packed as bits.
func getBits(o *object, off uint64, s *shape, x []val) {
	n := uint64(0)
	for k, w := range s.words {
		x[k] = val{}
		for b := range w.bits {
			y := o.get(off+n/8, 1)
			x[k].v |= y.v >> (n & 7) & 1 << b
			x[k].u |= y.u >> (n & 7) & 1 << b
			n++
		}
	}
}

// listed returns the functions in an array of constructors or destructors, by priority.
func (p *Program) listed(array string) []*function {
	type ctor struct {
		prio uint64
		fn   *function
	}
	var list []ctor
	for _, g := range p.globals {
		if g.Name != ir.IntrinsicPrefix+array {
			continue
		}
		c, ok := g.Init.(*ir.Const)
		if !ok {
			continue
		}
		for _, e := range c.Elems {
			if s, ok := e.(*ir.Const); ok && len(s.Elems) >= 2 {
				prio := p.constant(s.Elems[0])[0].v
				if id := p.constant(s.Elems[1])[0].v >> 32; id != 0 {
					list = append(list, ctor{prio, p.first[id].fn})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ctor) int { return int(int64(a.prio) - int64(b.prio)) })
	var out []*function
	for _, c := range list {
		out = append(out, c.fn)
	}
	return out
}

// address returns the address of a symbol.
func (p *Program) address(v ir.Value) uint64 {
	if other := p.linked[v]; other != nil {
		v = other
	}
	if g, ok := v.(*ir.Global); ok && g.GKind != ir.GlobalVar {
		init, err := g.Initializer()
		if err != nil {
			panic(trapf("%v", err))
		}
		if g.GKind == ir.GlobalIFunc || init == nil {
			panic(unsupportedf("@%s, which is an ifunc, cannot be run", g.Name))
		}
		return p.constant(init)[0].v
	}
	id, ok := p.ids[v]
	if !ok {
		panic(unsupportedf("a symbol that came to the module later cannot be run"))
	}
	return p.first[id].addr()
}

// addLabels creates an object for each block whose address the module takes.
func (p *Program) addLabels(f *ir.Func) {
	names := slices.Sorted(maps.Keys(f.Taken))
	for _, name := range names {
		b := f.Taken[name]
		if b == nil || p.labels[b] != 0 {
			continue
		}
		id := uint32(len(p.first))
		p.first = append(p.first, &object{id: id, kind: objLabel, base: firstByte, block: b, frozen: true})
		p.labels[b] = id
	}
}
