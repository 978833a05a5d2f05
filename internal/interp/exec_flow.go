// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Control flow: terminators, and calls of functions.

func compileRet(c *compiler, i *ir.Instr) {
	in := inst{run: execRet}
	if i.NumArgs() > 0 {
		in.a, in.n = c.src(i.Arg(0)), c.words(i.Arg(0))
		if f := c.fn.ir; f.RetAttrs.Has(c.m, "noundef") {
			c.add(inst{run: execNoUndef, a: in.a, n: in.n,
				x: "@" + f.Name + " returns an undefined value, and its result is noundef"})
		}
	}
	c.add(in)
}

func execRet(t *Thread, f *frame, in *inst) { t.ret(f, f.regs[in.a:in.a+in.n]) }

// branch is the payload of a conditional branch.
type branch struct{ yes, no *edge }

func compileBr(c *compiler, i *ir.Instr) {
	if i.NumArgs() == 1 {
		c.add(inst{run: execJump, x: c.edge(i.Arg(0).(*ir.Block))})
		return
	}
	b := &branch{}
	b.yes, b.no = c.edge(i.Arg(1).(*ir.Block)), c.edge(i.Arg(2).(*ir.Block))
	c.add(inst{run: execBr, a: c.src(i.Arg(0)), x: b})
}

func execJump(_ *Thread, f *frame, in *inst) { f.jump(in.x.(*edge)) }

func execBr(_ *Thread, f *frame, in *inst) {
	x := f.regs[in.a]
	if x.u != 0 {
		panic(trapf("a branch depends on an undefined value"))
	}
	b := in.x.(*branch)
	if x.v != 0 {
		f.jump(b.yes)
	} else {
		f.jump(b.no)
	}
}

// switching is the payload of a switch.
type switching struct {
	to    map[uint64]*edge
	other *edge
}

func compileSwitch(c *compiler, i *ir.Instr) {
	if isWide(i.Arg(0).Type()) {
		panic(unsupportedf("a switch on type %s cannot be run", i.Arg(0).Type()))
	}
	s := &switching{to: map[uint64]*edge{}, other: c.edge(i.Arg(1).(*ir.Block))}
	for k := 2; k+1 < i.NumArgs(); k += 2 {
		s.to[c.p.constant(i.Arg(k))[0].v] = c.edge(i.Arg(k + 1).(*ir.Block))
	}
	c.add(inst{run: execSwitch, a: c.src(i.Arg(0)), x: s})
}

func execSwitch(_ *Thread, f *frame, in *inst) {
	x := f.regs[in.a]
	if x.u != 0 {
		panic(trapf("a switch depends on an undefined value"))
	}
	s := in.x.(*switching)
	if e := s.to[x.v]; e != nil {
		f.jump(e)
	} else {
		f.jump(s.other)
	}
}

func compileIndirectBr(c *compiler, i *ir.Instr) {
	to := map[*ir.Block]*edge{}
	for k := 1; k < i.NumArgs(); k++ {
		b := i.Arg(k).(*ir.Block)
		to[b] = c.edge(b)
	}
	c.add(inst{run: execIndirectBr, a: c.src(i.Arg(0)), x: to})
}

func execIndirectBr(t *Thread, f *frame, in *inst) {
	x := pointer(f.regs[in.a], "a jump")
	o, _ := t.m.mem.object(x)
	if o == nil || o.kind != objLabel || in.x.(map[*ir.Block]*edge)[o.block] == nil {
		panic(trapf("indirectbr to an address that is not one of its labels"))
	}
	f.jump(in.x.(map[*ir.Block]*edge)[o.block])
}

func compileUnreachable(c *compiler, _ *ir.Instr) {
	c.add(inst{run: func(*Thread, *frame, *inst) { panic(trapf("control reaches an unreachable instruction")) }})
}

// callInfo is the payload of a call or invoke.
type callInfo struct {
	fn       *function // nil: the address is in callee
	callee   int32
	args     []int32 // the registers of the arguments, without variadic ones
	more     []moreArg
	words    int32 // of the result
	tail     bool  // musttail
	normal   *edge // of an invoke
	unwind   *edge
	pad      *ir.Instr
	funclet  *padInfo // of an invoke that unwinds to one; nil: a landing pad
	clauses  []clause
	cleanup  bool
	aux      *ir.CallAux // if promises are checked
	promises *promises   // of the call; nil: none
}

// moreArg is a variadic argument.
type moreArg struct {
	reg   int32
	s     *shape
	byval *shape // the memory that the argument points to is passed; nil: the value itself
}

// passed describes a value that is passed like a variadic argument.
func (c *compiler) passed(v ir.Value) moreArg { return moreArg{c.src(v), c.shapeOf(v.Type()), nil} }

