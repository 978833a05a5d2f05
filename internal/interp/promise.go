// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Promises about values: attributes of parameters and results, metadata of loads and calls, operand
// bundles of llvm.assume, and flags of getelementptr and of floating-point operations.
//
// A broken promise makes the value poison, or is undefined behaviour at once if the value is also
// noundef, or if the promise is dereferenceable. The code of a checked program has an instruction
// for each promise, after the one that makes the value. Other programs have none.

// CheckAttributes makes all runs of the program check the promises of its attributes, metadata and
// flags. It must be called before the first run.
func (p *Program) CheckAttributes() { p.checked = true }

// valuePromise is a promise about a value.
type valuePromise struct {
	text   string // as written, for example "align 8"
	holds  func(t *Thread, x val) bool
	strict bool // undefined behaviour at once
}

// checkedValue is the payload of a check: a value of some words and its promises.
type checkedValue struct {
	what     string // for example "argument 1 of @f"
	promises []valuePromise
	words    []word
	arg      int      // of an argument at a call: its first register in the callee; -1: any other value
	decl     *ir.Func // where the promise is written, if not at the instruction
}

// maySay lists the promises about values, by name. The text is that in the parentheses.
var maySay = map[string]func(text string) func(t *Thread, x val) bool{
	"nonnull": func(string) func(*Thread, val) bool { return func(_ *Thread, x val) bool { return x.v != 0 } },
	"align": func(text string) func(*Thread, val) bool {
		n := parseNumber(text)
		return func(_ *Thread, x val) bool { return n == 0 || x.v%n == 0 }
	},
	"dereferenceable": func(text string) func(*Thread, val) bool {
		n := parseNumber(text)
		return func(t *Thread, x val) bool { return t.m.mem.extends(x.v, n) }
	},
	"dereferenceable_or_null": func(text string) func(*Thread, val) bool {
		n := parseNumber(text)
		return func(t *Thread, x val) bool { return x.v == 0 || t.m.mem.extends(x.v, n) }
	},
	"range": func(text string) func(*Thread, val) bool {
		typ, ends, _ := strings.Cut(text, " ")
		n, _ := strconv.Atoi(strings.TrimPrefix(typ, "i"))
		from, to, _ := strings.Cut(ends, ",")
		if n <= 0 || n > 64 {
			return nil
		}
		lo, hi := parseNumber(from), parseNumber(to)
		return func(_ *Thread, x val) bool { return inRange(x.v, lo, hi, n) }
	},
}

// parseNumber parses a signed or unsigned number; a wrong one is 0.
func parseNumber(s string) uint64 {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return uint64(n)
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return n
}

// inRange reports whether x is in the range of n bits from lo up to hi, which may wrap around.
func inRange(x, lo, hi uint64, n int) bool {
	m := maskOf(n)
	return lo&m == hi&m || (x-lo)&m < (hi-lo)&m
}

// extends reports whether n bytes at an address belong to one object that is alive. It returns true
// if the size of the object is unknown.
func (m *memory) extends(addr, n uint64) bool {
	o, off := m.object(addr)
	switch {
	case n == 0:
		return true
	case o == nil || o.dead && o.moved == 0:
		return false
	case o.kind == objFunc || o.kind == objLabel || o.global != nil && o.global.Declared:
		return true
	}
	return off <= o.whole && n <= o.whole-off
}

// valueAttrs returns the promises about a value in a set of attributes.
func valueAttrs(m *ir.Module, s *ir.AttrSet) []valuePromise {
	var list []valuePromise
	strict := s.Has(m, "noundef")
	for _, a := range s.Expanded(m) {
		how := maySay[a.Name]
		if a.Str || how == nil {
			continue
		}
		if holds := how(a.Val); holds != nil {
			text := a.Name
			if a.Has {
				text += "(" + a.Val + ")"
			}
			list = append(list, valuePromise{text, holds, strict || strings.HasPrefix(a.Name, "deref")})
		}
	}
	return list
}

