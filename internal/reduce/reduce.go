// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package reduce makes a module smaller while it stays interesting, for example while a program
// still crashes on it.
//
// It drops parts of the IR, many at a time and then fewer, and keeps each smaller module that is
// valid and still interesting. The parts are bodies, blocks, instructions, debug info, attributes
// and globals.
//
// It does not preserve behaviour. A reduced module may have undefined behaviour that the input does
// not have, so a test about behaviour must exclude that itself.
package reduce

import (
	"bytes"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
)

// Test reports whether a module is interesting. An error ends the reduction.
type Test func(text []byte) (bool, error)

// Stats counts the work of a reduction.
type Stats struct {
	Tests int // calls of the test
	Tried int // smaller modules that were built; invalid ones are not tested
}

// edit drops from a module the parts of one kind, numbered from 0, for which drop returns true. It
// returns the number of parts.
type edit func(m *unit, drop func(k int) bool) int

// unit is a module, and the lines of its text that belong to no symbol.
type unit struct {
	*ir.Module
	raw []string
}

// edits are the kinds of parts, the largest parts first.
var edits = []edit{bodies, globals, rawLines, firstEdge, lastEdge, invokes, instructions, blocks, personalities,
	debugRecords, attachments, attributes}

// Run reduces a module. The text must be interesting itself, and the result is at most as long. The
// steps depend only on the text and on the results of the test. For n parts, Run calls the test
// about n log n times, and repeats that while it can drop parts. If the test fails with an error, the
// result is the best one so far.
func Run(name string, text []byte, test Test) (small []byte, st Stats, err error) {
	r := &reducer{name: name, best: text, test: test}
	if u := r.load(text); u != nil { // print it first, so that lengths are comparable
		if _, err := r.try(u.text()); err != nil {
			return r.best, r.st, err
		}
	}
	for again := true; again; {
		again = false
		for _, e := range edits {
			less, err := r.reduce(e)
			if err != nil {
				return r.best, r.st, err
			}
			again = again || less
		}
		less, err := r.types()
		if err != nil {
			return r.best, r.st, err
		}
		again = again || less
	}
	return r.best, r.st, nil
}

// types drops type definitions without uses.
func (r *reducer) types() (less bool, err error) {
	for from := 0; ; {
		lines := bytes.SplitAfter(r.best, []byte("\n"))
		k := from
		for k < len(lines) && !(bytes.HasPrefix(lines[k], []byte("%")) && bytes.Contains(lines[k],
			[]byte(" = type "))) {
			k++
		}
		if k == len(lines) {
			return less, nil
		}
		better, err := r.try(bytes.Join(slices.Delete(lines, k, k+1), nil))
		if err != nil {
			return less, err
		}
		if less = less || better; better {
			from = k
		} else {
			from = k + 1
		}
	}
}

type reducer struct {
	name string
	best []byte
	same bool // best was printed by this package
	test Test
	st   Stats
}

// load parses a text. It returns nil if the text is not valid.
func (r *reducer) load(text []byte) *unit {
	m, err := parse.Module(r.name, text)
	if err != nil || len(ir.Verify(m)) > 0 {
		return nil
	}
	u := &unit{Module: m}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "$") || strings.HasPrefix(line, "module asm") || strings.HasPrefix(line, "!") &&
			!isNode(line) {
			u.raw = append(u.raw, line)
		}
	}
	return u
}

// isNode reports whether line defines a numbered metadata node. Such a node is printed if something
// refers to it.
func isNode(line string) bool { return len(line) > 1 && line[1] >= '0' && line[1] <= '9' }

// text prints the module. The parser declares the intrinsics that a module calls, so text prints
// exactly those.
func (u *unit) text() []byte {
	called := map[*ir.Func]bool{}
	u.instrs(func(i *ir.Instr) {
		if i.IsCall() {
			called[i.CalledFunc()] = true
		}
	})
	kept := u.Funcs[:0:0]
	for _, f := range u.Funcs {
		if !f.IsIntrinsic() || called[f] {
			kept = append(kept, f)
		}
	}
	u.Funcs = kept
	return emit.Module(u.Module, u.raw...)
}