// appendValues appends the registers of values.
func (f *frame) appendValues(out []val, list []moreArg) []val {
	for _, v := range list {
		out = append(out, f.regs[v.reg:int(v.reg)+len(v.s.words)]...)
	}
	return out
}

func compileCall(c *compiler, i *ir.Instr) {
	if fn := i.CalledFunc(); fn != nil && fn.IsIntrinsic() {
		if compileIntrinsic(c, i, fn) {
			if i.Call().RetAttrs.Has(c.m, "noundef") {
				c.add(inst{run: execNoUndef, a: c.dst(i), n: c.words(i),
					x: "the result of @" + fn.Name + " is undefined, and it is noundef"})
			}
			if i.Op == ir.OpInvoke {
				c.add(inst{run: execJump, x: c.edge(i.NormalDest())})
			}
			return
		}
	}
	ci := c.callInfo(i)
	c.add(inst{run: execCall, dst: c.dst(i), n: ci.words, x: ci})
}

// callInfo collects the payload of a call.
func (c *compiler) callInfo(i *ir.Instr) *callInfo {
	ci := &callInfo{words: c.words(i), tail: i.Flags&ir.FlagMustTail != 0}
	if k, ok := i.Callee().(*ir.Const); ok && k.Kind == ir.ConstAsm {
		ci.fn = asmBarrier(k.Asm)
	} else if fn, ok := i.Callee().(*ir.Func); ok {
		ci.fn = c.p.first[c.p.address(fn)>>32].fn
	} else {
		ci.callee = c.src(i.Callee())
	}
	a := i.Call()
	nparams := len(a.FTy.Params())
	for k := range a.NArgs {
		v := i.Arg(k)
		s := c.shapeOf(v.Type())
		if len(s.words) == 0 {
			continue
		}
		r := c.src(v)
		if k >= nparams {
			ci.more = append(ci.more, moreArg{r, s, c.byvalArg(i, k)})
			continue
		}
		for w := range s.words {
			ci.args = append(ci.args, r+int32(w))
		}
	}
	if c.p.checked {
		c.promisesOfCall(ci, i)
	}
	if i.Op == ir.OpInvoke {
		ci.normal, ci.unwind = c.edge(i.NormalDest()), c.edge(i.UnwindDest())
		c.landing(ci, i.UnwindDest())
	}
	return ci
}

// asmBarrier returns the function for inline assembly without text, which returns its tied input.
// Such assembly hides a value from the optimiser, for example:
//
//	asm volatile("" : "+r"(x));
func asmBarrier(a *ir.AsmAux) *function {
	if strings.TrimSpace(a.Text) != "" {
		panic(unsupportedf("inline assembly cannot be run: %q", a.Text))
	}
	outputs, inputs, tied := 0, 0, -1
	for c := range strings.SplitSeq(a.Constraints, ",") {
		switch {
		case strings.HasPrefix(c, "=*"):
			inputs++
		case strings.HasPrefix(c, "="):
			outputs++
		case strings.HasPrefix(c, "~"):
		default:
			if c == "0" {
				tied = inputs
			}
			inputs++
		}
	}
	if outputs > 1 || outputs == 1 && tied < 0 {
		panic(unsupportedf("inline assembly that gives values cannot be run"))
	}
	return &function{lib: func(_ *Thread, args []val) val {
		if tied < 0 || tied >= len(args) {
			return val{}
		}
		return args[tied]
	}}
}

func execCall(t *Thread, f *frame, in *inst) {
	ci := in.x.(*callInfo)
	fn := ci.fn
	if fn == nil {
		fn = t.function(f.regs[ci.callee])
	}
	f.call = in
	t.call(f, in, ci, fn)
}

// call calls a function with the arguments of a call instruction.
func (t *Thread) call(f *frame, in *inst, ci *callInfo, fn *function) {
	if fn.lib != nil {
		t.callLib(f, in, ci, fn)
		return
	}
	if fn.ir.Declared {
		panic(unknownExtern(fn))
	}
	if !fn.compiled {
		t.m.prog.compile(fn)
	}
	if ci.aux != nil {
		ci.agrees(fn)
	}
	if len(ci.args) < fn.nparams {
		panic(trapf("@%s is called with too few arguments", fn.ir.Name))
	}
	for k := range fn.params {
		if p := &fn.params[k]; p.defined {
			for r := p.reg; r < p.reg+p.n; r++ {
				if f.regs[ci.args[r]].u != 0 {
					panic(trapf("argument %d of @%s is undefined, and its parameter is noundef", k+1, fn.ir.Name))
				}
			}
		}
	}
	if ci.tail && f.act == nil && f.then == nil && f.up != nil {
		t.tailCall(f, ci, fn)
		return
	}
	nf := t.push(fn)
	for k, r := range ci.args[:fn.nparams] {
		nf.regs[k] = f.regs[r]
	}
	for _, a := range ci.more {
		nf.more = append(nf.more, t.variadic(nf, f.regs[a.reg:int(a.reg)+len(a.s.words)], a))
	}
	t.copyByval(nf)
	if t.m.mem.checker != nil {
		t.enters(nf, ci)
	}
	if fn.coro != nil {
		t.begin(nf)
	}
}