// valueMetadata returns the promises about the result of a load or call in its metadata.
func valueMetadata(i *ir.Instr) []valuePromise {
	var list []valuePromise
	m := i.Func().Module()
	strict := i.MetaOf("noundef") != nil
	for _, name := range [...]string{"nonnull", "align", "dereferenceable", "dereferenceable_or_null", "range"} {
		md := i.MetaOf(name)
		if md == nil {
			continue
		}
		var k []*ir.Const
		if node := m.MDNode(md); node != nil {
			for _, f := range node.Fields {
				if c, ok := f.Val.Val.(*ir.Const); ok && c.IsInt() {
					k = append(k, c)
				}
			}
		}
		var holds func(*Thread, val) bool
		switch {
		case name == "nonnull":
			holds = maySay[name]("")
		case name == "range" && len(k) > 1 && k[0].Type().Bits() <= 64:
			holds = func(_ *Thread, x val) bool {
				for j := 0; j+1 < len(k); j += 2 {
					if inRange(x.v, k[j].Uint64(), k[j+1].Uint64(), k[j].Type().Bits()) {
						return true
					}
				}
				return false
			}
		case name != "range" && len(k) == 1:
			holds = maySay[name](strconv.FormatUint(k[0].Uint64(), 10))
		default:
			continue
		}
		list = append(list, valuePromise{"!" + name, holds, strict || strings.HasPrefix(name, "deref")})
	}
	return list
}

// promised adds the check of a value's promises to the code.
func (c *compiler) promised(reg int32, t *ir.Type, arg int, decl *ir.Func, list []valuePromise, what string) {
	s := c.p.shape(t)
	if len(list) == 0 || s.err != nil || isWide(t) {
		return
	}
	c.add(inst{run: execPromised, a: reg, x: &checkedValue{what, list, s.words, arg, decl}})
}

// execPromised checks the promises of a value, and makes it poison if one does not hold.
func execPromised(t *Thread, f *frame, in *inst) {
	cv := in.x.(*checkedValue)
	for k, w := range cv.words {
		x := &f.regs[in.a+int32(k)]
		if x.u != 0 {
			continue
		}
		for _, p := range cv.promises {
			if p.holds(t, *x) {
				continue
			}
			shown := strconv.FormatUint(x.v, 10)
			if x.v > 1<<32 {
				shown = fmt.Sprintf("%#x", x.v)
			}
			msg := fmt.Sprintf("%s is %s, which %s excludes", cv.what, shown, p.text)
			if p.strict {
				panic(trapf("%s", msg).declared(cv.decl))
			}
			t.m.mem.checker.poisoned(t, msg)
			if cv.arg >= 0 {
				t.poison = append(t.poison, poisonedArg{cv.arg + k, w.bits})
			} else {
				*x = undefined(int(w.bits))
			}
			break
		}
	}
}

// poisonedArg is a word of an argument that the callee of the next call receives as poison.
type poisonedArg struct {
	reg  int
	bits uint8
}

// promisedParams adds the checks of a function's parameters to its entry.
func (c *compiler) promisedParams() {
	f := c.fn.ir
	c.at = f.Entry().First()
	reg := 0
	for k, a := range f.Params {
		c.promised(int32(reg), a.Type(), -1, f, valueAttrs(c.m, a.Attrs), fmt.Sprintf("argument %d of @%s", k+1, f.Name))
		reg += len(c.p.shape(a.Type()).words)
	}
}