// try makes text the best result if it is shorter, valid and interesting.
func (r *reducer) try(text []byte) (better bool, err error) {
	if r.same && len(text) >= len(r.best) || bytes.Equal(text, r.best) {
		return false, nil
	}
	r.st.Tried++
	if r.load(text) == nil {
		return false, nil
	}
	r.st.Tests++
	ok, err := r.test(text)
	if ok && err == nil {
		r.best, r.same = text, true
	}
	return ok, err
}

// reduce drops parts of one kind: first all, then halves, and so on down to single ones.
func (r *reducer) reduce(e edit) (less bool, err error) {
	never := func(int) bool { return false }
	u := r.load(r.best)
	if u == nil {
		return false, nil
	}
	n := e(u, never)
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; {
			u := r.load(r.best)
			e(u, func(k int) bool { return k >= from && k < from+size })
			better, err := r.try(u.text())
			if err != nil {
				return less, err
			}
			if !better {
				from += size
				continue
			}
			less = true
			n = e(r.load(r.best), never)
		}
	}
	return less, nil
}

// counter numbers parts.
type counter struct {
	n    int
	drop func(int) bool
}

// next reports whether to drop the next part.
func (c *counter) next() bool {
	c.n++
	return c.drop(c.n - 1)
}

// instrs calls f with each instruction of the module. f may erase it.
func (u *unit) instrs(f func(i *ir.Instr)) {
	for _, fn := range u.Funcs {
		for b := fn.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; {
				next := i.Next()
				f(i)
				i = next
			}
		}
	}
}

// bodies turns functions into declarations, and drops declarations, which is valid only for those
// without uses.
func bodies(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	kept := u.Funcs[:0:0]
	for _, f := range u.Funcs {
		if f.IsIntrinsic() {
			kept = append(kept, f)
			continue
		}
		switch gone := c.next(); {
		case gone && !f.Declared:
			f.DropBody()
			f.Declared, f.Linkage, f.Comdat, f.Person, f.Meta, f.GC = true, "", "", nil, nil, ""
			f.Attrs = without(f.Attrs, "presplitcoroutine")
			kept = append(kept, f)
		case !gone:
			kept = append(kept, f)
		}
	}
	u.Funcs = kept
	return c.n
}

// without returns a set without an attribute. It drops a set with attribute groups, because their
// content is elsewhere.
func without(s *ir.AttrSet, name string) *ir.AttrSet {
	if s == nil || len(s.Groups) > 0 {
		return nil
	}
	out := &ir.AttrSet{}
	for _, a := range s.List {
		if a.Name != name {
			out.List = append(out.List, a)
		}
	}
	return out
}

// globals drops variables and aliases.
func globals(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	kept := u.Globals[:0:0]
	for _, g := range u.Globals {
		if !c.next() {
			kept = append(kept, g)
		}
	}
	u.Globals = kept
	return c.n
}

// rawLines drops comdats, inline assembly and named metadata.
func rawLines(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	kept := u.raw[:0:0]
	for _, line := range u.raw {
		if !c.next() {
			kept = append(kept, line)
		}
	}
	u.raw = kept
	return c.n
}

// firstEdge and lastEdge reduce branches and switches to their first or last edge, and drop
// unreachable blocks.
func firstEdge(u *unit, drop func(int) bool) int { return singleEdge(u, drop, true) }
func lastEdge(u *unit, drop func(int) bool) int  { return singleEdge(u, drop, false) }

func singleEdge(u *unit, drop func(int) bool, first bool) int {
	c := counter{drop: drop}
	for _, f := range u.Funcs {
		changed := false
		for b := f.Entry(); b != nil; b = b.Next() {
			t := b.Terminator()
			succs := b.Succs(nil)
			if t == nil || t.Op != ir.OpBr && t.Op != ir.OpSwitch || len(succs) < 2 || !c.next() {
				continue
			}
			to := succs[0]
			if !first {
				to = succs[len(succs)-1]
			}
			goTo(u.Module, t, to, succs)
			changed = true
		}
		if changed {
			opt.RemoveUnreachable(f)
		}
	}
	return c.n
}

