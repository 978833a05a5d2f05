// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Promises about a call: attributes of a function or call, and attributes of pointer parameters
// about the memory behind them. Each running call with such promises has a promisedCall on the
// thread's list, from its entry to its return. The promises of a coroutine that is not lowered are
// not checked, because they do not all hold for its parts.

// effects is a set of effects on memory.
type effects uint8

const (
	mayRead effects = 1 << iota
	mayWrite
)

// promises are those of a function or of a call instruction.
type promises struct {
	fn         *ir.Func // nil: of a call through a pointer
	what       string   // for messages: "@f" or "the call of @f"
	args       []argPromise
	arg, other effects // that are allowed: on memory of the arguments, and on other memory
	nounwind   bool    // by exceptions
	noreturn   bool
	willreturn bool
	norecurse  bool
	nofree     bool
	nosync     bool
	returned   int // the register of the parameter that is returned; -1: none
}

// argPromise is what a call promises about a pointer argument.
type argPromise struct {
	k, reg       int
	allowed      effects // through the pointer
	noalias      bool
	nocapture    bool
	mayReturn    bool // of nocapture: except by the result
	deadOnReturn bool
	nofree       bool
	writable     bool
	initializes  [][2]uint64
}

// promisesOf returns the promises in attributes, or nil if there are none.
func promisesOf(m *ir.Module, fn *ir.Func, what string, fty *ir.Type, attrs *ir.AttrSet, params []*ir.AttrSet,
	words func(*ir.Type) int) *promises {
	p := &promises{fn: fn, what: what, returned: -1}
	p.arg, p.other = memoryEffects(m, attrs)
	p.nounwind, p.noreturn, p.willreturn = attrs.Has(m, "nounwind"), attrs.Has(m, "noreturn"), attrs.Has(m, "willreturn")
	p.norecurse, p.nofree, p.nosync = attrs.Has(m, "norecurse"), attrs.Has(m, "nofree"), attrs.Has(m, "nosync")
	reg := 0
	for k, t := range fty.Params() {
		var s *ir.AttrSet
		if k < len(params) {
			s = params[k]
		}
		if s.Has(m, "returned") {
			p.returned = reg
		}
		if t.Kind() == ir.Ptr && !s.Has(m, "byval") {
			if a, some := argPromiseOf(m, s); some || p.arg != p.other {
				a.k, a.reg = k, reg
				p.args = append(p.args, a)
			}
		}
		reg += words(t)
	}
	if len(p.args) == 0 && p.arg&p.other == mayRead|mayWrite && p.returned < 0 && !p.nounwind && !p.noreturn &&
		!p.willreturn && !p.norecurse && !p.nofree && !p.nosync {
		return nil
	}
	return p
}

// argPromiseOf returns the promises in the attributes of a pointer, and whether there are any.
func argPromiseOf(m *ir.Module, s *ir.AttrSet) (a argPromise, some bool) {
	a.allowed = mayRead | mayWrite
	a.noalias, a.nofree = s.Has(m, "noalias"), s.Has(m, "nofree")
	a.deadOnReturn, a.writable = s.Has(m, "dead_on_return"), s.Has(m, "writable")
	switch {
	case s.Has(m, "readnone"):
		a.allowed = 0
	case s.Has(m, "readonly"):
		a.allowed = mayRead
	case s.Has(m, "writeonly"):
		a.allowed = mayWrite
	}
	a.nocapture = s.Has(m, "nocapture")
	if c := s.Get(m, "captures"); c != nil {
		other, ret, both := strings.Cut(c.Val, "ret:")
		other = strings.Trim(other, ", ")
		a.nocapture = other == "none" || other == "address_is_null" || other == "" && both
		a.mayReturn = both && strings.TrimSpace(ret) != "none"
	}
	if c := s.Get(m, "initializes"); c != nil {
		a.initializes = spans(c.Val)
	}
	return a, a.noalias || a.nofree || a.deadOnReturn || a.writable || a.allowed != mayRead|mayWrite || a.nocapture ||
		a.initializes != nil
}

// spans parses the ranges of initializes, for example "(0, 4), (8, 12)".
func spans(s string) (list [][2]uint64) {
	for part := range strings.SplitSeq(s, ")") {
		if _, inner, ok := strings.Cut(part, "("); ok {
			lo, hi, _ := strings.Cut(inner, ",")
			list = append(list, [2]uint64{parseNumber(lo), parseNumber(hi)})
		}
	}
	return list
}

