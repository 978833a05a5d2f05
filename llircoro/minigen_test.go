// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro_test

// This file is a small compiler from trees to llir modules, for generators of 64-bit numbers. It
// represents the frontends that this package is for. An interpreter computes the expected output of
// a program.

import (
	"fmt"
	"io"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// generator is `gen name(params) { body }`. Its variables are its parameters and all names that it
// assigns.
type generator struct {
	name   string
	params []string
	body   []stmt
}

type stmt interface{}

type (
	assign struct {
		name string
		e    expr
	}
	while struct {
		cond expr
		body []stmt
	}
	when struct {
		cond expr
		body []stmt
	}
	yield struct{ e expr }
	// each runs body for each number of another generator, bound to name.
	each struct {
		name string
		gen  string
		args []expr
		body []stmt
	}
)

type expr interface{}

type (
	num int64
	ref string
	bin struct {
		op   string // + - * % < ==
		x, y expr
	}
)

// take is the program's action: print the first n numbers of a generator.
type take struct {
	gen  string
	args []int64
	n    int
}

// interpret runs a program without LLVM coroutines.
func interpret(w io.Writer, gens []generator, prog []take) {
	byName := map[string]*generator{}
	for i := range gens {
		byName[gens[i].name] = &gens[i]
	}
	for _, t := range prog {
		n := 0
		if t.n > 0 {
			produce(byName, t.gen, t.args, func(v int64) bool {
				fmt.Fprintln(w, v)
				n++
				return n < t.n
			})
		}
		fmt.Fprintf(w, "%s: %d\n", t.gen, n)
	}
}

// produce passes yielded numbers to out until out stops it.
func produce(gens map[string]*generator, name string, args []int64, out func(int64) bool) {
	g := gens[name]
	vars := map[string]int64{}
	for i, p := range g.params {
		vars[p] = args[i]
	}
	var run func([]stmt) bool
	run = func(list []stmt) bool {
		for _, s := range list {
			switch s := s.(type) {
			case assign:
				vars[s.name] = evaluate(vars, s.e)
			case while:
				for evaluate(vars, s.cond) != 0 {
					if !run(s.body) {
						return false
					}
				}
			case when:
				if evaluate(vars, s.cond) != 0 && !run(s.body) {
					return false
				}
			case yield:
				if !out(evaluate(vars, s.e)) {
					return false
				}
			case each:
				var in []int64
				for _, a := range s.args {
					in = append(in, evaluate(vars, a))
				}
				ok := true
				produce(gens, s.gen, in, func(v int64) bool {
					vars[s.name] = v
					ok = run(s.body)
					return ok
				})
				if !ok {
					return false
				}
			}
		}
		return true
	}
	run(g.body)
}

func evaluate(vars map[string]int64, e expr) int64 {
	switch e := e.(type) {
	case num:
		return int64(e)
	case ref:
		return vars[string(e)]
	case bin:
		x, y := evaluate(vars, e.x), evaluate(vars, e.y)
		truth := map[bool]int64{true: 1}
		switch e.op {
		case "+":
			return x + y
		case "-":
			return x - y
		case "*":
			return x * y
		case "%":
			return x % y
		case "<":
			return truth[x < y]
		case "==":
			return truth[x == y]
		}
	}
	panic("unknown expression")
}

// compiler builds the module.
type compiler struct {
	m    *ir.Module
	gens map[string]*ir.Func

	id, size, begin, suspend, free, end, promise, resume, done, destroy *ir.Func
	malloc, release, printf                                             *ir.Func
}

var (
	i1, i8, i32, i64 = types.I1, types.I8, types.I32, types.I64
	bytePtr          = types.NewPointer(types.I8)
	null             = constant.NewNull(bytePtr)
)

func number(n int64) constant.Constant { return constant.NewInt(i64, n) }

func compile(gens []generator, prog []take) *ir.Module {
	c := &compiler{m: ir.NewModule(), gens: map[string]*ir.Func{}}
	c.m.SourceFilename = "minigen"
	c.m.TargetTriple = "x86_64-unknown-linux-gnu"
	c.m.DataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
	declare := func(name string, ret types.Type, params ...types.Type) *ir.Func {
		var list []*ir.Param
		for _, t := range params {
			list = append(list, ir.NewParam("", t))
		}
		return c.m.NewFunc(name, ret, list...)
	}
	token := types.Token
	c.id = declare("llvm.coro.id", token, i32, bytePtr, bytePtr, bytePtr)
	c.size = declare("llvm.coro.size.i64", i64)
	c.begin = declare("llvm.coro.begin", bytePtr, token, bytePtr)
	c.suspend = declare("llvm.coro.suspend", i8, token, i1)
	c.free = declare("llvm.coro.free", bytePtr, token, bytePtr)
	c.end = declare("llvm.coro.end", i1, bytePtr, i1)
	c.promise = declare("llvm.coro.promise", bytePtr, bytePtr, i32, i1)
	c.resume = declare("llvm.coro.resume", types.Void, bytePtr)
	c.done = declare("llvm.coro.done", i1, bytePtr)
	c.destroy = declare("llvm.coro.destroy", types.Void, bytePtr)
	c.malloc = declare("malloc", bytePtr, i64)
	c.release = declare("free", types.Void, bytePtr)
	c.printf = declare("printf", i32, bytePtr)
	c.printf.Sig.Variadic = true
	for _, g := range gens {
		var list []*ir.Param
		for _, p := range g.params {
			list = append(list, ir.NewParam(p, i64))
		}
		c.gens[g.name] = c.m.NewFunc(g.name, bytePtr, list...)
	}
	for i := range gens {
		c.generator(&gens[i])
	}
	c.main(prog)
	return c.m
}

// coroutine is the state of compiling one generator.
type coroutine struct {
	*compiler
	f         *ir.Func
	at        *ir.Block // insertion point of the next instruction
	value     *ir.InstAlloca
	vars      map[string]*ir.InstAlloca
	cleanup   *ir.Block
	suspended *ir.Block
}

func (c *compiler) generator(g *generator) {
	f := c.gens[g.name]
	f.FuncAttrs = append(f.FuncAttrs, ir.AttrPair{Key: "coroutine.presplit", Value: "0"})
	k := &coroutine{compiler: c, f: f, at: f.NewBlock("entry"), vars: map[string]*ir.InstAlloca{}}
	k.value = k.at.NewAlloca(i64)
	k.value.SetName("value")
	k.value.Align = 8
	for i, p := range g.params {
		k.at.NewStore(f.Params[i], k.variable(p))
	}
	for _, name := range assigned(g.body) {
		if k.vars[name] == nil {
			k.at.NewStore(number(0), k.variable(name))
		}
	}
	raw := k.at.NewBitCast(k.value, bytePtr)
	id := k.at.NewCall(c.id, constant.NewInt(i32, 8), raw, null, null)
	memory := k.at.NewCall(c.malloc, k.at.NewCall(c.size))
	handle := k.at.NewCall(c.begin, id, memory)
	k.cleanup, k.suspended = ir.NewBlock("cleanup"), ir.NewBlock("suspended")
	k.suspendHere(false)
	k.list(g.body)
	k.suspendHere(true)
	k.at.NewUnreachable()
	f.Blocks = append(f.Blocks, k.cleanup, k.suspended)
	k.cleanup.NewCall(c.release, k.cleanup.NewCall(c.free, id, handle))
	k.cleanup.NewBr(k.suspended)
	k.suspended.NewCall(c.end, handle, constant.False)
	k.suspended.NewRet(handle)
}

// assigned returns the variables that statements assign, in order.
func assigned(list []stmt) []string {
	var out []string
	for _, s := range list {
		switch s := s.(type) {
		case assign:
			out = append(out, s.name)
		case while:
			out = append(out, assigned(s.body)...)
		case when:
			out = append(out, assigned(s.body)...)
		case each:
			out = append(append(out, s.name), assigned(s.body)...)
		}
	}
	return out
}

// variable returns a variable's address. The first use creates it while the entry block is built.
func (k *coroutine) variable(name string) *ir.InstAlloca {
	if k.vars[name] == nil {
		k.vars[name] = k.at.NewAlloca(i64)
		k.vars[name].SetName(name + ".addr")
	}
	return k.vars[name]
}

// suspendHere suspends. Code generation continues at the resume point.
func (k *coroutine) suspendHere(final bool) {
	action := k.at.NewCall(k.suspend, constant.None, constant.NewBool(final))
	next := k.f.NewBlock("")
	k.at.NewSwitch(action, k.suspended, ir.NewCase(constant.NewInt(i8, 0), next), ir.NewCase(constant.NewInt(i8, 1),
		k.cleanup))
	k.at = next
}

func (k *coroutine) list(list []stmt) {
	for _, s := range list {
		k.stmt(s)
	}
}

func (k *coroutine) stmt(s stmt) {
	switch s := s.(type) {
	case assign:
		k.at.NewStore(k.expr(s.e), k.vars[s.name])
	case yield:
		k.at.NewStore(k.expr(s.e), k.value)
		k.suspendHere(false)
	case while:
		head, body, exit := k.f.NewBlock(""), k.f.NewBlock(""), k.f.NewBlock("")
		k.at.NewBr(head)
		k.at = head
		cond := k.truth(s.cond)
		k.at.NewCondBr(cond, body, exit)
		k.at = body
		k.list(s.body)
		k.at.NewBr(head)
		k.at = exit
	case when:
		body, exit := k.f.NewBlock(""), k.f.NewBlock("")
		cond := k.truth(s.cond)
		k.at.NewCondBr(cond, body, exit)
		k.at = body
		k.list(s.body)
		k.at.NewBr(exit)
		k.at = exit
	case each:
		var args []value.Value
		for _, a := range s.args {
			args = append(args, k.expr(a))
		}
		handle := k.at.NewCall(k.gens[s.gen], args...)
		k.at = k.consume(k.f, k.at, handle, func(at *ir.Block, v value.Value) *ir.Block {
			at.NewStore(v, k.vars[s.name])
			k.at = at
			k.list(s.body)
			return k.at
		}, nil)
	}
}

// consume resumes a generator until it is done or more stops it, and destroys it. It returns the
// block in which code continues.
func (c *compiler) consume(f *ir.Func, at *ir.Block, handle value.Value, body func(*ir.Block, value.Value) *ir.Block,
	more func(*ir.Block) value.Value) *ir.Block {
	loop, got, exit := f.NewBlock(""), f.NewBlock(""), f.NewBlock("")
	at.NewBr(loop)
	step := loop
	if more != nil {
		step = f.NewBlock("")
		loop.NewCondBr(more(loop), step, exit)
	}
	step.NewCall(c.resume, handle)
	step.NewCondBr(step.NewCall(c.done, handle), exit, got)
	addr := got.NewBitCast(got.NewCall(c.promise, handle, constant.NewInt(i32, 8), constant.False),
		types.NewPointer(i64))
	body(got, got.NewLoad(i64, addr)).NewBr(loop)
	exit.NewCall(c.destroy, handle)
	return exit
}

func (k *coroutine) expr(e expr) value.Value {
	switch e := e.(type) {
	case num:
		return number(int64(e))
	case ref:
		return k.at.NewLoad(i64, k.vars[string(e)])
	case bin:
		x, y := k.expr(e.x), k.expr(e.y)
		switch e.op {
		case "+":
			return k.at.NewAdd(x, y)
		case "-":
			return k.at.NewSub(x, y)
		case "*":
			return k.at.NewMul(x, y)
		case "%":
			return k.at.NewSRem(x, y)
		case "<":
			return k.at.NewZExt(k.at.NewICmp(enum.IPredSLT, x, y), i64)
		case "==":
			return k.at.NewZExt(k.at.NewICmp(enum.IPredEQ, x, y), i64)
		}
	}
	panic("unknown expression")
}

func (k *coroutine) truth(e expr) value.Value {
	return k.at.NewICmp(enum.IPredNE, k.expr(e), number(0))
}

// main builds the function that takes and prints numbers.
func (c *compiler) main(prog []take) {
	text := func(name, s string) constant.Constant {
		g := c.m.NewGlobalDef(name, constant.NewCharArrayFromString(s+"\x00"))
		g.Immutable, g.Linkage = true, enum.LinkagePrivate
		zero := constant.NewInt(i64, 0)
		return constant.NewGetElementPtr(g.ContentType, g, zero, zero)
	}
	line := text("line", "%lld\n")
	f := c.m.NewFunc("main", i32)
	at := f.NewBlock("entry")
	count := at.NewAlloca(i64)
	for i, t := range prog {
		at.NewStore(number(0), count)
		var args []value.Value
		for _, a := range t.args {
			args = append(args, number(a))
		}
		at = c.consume(f, at, at.NewCall(c.gens[t.gen], args...), func(at *ir.Block, v value.Value) *ir.Block {
			at.NewCall(c.printf, line, v)
			at.NewStore(at.NewAdd(at.NewLoad(i64, count), number(1)), count)
			return at
		}, func(at *ir.Block) value.Value {
			return at.NewICmp(enum.IPredSLT, at.NewLoad(i64, count), number(int64(t.n)))
		})
		at.NewCall(c.printf, text(fmt.Sprintf("end.%d", i), t.gen+": %lld\n"), at.NewLoad(i64, count))
	}
	at.NewRet(constant.NewInt(i32, 0))
}