// checkedInstr builds the code of an instruction together with the checks of its promises.
func (c *compiler) checkedInstr(i *ir.Instr, how func(c *compiler, i *ir.Instr)) {
	if i.IsCall() {
		c.promisedArgs(i)
	}
	if i.Op == ir.OpRet && i.NumArgs() > 0 {
		f := c.fn.ir
		c.promised(c.src(i.Arg(0)), i.Arg(0).Type(), -1, nil, valueAttrs(c.m, f.RetAttrs), "the result of @"+f.Name)
	}
	c.synchronizes(i)
	c.progresses(i)
	from := len(c.fn.code)
	how(c, i)
	if len(c.fn.code) == from {
		return
	}
	for from < len(c.fn.code)-1 && c.fn.code[from].ir == nil { // the address of a thread-local global
		from++
	}
	in := &c.fn.code[from]
	switch i.Op {
	case ir.OpLoad:
		in.run = execLoad
		if t := i.Type().Scalar(); t.IsInt() && t.Bits() == 64 {
			c.add(inst{run: execExpose, a: in.dst, n: in.n})
		}
		c.promised(c.dst(i), i.Type(), -1, nil, valueMetadata(i), "the loaded value")
	case ir.OpStore:
		in.run = execStore
	case ir.OpGEP:
		checkGEP(in, i)
	case ir.OpICmp:
		if t := i.Arg(0).Type().Scalar(); t.Kind() == ir.Ptr {
			in.run = withReal(in.run, in.n)
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		run := in.run
		in.run = func(t *Thread, f *frame, in *inst) {
			for k := range in.n {
				t.m.mem.checker.expose(f.regs[in.a+k].v)
			}
			withReal(run, in.n)(t, f, in)
		}
	case ir.OpCall, ir.OpInvoke:
		c.promisedResult(i)
	}
	if i.Order != ir.NotAtomic {
		in := &c.fn.code[from]
		in.run = ordered(in.run, i)
	}
	c.promisedFloat(i)
}

// withReal returns an executor that sees its n operands in a and b without views.
func withReal(run exec, n int32) exec {
	return func(t *Thread, f *frame, in *inst) {
		var saved [8]val
		if 2*n > int32(len(saved)) {
			run(t, f, in)
			return
		}
		for k := range n {
			x, y := &f.regs[in.a+k], &f.regs[in.b+k]
			saved[2*k], saved[2*k+1] = *x, *y
			x.v = t.m.mem.real(x.v)
			y.v = t.m.mem.real(y.v)
		}
		run(t, f, in)
		for k := range n {
			f.regs[in.a+k] = saved[2*k]
			if in.b+k != in.dst {
				f.regs[in.b+k] = saved[2*k+1]
			}
		}
	}
}

// promisedArgs checks what a call says about its arguments, and llvm.assume about its bundles.
func (c *compiler) promisedArgs(i *ir.Instr) {
	aux := i.Call()
	callee := i.CalledFunc()
	name := "the called function"
	if callee != nil {
		name = "@" + callee.Name
	}
	reg := 0
	for k := range aux.NArgs {
		v := i.Arg(k)
		var list []valuePromise
		if k < len(aux.ArgAttrs) && !aux.ArgAttrs[k].Has(c.m, "byval") {
			list = valueAttrs(c.m, aux.ArgAttrs[k])
		}
		if callee != nil && callee.Declared && k < len(callee.Params) {
			list = append(list, valueAttrs(c.m, callee.Params[k].Attrs)...)
		}
		if callee != nil && callee.IsIntrinsic() { // it has no frame whose copy could be poison
			list = slices.DeleteFunc(list, func(p valuePromise) bool { return !p.strict })
		}
		c.promised(c.src(v), v.Type(), reg, callee, list, fmt.Sprintf("argument %d of %s", k+1, name))
		reg += len(c.p.shape(v.Type()).words)
	}
	at := aux.NArgs
	for _, b := range aux.Bundles {
		how := maySay[b.Tag]
		text := ""
		if b.N > 1 {
			if k, ok := i.Arg(at + 1).(*ir.Const); ok && k.IsInt() {
				text = strconv.FormatUint(k.Uint64(), 10)
			} else {
				how = nil
			}
		}
		if ir.CalledIntrinsic(i) == ir.Assume && how != nil && b.N > 0 && b.N < 3 {
			c.promised(c.src(i.Arg(at)), i.Arg(at).Type(), -1, nil, []valuePromise{{b.Tag, how(text), true}},
				"an operand of llvm.assume")
		}
		if ir.CalledIntrinsic(i) == ir.Assume && b.Tag == "noundef" && b.N == 1 {
			c.add(inst{run: execNoUndef, a: c.src(i.Arg(at)), n: c.words(i.Arg(at)),
				x: "llvm.assume says that an undefined value is noundef"})
		}
		at += b.N
	}
}

// promisedResult checks what a call says about its result. After an invoke, the checks stand on the
// way to its normal destination.
func (c *compiler) promisedResult(i *ir.Instr) {
	aux := i.Call()
	list := append(valueAttrs(c.m, aux.RetAttrs), valueMetadata(i)...)
	name := "a call"
	callee := i.CalledFunc()
	if callee != nil {
		name = "@" + callee.Name
		if callee.Declared {
			list = append(list, valueAttrs(c.m, callee.RetAttrs)...)
		}
	}
	if len(list) == 0 {
		return
	}
	var way *edge
	if ci, ok := c.fn.code[len(c.fn.code)-1].x.(*callInfo); ok && i.Op == ir.OpInvoke {
		way = ci.normal
		ci.normal = &edge{pc: len(c.fn.code), safe: true}
	}
	c.promised(c.dst(i), i.Type(), -1, callee, list, "the result of "+name)
	if way != nil {
		c.add(inst{run: execJump, x: way})
	}
}

// checkGEP adds the flags of a getelementptr, and that its result belongs to the object of its
// base. If it is the address of another object, it must not be used for an access.
func checkGEP(in *inst, i *ir.Instr) {
	run, flags := in.run, i.Flags
	in.run = func(t *Thread, f *frame, in *inst) {
		run(t, f, in)
		if in.n != 1 {
			return
		}
		p, r := f.regs[in.a], &f.regs[in.dst]
		if r.u|p.u != 0 {
			return
		}
		mem := &t.m.mem
		switch o, off := mem.object(p.v); {
		case flags&ir.FlagNUW != 0 && r.v < p.v:
			mem.checker.poisoned(t, "getelementptr nuw has an offset below its base")
			*r = undefined(64)
		case flags&(ir.FlagInBounds|ir.FlagNUSW|ir.FlagNUW) != 0 && scaleOverflows(f, in):
			mem.checker.poisoned(t, "the offset of getelementptr overflows")
			*r = undefined(64)
		case o == nil || o.kind == objFunc || o.kind == objLabel || o.global != nil && o.global.Declared:
		case flags&ir.FlagInBounds != 0 && (off > o.whole || off+(r.v-p.v) > o.whole):
			mem.checker.poisoned(t, fmt.Sprintf("getelementptr inbounds from offset %d to %d of %s, which has %d bytes",
				int64(off), int64(off+(r.v-p.v)), o.describe(), o.whole))
			*r = undefined(64)
		case r.v>>32 != p.v>>32:
			r.v = mem.checker.stray(r.v, o)
		}
	}
}

// scaleOverflows reports whether the product of an index and the size of an element does not fit in
// a signed number.
func scaleOverflows(f *frame, in *inst) bool {
	over := func(k int64, scale uint64) bool {
		hi, lo := bits.Mul64(uint64(max(k, -k)), scale)
		return hi != 0 || lo>>63 != 0
	}
	switch x := in.x.(type) {
	case uint64:
		return over(sext(f.regs[in.b].v, in.bits), x)
	case []gepStep:
		for _, s := range x {
			if !s.wide && over(sext(f.regs[s.reg].v, s.bits), s.scale) {
				return true
			}
		}
	}
	return false
}

// promisedFloat checks nnan and ninf: operands and result are no NaN, or not infinite.
func (c *compiler) promisedFloat(i *ir.Instr) {
	if i.Flags&(ir.FlagFast|ir.FlagNNan|ir.FlagNInf) == 0 {
		return
	}
	type operand struct {
		reg, n int32
		kind   ir.Kind
	}
	var list []operand
	add := func(v ir.Value, reg int32) {
		t := v.Type().Scalar()
		switch t.Kind() {
		case ir.Half, ir.BFloat, ir.Float, ir.Double:
			list = append(list, operand{reg, c.words(v), t.Kind()})
		}
	}
	switch i.Op {
	case ir.OpPhi, ir.OpCall, ir.OpInvoke: // the value decides; operands of a call are not promised to be kept
	case ir.OpSelect: // only the chosen operand counts
	default:
		for k := range i.NumArgs() {
			add(i.Arg(k), c.src(i.Arg(k)))
		}
	}
	add(i, c.dst(i))
	if i.Op == ir.OpInvoke || i.Op == ir.OpPhi || len(list) == 0 {
		return
	}
	nan, inf := i.Flags&(ir.FlagFast|ir.FlagNNan) != 0, i.Flags&(ir.FlagFast|ir.FlagNInf) != 0
	dst, words := c.dst(i), c.p.shape(i.Type()).words
	c.add(inst{run: func(t *Thread, f *frame, _ *inst) {
		for _, o := range list {
			for k := range o.n {
				x := f.regs[o.reg+k]
				y := o.kind.FloatValue(x.v)
				if x.u == 0 && (nan && math.IsNaN(y) || inf && math.IsInf(y, 0)) {
					t.m.mem.checker.poisoned(t, fmt.Sprintf("%v in an operation with nnan or ninf", y))
					f.regs[dst+k%int32(len(words))] = undefined(int(words[k%int32(len(words))].bits))
				}
			}
		}
	}})
}