// memoryEffects returns the effects that attributes allow, on memory of the arguments and on other
// memory. Memory that the module cannot access does not occur.
func memoryEffects(m *ir.Module, s *ir.AttrSet) (arg, other effects) {
	arg, other = mayRead|mayWrite, mayRead|mayWrite
	limit := func(a, o effects) { arg, other = arg&a, other&o }
	for _, a := range s.Expanded(m) {
		switch {
		case a.Str:
		case a.Name == "readnone":
			limit(0, 0)
		case a.Name == "readonly":
			limit(mayRead, mayRead)
		case a.Name == "writeonly":
			limit(mayWrite, mayWrite)
		case a.Name == "argmemonly", a.Name == "inaccessiblemem_or_argmemonly":
			limit(mayRead|mayWrite, 0)
		case a.Name == "inaccessiblememonly":
			limit(0, 0)
		case a.Name == "memory":
			var all, args, errno effects
			hasArgs := false
			for part := range strings.SplitSeq(a.Val, ",") {
				where, what, named := strings.Cut(strings.TrimSpace(part), ":")
				if !named {
					what = where
				}
				e := map[string]effects{"read": mayRead, "write": mayWrite, "readwrite": mayRead | mayWrite}[strings.TrimSpace(what)]
				switch {
				case !named:
					all = e
				case where == "argmem":
					args, hasArgs = e, true
				case where != "inaccessiblemem": // errnomem, and locations of targets
					errno |= e
				}
			}
			if !hasArgs {
				args = all
			}
			limit(args, all|errno)
		}
	}
	return arg, other
}

// promisedCall is a running call with promises.
type promisedCall struct {
	*promises
	since uint64 // objects that are born later belong to the call
	views []*view
	frame *frame
	done  bool
	blind bool // there is no view of some argument
	// of a call that must not capture an argument
	forgets bool
	wrote   []written
	given   val // the argument that is returned
}

// written is a range of bytes in which a call wrote.
type written struct {
	o      *object
	lo, hi uint64
}

// fail returns the error about a broken promise.
func (c *promisedCall) fail(format string, args ...any) *trap {
	var at []*ir.Instr
	for f := c.frame.up; f != nil && len(at) < stackKept; f = f.up {
		if k := f.pc - 1; k >= 0 && k < len(f.code) && f.code[k].ir != nil {
			at = append(at, f.code[k].ir)
		}
	}
	return trapf(format, args...).note("the call with this promise is here", at).declared(c.fn)
}

// declared adds the place of a function whose attribute the error is about.
func (t *trap) declared(f *ir.Func) *trap {
	if f != nil && f.Pos != 0 {
		t.decl = f
	}
	return t
}

// promise begins the promises of a call. The arguments are in the new frame.
func (t *Thread) promise(f *frame, p *promises) {
	if p == nil || f.fn.coro != nil {
		return
	}
	g := t.m.mem.checker
	c := &promisedCall{promises: p, since: t.m.mem.born, frame: f}
	if p.norecurse && slices.ContainsFunc(t.promised, func(d *promisedCall) bool { return d.norecurse && d.fn == p.fn }) {
		panic(c.fail("%s calls itself, and is norecurse", p.what))
	}
	for k := range p.args {
		a := &p.args[k]
		x := &f.regs[a.reg]
		o, _ := t.m.mem.object(x.v)
		if x.u != 0 || o == nil || o.dead || o.kind == objFunc || o.kind == objLabel {
			continue
		}
		if a.writable && o.frozen {
			panic(c.fail("argument %d of %s is the address of constant memory: %s, and is writable", a.k+1, p.what, o.describe()))
		}
		if v := g.add(c, a, x.v); v != nil {
			c.views = append(c.views, v)
			x.v = v.address(x.v)
			c.forgets = c.forgets || a.nocapture
		} else {
			c.blind = true
		}
	}
	if p.returned >= 0 {
		c.given = f.regs[p.returned]
	}
	t.promised = append(t.promised, c)
	f.promised++
}

// unpromise ends the promises of a frame that is left.
func (t *Thread) unpromise(f *frame) {
	n := len(t.promised) - int(f.promised)
	for _, c := range t.promised[n:] {
		c.done = true
	}
	clear(t.promised[n:])
	t.promised = t.promised[:n]
}