// goTo replaces a terminator by a branch to one of its successors.
func goTo(m *ir.Module, t *ir.Instr, to *ir.Block, succs []*ir.Block) {
	b := t.Block()
	kept := false
	for _, s := range succs {
		if s == to && !kept {
			kept = true
			continue
		}
		opt.RemovePredecessor(m, s, b, 1)
	}
	ir.NewBuilder(m).Before(t).Br(to)
	t.Erase()
}

// invokes replaces invokes by branches to their normal destinations.
func invokes(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	for _, f := range u.Funcs {
		changed := false
		for b := f.Entry(); b != nil; b = b.Next() {
			t := b.Terminator()
			if t == nil || t.Op != ir.OpInvoke || !c.next() {
				continue
			}
			ir.ReplaceUses(t, nothing(u.Module, t.Type()))
			goTo(u.Module, t, t.NormalDest(), b.Succs(nil))
			changed = true
		}
		if changed {
			opt.RemoveUnreachable(f)
		}
	}
	return c.n
}

// instructions drops instructions; their uses become zero.
func instructions(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	u.instrs(func(i *ir.Instr) {
		if i.IsTerminator() || i.Op == ir.OpLandingPad || !c.next() {
			return
		}
		if i.HasUses() {
			if i.Type().Kind() == ir.Token {
				return
			}
			ir.ReplaceUses(i, nothing(u.Module, i.Type()))
		}
		i.Erase()
	})
	return c.n
}

// blocks merges blocks, and drops phis and branches that become redundant.
func blocks(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	for _, f := range u.Funcs {
		if f.NumBlocks() > 1 && c.next() {
			opt.SimplifyCFG(f)
		}
	}
	return c.n
}

// personalities drops personality functions.
func personalities(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	for _, f := range u.Funcs {
		if f.Person != nil && c.next() {
			f.Person = nil
		}
	}
	return c.n
}

// nothing returns a neutral value of a type.
func nothing(m *ir.Module, t *ir.Type) ir.Value {
	switch t.Kind() {
	case ir.Int:
		return m.ConstInt(t, 0)
	case ir.Ptr:
		return m.Null(t)
	case ir.Token:
		return m.NoneToken()
	case ir.Array, ir.Struct, ir.Vector:
		return m.ZeroInit(t)
	}
	return m.Undef(t)
}

// debugRecords drops the debug records before instructions.
func debugRecords(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	u.instrs(func(i *ir.Instr) {
		if len(i.Dbg) > 0 && c.next() {
			i.EraseDbgIf(func(*ir.Instr) bool { return true })
		}
	})
	return c.n
}

// attachments drops metadata of functions and instructions.
func attachments(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	for _, f := range u.Funcs {
		if len(f.Meta) > 0 && c.next() {
			f.Meta = nil
		}
	}
	u.instrs(func(i *ir.Instr) {
		if len(i.Meta) > 0 && c.next() {
			i.Meta = nil
		}
	})
	return c.n
}

// attributes drops attributes and comdats of functions, parameters and calls. For a coroutine it
// also tries to drop all but presplitcoroutine.
func attributes(u *unit, drop func(int) bool) int {
	c := counter{drop: drop}
	set := func(s **ir.AttrSet) {
		if !(*s).Empty() && c.next() {
			*s = nil
		}
	}
	for _, f := range u.Funcs {
		if f.HasAttr("presplitcoroutine") && (len(f.Attrs.Groups) > 0 || len(f.Attrs.List) > 1) && c.next() {
			f.Attrs = &ir.AttrSet{List: []ir.Attr{{Name: "presplitcoroutine"}}}
		}
		set(&f.Attrs)
		if f.Comdat != "" && c.next() {
			f.Comdat = ""
		}
		set(&f.RetAttrs)
		for _, p := range f.Params {
			set(&p.Attrs)
		}
	}
	u.instrs(func(i *ir.Instr) {
		if !i.IsCall() {
			return
		}
		aux := *i.Call()
		set(&aux.Attrs)
		set(&aux.RetAttrs)
		if aux.ArgAttrs != nil && c.next() {
			aux.ArgAttrs = nil
		}
		i.Aux = &aux
	})
	return c.n
}