// byvalArg returns the shape of the memory that argument k of a call passes by value, or nil.
func (c *compiler) byvalArg(i *ir.Instr, k int) *shape {
	if call := i.Call(); k < len(call.ArgAttrs) {
		if a := call.ArgAttrs[k].Get(c.m, "byval"); a != nil && a.Type != nil {
			return c.shapeOf(a.Type)
		}
	}
	return nil
}

// variadic returns a variadic argument. Memory that is passed by value is copied.
func (t *Thread) variadic(nf *frame, x []val, a moreArg) vararg {
	if a.byval == nil {
		return vararg{append([]val(nil), x...), a.s, nil}
	}
	o := t.m.mem.add(objLocal, a.byval.size, max(a.byval.align, 1))
	o.data = make([]byte, a.byval.size)
	t.m.mem.copy(o.addr(), pointer(x[0], "read"), a.byval.size)
	nf.locals = append(nf.locals, o)
	return vararg{nil, a.byval, o}
}

// copyByval replaces byval arguments by copies for the callee.
func (t *Thread) copyByval(nf *frame) {
	for k := range nf.fn.params {
		p := &nf.fn.params[k]
		if p.byval == 0 {
			continue
		}
		o := t.m.mem.add(objLocal, p.byval, max(p.align, 1))
		o.data = make([]byte, p.byval)
		t.m.mem.copy(o.addr(), pointer(nf.regs[p.reg], "read"), p.byval)
		nf.locals = append(nf.locals, o)
		nf.regs[p.reg] = val{v: o.addr()}
	}
}

// tailCall calls a function that replaces the caller's frame.
func (t *Thread) tailCall(f *frame, ci *callInfo, fn *function) {
	args := make([]val, fn.nparams)
	for k := range args {
		args[k] = f.regs[ci.args[k]]
	}
	more := f.more
	t.pop()
	nf := t.push(fn)
	copy(nf.regs, args)
	if fn.ir.FTy.IsVariadic() {
		nf.more = more
	}
	if t.m.mem.checker != nil {
		t.enters(nf, ci)
	}
	if fn.coro != nil {
		t.begin(nf)
	}
}

// callLib calls a library function.
func (t *Thread) callLib(f *frame, in *inst, ci *callInfo, fn *function) {
	var buf [8]val
	args := buf[:0]
	for _, r := range ci.args {
		args = append(args, f.regs[r])
	}
	args = f.appendValues(args, ci.more)
	if t.m.mem.checker != nil {
		t.entersLib(fn, args)
	}
	t.jumped = false
	if fn.replaces && ci.tail && f.act == nil && f.up != nil {
		then, gate := f.then, f.gate
		t.pop()
		fn.lib(t, args)
		t.top.then, t.top.gate = then, gate
		return
	}
	r := fn.lib(t, args)
	t.m.mem.quiet(false)
	t.returned(f, in, ci, r)
}

// returned continues after a library call, unless the library function entered a function, waits,
// or jumped elsewhere.
func (t *Thread) returned(f *frame, in *inst, ci *callInfo, r val) {
	switch {
	case t.jumped:
		t.jumped = false
	case t.wait != nil:
		f.pc-- // repeat the call when the wait is over
	case t.top == f:
		if ci.words > 0 {
			t.setResult(f.regs[in.dst:in.dst+ci.words], r)
		}
		if ci.normal != nil {
			f.jump(ci.normal)
		}
	}
}

// setResult sets the registers of a library call's result.
func (t *Thread) setResult(dst []val, r val) {
	dst[0] = r
	if len(dst) > 1 {
		clear(dst[1:])
		copy(dst[1:], t.rest)
		t.rest = nil
	}
}

// finish continues after the current call of the top frame, which returns 0.
func (t *Thread) finish() {
	f := t.top
	ci := f.call.x.(*callInfo)
	if ci.words > 0 {
		f.regs[f.call.dst] = val{}
	}
	if ci.normal != nil {
		f.jump(ci.normal)
	}
}

// mayYield lets another thread run, if the random generator decides so.
func (t *Thread) mayYield() {
	if len(t.m.threads) > 1 && t.m.rand.Intn(2) == 0 {
		t.m.stop = true
	}
}