// returns checks the promises of a call that returns.
func (t *Thread) returns(f *frame, x []val) {
	for _, c := range t.promised[len(t.promised)-int(f.promised):] {
		if c.noreturn {
			panic(c.fail("%s returns, and is noreturn", c.what))
		}
		if c.returned >= 0 && len(x) > 0 && x[0].u|c.given.u == 0 && t.m.mem.real(x[0].v) != t.m.mem.real(c.given.v) {
			panic(c.fail("%s does not return its argument that is marked returned", c.what))
		}
		for _, v := range c.views {
			t.viewReturns(c, v, x)
		}
	}
}

// viewReturns checks the promises about memory behind an argument when the call returns.
func (t *Thread) viewReturns(c *promisedCall, v *view, x []val) {
	if v.arg.nocapture && !v.exposed {
		for _, r := range x {
			if w := t.m.mem.checker.view(r.v); !v.arg.mayReturn && r.u == 0 && w.within(v) {
				panic(c.fail("%s returns its argument %d, and captures(none) excludes that", c.what, v.arg.k+1))
			}
		}
		for _, w := range c.wrote {
			o := w.o
			if !o.dead && o.owner == nil && (o.kind != objLocal || o.born <= c.since) && t.m.mem.checker.holds(w, v) {
				panic(c.fail("%s stores its argument %d to %s, and captures(none) excludes that", c.what, v.arg.k+1, o.describe()))
			}
		}
	}
	if v.marks == nil || v.object.dead {
		if len(v.arg.initializes) > 0 && !v.large && !v.exposed && !v.object.dead {
			panic(c.fail("%s does not write to its argument %d, and initializes says so", c.what, v.arg.k+1))
		}
		return
	}
	for _, s := range v.arg.initializes {
		for k := s[0]; k < s[1] && v.start+k < uint64(len(v.marks)) && !v.exposed; k++ {
			if m := v.marks[v.start+k]; m&viaWrite == 0 || m&readFirst != 0 {
				panic(c.fail("%s does not write to byte %d of its argument %d before it reads it, and initializes says so",
					c.what, k, v.arg.k+1))
			}
		}
	}
	if v.arg.deadOnReturn {
		for k, m := range v.marks {
			if m&viaWrite != 0 && uint64(k) < v.object.size && !v.object.frozen {
				v.object.forget(uint64(k), 1)
			}
		}
	}
}

// leavesByException checks that an exception may leave a frame.
func (t *Thread) leavesByException(f *frame) {
	for _, c := range t.promised[len(t.promised)-int(f.promised):] {
		if c.nounwind {
			panic(c.fail("an exception leaves %s, which is nounwind", c.what))
		}
	}
}

// ends checks that running calls allow the program to end.
func (t *Thread) ends() {
	for _, c := range t.promised {
		if c.willreturn {
			panic(c.fail("the program ends in %s, which is willreturn", c.what))
		}
	}
}

// frees checks that running calls allow an object to be freed through an address.
func (t *Thread) frees(o *object, addr uint64) {
	v := t.m.mem.checker.view(addr)
	for _, c := range t.promised {
		if o.born > c.since {
			continue
		}
		if c.nofree {
			panic(c.fail("%s frees memory, and is nofree", c.what))
		}
		for _, w := range c.views {
			if w.arg.nofree && v.within(w) {
				panic(c.fail("%s frees its argument %d, and that is nofree", c.what, w.arg.k+1))
			}
		}
	}
}

// synchronizes adds the check of nosync before an instruction that may synchronize threads.
func (c *compiler) synchronizes(i *ir.Instr) {
	if i.Order <= ir.Monotonic {
		return
	}
	c.add(inst{run: func(t *Thread, _ *frame, in *inst) {
		t.m.mem.checker.effects++
		for _, d := range t.promised {
			if d.nosync {
				panic(d.fail("%s has an atomic %s, and is nosync", d.what, in.ir.Op))
			}
		}
	}})
}

// progress is the state of a frame at a backward jump, to find a loop that does not end.
type progress struct {
	at      *inst
	effects uint64
	regs    []val
	count   uint64
}

// progresses adds a check to a jump backwards in a function that must make progress: if all
// registers and all memory are as at an earlier time, the loop never ends.
func (c *compiler) progresses(i *ir.Instr) {
	f := c.fn.ir
	if i.Op == ir.OpFreeze {
		c.add(inst{run: func(t *Thread, _ *frame, _ *inst) { t.m.mem.checker.effects++ }})
	}
	if c.fn.coro != nil || !f.HasAttr("mustprogress") && !f.HasAttr("willreturn") {
		return
	}
	for _, b := range i.Block().Succs(nil) {
		if _, back := c.fn.blocks[b]; back && i == i.Block().Last() {
			c.add(inst{run: execProgress})
			return
		}
	}
}

func execProgress(t *Thread, f *frame, in *inst) {
	if len(t.m.threads) > 1 {
		return
	}
	if f.progress == nil {
		f.progress = &progress{}
	}
	p, g := f.progress, t.m.mem.checker
	if p.at == in && p.effects == g.effects && slices.Equal(p.regs, f.regs) {
		panic(trapf("@%s has a loop that never ends and has no effect, and must make progress", f.fn.ir.Name).declared(f.fn.ir))
	}
	if p.count++; p.count&(p.count-1) == 0 {
		p.at, p.effects, p.regs = in, g.effects, append(p.regs[:0], f.regs...)
	}
}

// agrees checks the calling convention and signature of a call. A coroutine is resumed and destroyed
// through a pointer to a function of type `fastcc void (ptr)`. C++ libraries make frames whose
// functions are of C instead, and for this type both conventions agree on all targets.
func (ci *callInfo) agrees(fn *function) {
	f := fn.ir
	if fn.lib != nil || ci.aux == nil {
		return
	}
	if t := ci.aux.FTy; ci.fn == nil && ci.aux.CC == "fastcc" && f.CC == "" && t.Ret().Kind() == ir.Void &&
		len(t.Params()) == 1 && t.Params()[0].Kind() == ir.Ptr && len(f.FTy.Params()) < 2 {
		return
	}
	if cc := ci.aux.CC; cc != f.CC && strings.TrimPrefix(cc, "ccc") != strings.TrimPrefix(f.CC, "ccc") {
		panic(trapf("@%s is called with the calling convention %s, and has %s", f.Name, ccName(cc), ccName(f.CC)).declared(f))
	}
	a, b := ci.aux.FTy, f.FTy
	same := a.IsVariadic() || len(a.Params()) == len(b.Params()) || b.IsVariadic()
	for k := range min(len(a.Params()), len(b.Params())) {
		same = same && alikeTypes(a.Params()[k], b.Params()[k])
	}
	if ret := a.Ret(); !same || ret.Kind() != ir.Void && !alikeTypes(ret, b.Ret()) {
		panic(trapf("@%s is called as a function of type %s, and has type %s", f.Name, a, b).declared(f))
	}
}

func ccName(cc string) string {
	if cc == "" {
		return "ccc"
	}
	return cc
}

// alikeTypes reports whether two types are the same, also in different modules.
func alikeTypes(a, b *ir.Type) bool {
	return a == b || a.Kind() == ir.Ptr && b.Kind() == ir.Ptr || a.Kind() == b.Kind() && fmt.Sprint(a) == fmt.Sprint(b)
}

// promisesOfCall collects the promises of a call instruction.
func (c *compiler) promisesOfCall(ci *callInfo, i *ir.Instr) {
	ci.aux = i.Call()
	callee := i.CalledFunc()
	what := "the called function"
	if callee != nil {
		what = "@" + callee.Name
	}
	ci.promises = promisesOf(c.m, callee, what, ci.aux.FTy, ci.aux.Attrs, ci.aux.ArgAttrs, c.wordsOf)
}

func (c *compiler) wordsOf(t *ir.Type) int { return len(c.p.shape(t).words) }

// enters begins the promises of a call. The arguments are in the new frame.
func (t *Thread) enters(f *frame, ci *callInfo) {
	for _, p := range t.poison {
		f.regs[p.reg] = undefined(int(p.bits))
	}
	t.poison = t.poison[:0]
	t.promise(f, ci.promises)
	t.promise(f, f.fn.promises)
}

// entersLib takes the views from the arguments of a library function, unless it only follows them.
func (t *Thread) entersLib(fn *function, args []val) {
	t.poison = t.poison[:0]
	g := t.m.mem.checker
	g.effects++
	if g.races != nil && fn.ir != nil {
		g.races.quiet = synchronizes(fn.ir.Name)
	}
	if fn.ir != nil && fn.lib != nil && keepsViews(fn.ir.Name) {
		return
	}
	for k := range args {
		g.expose(args[k].v)
		args[k].v = t.m.mem.real(args[k].v)
	}
}

// keepsViews reports whether a library function uses its arguments only to access or free memory,
// and returns no other pointer than one based on them.
func keepsViews(name string) bool {
	return slices.ContainsFunc([]string{"mem", "str", "bcmp", "puts", "free", "_Zdl", "_Zda"},
		func(p string) bool { return strings.HasPrefix(name, p) })
}
