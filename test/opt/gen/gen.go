// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates the programs on which the scalar passes run: modules of functions that access
// memory in every form that the passes recognize. Their meaning does not depend on the machine, and
// their output shows the values that they compute.
//
// It does not generate undefined behaviour, reads of unwritten memory, or coroutines (test/diff
// generates those).
package gen

import (
	"fmt"
	"math/rand"
	"strings"
)

// object is a stack slot.
type object struct {
	name string
	typ  string
	size int
	ptr  bool // holds a pointer, and has no other use
}

// objectTypes are the types of slots, with their sizes. The whole slot, including its padding, is
// filled before it is read.
var objectTypes = []object{
	{typ: "i64", size: 8}, {typ: "double", size: 8}, {typ: "{ i32, i32 }", size: 8}, {typ: "{ i32, i64 }", size: 16},
	{typ: "[4 x i16]", size: 8}, {typ: "[3 x i32]", size: 12}, {typ: "{ i8, { i16, i32 }, [3 x i32] }", size: 24},
	{typ: "<4 x i32>", size: 16},
	{typ: "{ i64, { i64, i64 } }", size: 24}, {typ: "{ float, i32, double }", size: 16},
	{typ: "[8 x i8]", size: 8}, {typ: "[2 x { i32, i32 }]", size: 16},
}

// accessTypes are the types of loads and stores, with their sizes in bytes. toInt and fromInt
// convert them to and from i64.
var accessTypes = []struct {
	typ  string
	size int
}{{"i8", 1}, {"i16", 2}, {"i32", 4}, {"i64", 8}, {"i32", 4}, {"i64", 8},
	{"float", 4}, {"double", 8}, {"<2 x i32>", 8}, {"{ i32, i32 }", 8}}

// gen generates one function.
type gen struct {
	r      *rand.Rand
	head   strings.Builder // allocas
	body   strings.Builder
	n      int // number of names in use
	block  string
	vals   []string // i64 values that dominate the next instruction
	conds  []string // conditions that dominate it
	exprs  []string // right-hand sides of i64 operations with operands that dominate it
	objs   []object // live slots
	whole  []object // slots that are live in the whole function; their addresses may be stored
	slots  []object // slots that hold pointers
	budget int
	vars   []string // slots, for debug records
}

func (g *gen) name(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *gen) emit(format string, args ...any) { fmt.Fprintf(&g.body, "  "+format+"\n", args...) }

// def writes an instruction with a result and returns its name.
func (g *gen) def(format string, args ...any) string {
	n := "%" + g.name("v")
	g.emit("%s", n+" = "+fmt.Sprintf(format, args...))
	return n
}

func (g *gen) label(n string) {
	fmt.Fprintf(&g.body, "%s:\n", n)
	g.block = n
}

func (g *gen) val() string {
	if g.r.Intn(5) == 0 {
		return []string{"0", "1", "7", "-1", "255", "4294967296"}[g.r.Intn(6)]
	}
	return g.vals[g.r.Intn(len(g.vals))]
}

func (g *gen) add(v string) { g.vals = append(g.vals, v) }

// newObject adds a slot to the function.
func (g *gen) newObject(o object) object {
	o.name = "%" + g.name("s")
	fmt.Fprintf(&g.head, "  %s = alloca %s, align 8\n", o.name, o.typ)
	g.vars = append(g.vars, o.name)
	return o
}

func (g *gen) fill(o object) {
	b := []int{0, 0, 1, 90, 255}[g.r.Intn(5)]
	g.emit("call void @llvm.memset.p0.i64(ptr align 8 %s, i8 %d, i64 %d, i1 false)", o.name, b, o.size)
}

// addr returns the address of a byte of a slot, in one of several equivalent forms.
func (g *gen) addr(o object, off int) string {
	switch {
	case off == 0 && g.r.Intn(2) == 0:
		return o.name
	case off == 0 && g.r.Intn(3) == 0:
		return g.def("getelementptr inbounds %s, ptr %s, i64 0", o.typ, o.name)
	case off%4 == 0 && g.r.Intn(3) == 0:
		return g.def("getelementptr inbounds i32, ptr %s, i64 %d", o.name, off/4)
	case off >= 2 && g.r.Intn(3) == 0:
		p := g.def("getelementptr i8, ptr %s, i64 %d", o.name, off+3)
		return g.def("getelementptr i8, ptr %s, i64 -3", p)
	}
	return g.def("getelementptr inbounds i8, ptr %s, i64 %d", o.name, off)
}

// toInt converts a value of a type to i64. fromInt converts in the other direction.
func (g *gen) toInt(typ, v string) string {
	switch typ {
	case "i64":
		return v
	case "float":
		return g.def("zext i32 %s to i64", g.def("bitcast float %s to i32", v))
	case "double", "<2 x i32>":
		return g.def("bitcast %s %s to i64", typ, v)
	case "{ i32, i32 }":
		a, b := g.def("extractvalue %s %s, 0", typ, v), g.def("extractvalue %s %s, 1", typ, v)
		return g.def("sub i64 %s, %s", g.def("zext i32 %s to i64", a), g.def("sext i32 %s to i64", b))
	}
	return g.def("%s %s %s to i64", []string{"zext", "sext"}[g.r.Intn(2)], typ, v)
}

func (g *gen) fromInt(typ, v string) string {
	switch typ {
	case "i64":
		return v
	case "float":
		return g.def("bitcast i32 %s to float", g.def("trunc i64 %s to i32", v))
	case "double", "<2 x i32>":
		return g.def("bitcast i64 %s to %s", v, typ)
	case "{ i32, i32 }":
		a := g.def("insertvalue %s undef, i32 %s, 0", typ, g.def("trunc i64 %s to i32", v))
		return g.def("insertvalue %s %s, i32 %s, 1", typ, a, g.def("trunc i64 %s to i32", g.val()))
	}
	return g.def("trunc i64 %s to %s", v, typ)
}

// place chooses an access to a slot. It mostly repeats a few combinations of place and type.
func (g *gen) place() (o object, off int, typ string) {
	o = g.objs[g.r.Intn(len(g.objs))]
	a := accessTypes[g.r.Intn(len(accessTypes))]
	for a.size > o.size {
		a = accessTypes[g.r.Intn(len(accessTypes))]
	}
	if g.r.Intn(8) > 0 {
		a = accessTypes[[]int{2, 3}[len(o.typ)%2]]
	}
	off = a.size * g.r.Intn(o.size/a.size)
	if g.r.Intn(12) == 0 {
		off = g.r.Intn(o.size - a.size + 1)
	}
	return o, off, a.typ
}

func (g *gen) volatile() string {
	if g.r.Intn(40) == 0 {
		return "volatile "
	}
	return ""
}

func (g *gen) load() {
	o, off, typ := g.place()
	g.add(g.toInt(typ, g.def("load %s%s, ptr %s, align 1", g.volatile(), typ, g.addr(o, off))))
}

func (g *gen) store() {
	o, off, typ := g.place()
	g.emit("store %s%s %s, ptr %s, align 1", g.volatile(), typ, g.fromInt(typ, g.val()), g.addr(o, off))
}

func (g *gen) copy() {
	a, b := g.objs[g.r.Intn(len(g.objs))], g.objs[g.r.Intn(len(g.objs))]
	n := 1 + g.r.Intn(min(a.size, b.size))
	if g.r.Intn(3) > 0 {
		n = min(a.size, b.size)
	}
	from, to := g.r.Intn(a.size-n+1), g.r.Intn(b.size-n+1)
	what := "memcpy"
	if a.name == b.name || g.r.Intn(4) == 0 {
		what = "memmove"
	}
	vol := g.r.Intn(30) == 0
	g.emit("call void @llvm.%s.p0.p0.i64(ptr %s, ptr %s, i64 %d, i1 %t)", what, g.addr(b, to), g.addr(a, from), n, vol)
}

// pointer stores the address of a slot in another slot, or accesses memory through an address that
// is stored in one.
func (g *gen) pointer() {
	if len(g.slots) == 0 {
		return
	}
	s := g.slots[g.r.Intn(len(g.slots))]
	switch g.r.Intn(3) {
	case 0:
		g.emit("store ptr %s, ptr %s, align 8", g.whole[g.r.Intn(len(g.whole))].name, s.name)
	case 1:
		p := g.def("load ptr, ptr %s, align 8", s.name)
		g.add(g.def("load i64, ptr %s, align 1", p))
		c := g.def("icmp %s ptr %s, null", []string{"eq", "ne"}[g.r.Intn(2)], p)
		g.add(g.def("zext i1 %s to i64", c))
	case 2:
		p := g.def("load ptr, ptr %s, align 8", s.name)
		g.emit("store i64 %s, ptr %s, align 1", g.val(), p)
	}
}

func (g *gen) compute() {
	x, y := g.val(), g.val()
	switch g.r.Intn(20) {
	default:
		if len(g.exprs) > 0 {
			g.add(g.def("%s", g.exprs[g.r.Intn(len(g.exprs))]))
			return
		}
		fallthrough
	case 0:
		e := fmt.Sprintf("%s i64 %s, %s", []string{"add", "sub", "mul", "and", "or", "xor"}[g.r.Intn(6)], x, y)
		g.exprs = append(g.exprs, e, strings.Replace(e, x+", "+y, y+", "+x, 1))
		g.add(g.def("%s", e))
	case 1:
		g.add(g.def("%s i64 %s, %s", []string{"udiv", "urem", "sdiv", "srem"}[g.r.Intn(2)], x,
			g.def("or i64 %s, 1", y)))
	case 2:
		g.add(g.def("%s i64 %s, %s", []string{"shl", "lshr", "ashr"}[g.r.Intn(3)], x, g.def("and i64 %s, 63", y)))
	case 3:
		a, b := g.def("and i64 %s, 65535", x), g.def("and i64 %s, 65535", y)
		g.add(g.def("%s i64 %s, %s", []string{"add nuw nsw", "mul nsw", "or disjoint", "sub nsw",
			"add"}[[]int{0, 1, 3, 4}[g.r.Intn(4)]], a, b))
	case 4:
		g.add(g.def("select i1 %s, i64 %s, i64 %s", g.cond(), x, y))
	case 5:
		g.add(g.def("zext i1 %s to i64", g.cond()))
	case 6:
		g.add(g.def("freeze i64 %s", x))
	case 7:
		g.add(g.def("sext i32 %s to i64", g.def("trunc i64 %s to i32", x)))
	case 8:
		g.add(g.def("%s i64 %s, %s", []string{"xor", "sub", "and", "or"}[g.r.Intn(4)], x, x))
	case 9:
		g.add(g.def("%s i64 %s, 0", []string{"add", "sub", "mul", "and", "or", "xor", "shl", "ashr"}[g.r.Intn(8)], x))
	case 10:
		g.add(g.def("%s i64 %s, -1", []string{"and", "or", "xor"}[g.r.Intn(3)], x))
	case 11:
		a := g.def("insertvalue { i64, i64 } undef, i64 %s, 0", x)
		b := g.def("insertvalue { i64, i64 } %s, i64 %s, 1", a, y)
		g.add(g.def("extractvalue { i64, i64 } %s, %d", b, g.r.Intn(2)))
	case 12:
		f := g.def("sitofp i64 %s to double", g.def("and i64 %s, 4095", x))
		h := g.def("%s double %s, 2.5e+00", []string{"fadd fast", "fmul", "fsub nnan", "fadd"}[g.r.Intn(4)], f)
		c := g.def("fcmp %s double %s, %s", []string{"olt", "ueq", "une", "oge"}[g.r.Intn(4)], f, h)
		g.add(g.def("zext i1 %s to i64", c))
	case 13:
		g.add(g.def("call i64 @llvm.%s.i64(i64 %s, i64 %s)", []string{"umax", "smin"}[g.r.Intn(2)], x, y))
	case 14:
		g.add(g.def("call i64 @pure(i64 %s)", x))
	case 15:
		g.add(g.def("load i64, ptr getelementptr inbounds ([4 x i64], ptr @table, i64 0, i64 %d), align 8",
			g.r.Intn(4)))
	}
}

// cond returns a condition, often one that was used before.
func (g *gen) cond() string {
	if n := len(g.conds); n > 0 && g.r.Intn(2) == 0 {
		return g.conds[g.r.Intn(n)]
	}
	c := g.newCond()
	g.conds = append(g.conds, c)
	return c
}

func (g *gen) newCond() string {
	switch g.r.Intn(10) {
	case 2:
		return g.def("%s i1 %s, %s", []string{"and", "or", "xor"}[g.r.Intn(3)], g.cond(), g.cond())
	case 3:
		return g.def("xor i1 %s, true", g.cond())
	case 4:
		if g.r.Intn(2) == 0 {
			return g.def("select i1 %s, i1 %s, i1 false", g.cond(), g.cond())
		}
		return g.def("select i1 %s, i1 true, i1 %s", g.cond(), g.cond())
	case 0:
		return []string{"true", "false"}[g.r.Intn(2)]
	case 1:
		a := g.def("icmp ult i64 %s, %s", g.val(), g.val())
		b := g.def("icmp eq i64 %s, %s", g.val(), g.val())
		return g.def("%s i1 %s, %s", []string{"and", "or", "xor"}[g.r.Intn(3)], a, b)
	}
	p := []string{"eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"}[g.r.Intn(10)]
	return g.def("icmp %s i64 %s, %s", p, g.val(), g.val())
}

// inside writes statements whose values are not used after them.
func (g *gen) inside(n int) {
	defer g.restore(len(g.vals), len(g.conds), len(g.exprs))
	for range n {
		g.statement()
	}
}

func (g *gen) restore(vals, conds, exprs int) {
	g.vals, g.conds, g.exprs = g.vals[:vals], g.conds[:conds], g.exprs[:exprs]
}

func (g *gen) branch() {
	then, other, end := g.name("then"), g.name("else"), g.name("end")
	v, w := g.val(), g.val()
	to := other
	if g.r.Intn(2) == 0 {
		to = end
	}
	from := g.block
	part, c := g.cond(), ""
	switch g.r.Intn(4) {
	case 0: // the branch decides a part of its condition
		c = g.def("%s i1 %s, %s", []string{"and", "or", "xor"}[g.r.Intn(3)], part, g.cond())
	case 1:
		c = g.def("select i1 %s, i1 %s, i1 false", g.cond(), part)
	default:
		c = part
	}
	g.emit("br i1 %s, label %%%s, label %%%s", c, then, to)
	g.label(then)
	g.emit("call void @out(i64 %s)", g.def("zext i1 %s to i64", part))
	g.inside(g.r.Intn(4))
	edges := []string{fmt.Sprintf("[ %s, %%%s ]", v, g.block)}
	g.emit("br label %%%s", end)
	if to == other {
		g.label(other)
		g.inside(g.r.Intn(4))
		from = g.block
		g.emit("br label %%%s", end)
	}
	edges = append(edges, fmt.Sprintf("[ %s, %%%s ]", w, from))
	g.label(end)
	g.add(g.def("phi i64 %s", strings.Join(edges, ", ")))
}

func (g *gen) loop() {
	head, done := g.name("loop"), g.name("done")
	from, i, acc, start := g.block, "%"+g.name("i"), "%"+g.name("acc"), g.val()
	g.emit("br label %%%s", head)
	g.label(head)
	// The phis need the name of the latch, so write them after the body.
	outer := g.body.String()
	g.body.Reset()
	vals, conds, exprs := len(g.vals), len(g.conds), len(g.exprs)
	g.vals = append(g.vals, i, acc)
	for range g.r.Intn(5) {
		g.statement()
	}
	next, sum := g.def("add i64 %s, 1", i), g.def("add i64 %s, %s", acc, g.val())
	c := g.def("icmp ult i64 %s, %d", next, 1+g.r.Intn(4))
	inner := g.body.String()
	g.body.Reset()
	g.body.WriteString(outer)
	g.emit("%s = phi i64 [ 0, %%%s ], [ %s, %%%s ]", i, from, next, g.block)
	g.emit("%s = phi i64 [ %s, %%%s ], [ %s, %%%s ]", acc, start, from, sum, g.block)
	g.body.WriteString(inner)
	g.emit("br i1 %s, label %%%s, label %%%s", c, head, done)
	g.restore(vals, conds, exprs)
	g.label(done)
	g.add(sum)
}

func (g *gen) choice() {
	n := 1 + g.r.Intn(4)
	end := g.name("join")
	def := g.name("default")
	var cases, edges []string
	var arms []string
	for k := range n {
		arm := g.name("case")
		if k > 0 && g.r.Intn(4) == 0 {
			arm = arms[len(arms)-1]
		} else {
			arms = append(arms, arm)
		}
		cases = append(cases, fmt.Sprintf("i64 %d, label %%%s", k, arm))
	}
	on := g.def("and i64 %s, 3", g.val())
	if g.r.Intn(8) == 0 {
		on = fmt.Sprint(g.r.Intn(4))
	}
	g.emit("switch i64 %s, label %%%s [ %s ]", on, def, strings.Join(cases, " "))
	for _, arm := range append(arms, def) {
		g.label(arm)
		v := g.val()
		g.inside(g.r.Intn(3))
		edges = append(edges, fmt.Sprintf("[ %s, %%%s ]", v, g.block))
		g.emit("br label %%%s", end)
	}
	g.label(end)
	g.add(g.def("phi i64 %s", strings.Join(edges, ", ")))
}

// attempt calls a function that may throw, and catches the exception.
func (g *gen) attempt() {
	ok, pad, end := g.name("ok"), g.name("pad"), g.name("caught")
	v, w := g.val(), g.val()
	r := "%" + g.name("r")
	g.emit("%s = invoke i64 @may_throw(i64 %s) to label %%%s unwind label %%%s", r, g.val(), ok, pad)
	g.label(ok)
	g.vals = append(g.vals, r)
	g.inside(g.r.Intn(3))
	g.vals = g.vals[:len(g.vals)-1] // inside has restored the lists
	edges := []string{fmt.Sprintf("[ %s, %%%s ]", v, g.block)}
	g.emit("br label %%%s", end)
	g.label(pad)
	l := g.def("landingpad { ptr, i32 } catch ptr null")
	g.def("call ptr @__cxa_begin_catch(ptr %s)", g.def("extractvalue { ptr, i32 } %s, 0", l))
	g.emit("call void @__cxa_end_catch()")
	g.inside(g.r.Intn(3))
	edges = append(edges, fmt.Sprintf("[ %s, %%%s ]", w, g.block))
	g.emit("br label %%%s", end)
	g.label(end)
	g.add(g.def("phi i64 %s", strings.Join(edges, ", ")))
}

// scope writes statements with a slot that is live only in them.
func (g *gen) scope() {
	o := g.newObject(objectTypes[g.r.Intn(len(objectTypes))])
	g.emit("call void @llvm.lifetime.start.p0(ptr %s)", o.name)
	g.fill(o)
	n := len(g.objs)
	g.objs = append(g.objs, o)
	for range 1 + g.r.Intn(4) {
		g.statement()
	}
	g.objs = g.objs[:n]
	g.emit("call void @llvm.lifetime.end.p0(ptr %s)", o.name)
}

func (g *gen) statement() {
	if g.budget--; g.budget < 0 {
		return
	}
	switch k := g.r.Intn(40); {
	case k < 9:
		g.load()
	case k < 17:
		g.store()
	case k < 20:
		g.copy()
	case k < 21:
		g.fill(g.objs[g.r.Intn(len(g.objs))])
	case k < 23:
		g.pointer()
	case k < 30:
		g.compute()
	case k < 32:
		g.emit("call void @out(i64 %s)", g.val())
	case k < 34:
		g.branch()
	case k < 35:
		g.loop()
	case k < 36:
		g.choice()
	case k < 37:
		g.attempt()
	case k < 38:
		g.scope()
	case k < 39 && g.r.Intn(6) == 0:
		g.emit("call void @peek(ptr %s)", g.objs[g.r.Intn(len(g.objs))].name)
	default:
		g.compute()
	}
}

// function writes a function with two number parameters.
func (g *gen) function(name string) string {
	g.vals = []string{"%a", "%b"}
	g.block = "entry"
	g.budget = 20 + g.r.Intn(80)
	for range 2 + g.r.Intn(5) {
		o := g.newObject(objectTypes[g.r.Intn(len(objectTypes))])
		g.fill(o)
		g.objs, g.whole = append(g.objs, o), append(g.whole, o)
	}
	for range g.r.Intn(3) {
		s := g.newObject(object{typ: "ptr", size: 8, ptr: true})
		g.emit("store ptr %s, ptr %s, align 8", g.whole[g.r.Intn(len(g.whole))].name, s.name)
		g.slots = append(g.slots, s)
	}
	for g.budget > 0 {
		g.statement()
	}
	for _, o := range g.objs {
		if g.r.Intn(2) == 0 {
			g.emit("call void @out(i64 %s)", g.def("load i64, ptr %s, align 1", o.name))
		}
	}
	last := g.vals[len(g.vals)-1]
	g.emit("ret i64 %s", last)
	return fmt.Sprintf("define i64 @%s(i64 %%a, i64 %%b) personality ptr @__gxx_personality_v0 {\nentry:\n%s%s}\n",
		name, g.head.String(), g.body.String())
}

const prelude = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@table = internal constant [4 x i64] [i64 3, i64 0, i64 -9, i64 77], align 8
declare void @out(i64)
declare void @peek(ptr)
declare i64 @may_throw(i64)
declare i64 @pure(i64) nounwind willreturn memory(none)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
`

// functions is the number of functions in a module.
const functions = 20

// Module writes the module of a seed. With debug, every instruction has a location and every slot
// is a variable.
func Module(seed int64, debug bool) string {
	r := rand.New(rand.NewSource(seed))
	var b, meta strings.Builder
	b.WriteString(prelude)
	md := 10
	var calls strings.Builder
	for k := range functions {
		g := &gen{r: r}
		text := g.function(fmt.Sprintf("f%d", k))
		for _, args := range [][2]int{{0, 1}, {-7, 12}, {100000, 3}} {
			fmt.Fprintf(&calls, "  call void @run(ptr @f%d, i64 %d, i64 %d)\n", k, args[0], args[1])
		}
		if debug {
			text = g.withDebug(text, &md, &meta)
		}
		b.WriteString(text)
	}
	b.WriteString("declare void @run(ptr, i64, i64)\ndefine void @test() {\n" + calls.String() + "  ret void\n}\n")
	if debug {
		b.WriteString("!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n" +
			"!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"x\", isOptimized: true, " +
			"runtimeVersion: 0, emissionKind: FullDebug)\n" +
			"!1 = !DIFile(filename: \"t.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n" +
			"!3 = !DISubroutineType(types: !4)\n!4 = !{}\n" +
			"!5 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n" + meta.String())
	}
	return b.String()
}

// withDebug adds locations and variables to the text of a function.
func (g *gen) withDebug(text string, md *int, meta *strings.Builder) string {
	sp := *md
	*md++
	fmt.Fprintf(meta, "!%d = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !3, unit: !0, "+
		"spFlags: DISPFlagDefinition)\n", sp)
	var records strings.Builder
	for k, v := range g.vars {
		fmt.Fprintf(meta, "!%d = !DILocalVariable(name: \"x%d\", scope: !%d, file: !1, line: %d, type: !5)\n", *md,
			k, sp, k+2)
		fmt.Fprintf(&records, "    #dbg_declare(ptr %s, !%d, !DIExpression(), !%d)\n", v, *md, *md+1)
		fmt.Fprintf(meta, "!%d = !DILocation(line: %d, scope: !%d)\n", *md+1, k+2, sp)
		*md += 2
	}
	var b strings.Builder
	placed := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "define"):
			line = strings.TrimSuffix(line, "{") + fmt.Sprintf("!dbg !%d {", sp)
		case strings.HasPrefix(line, "  ") && !strings.Contains(line, " = alloca "):
			if !placed {
				b.WriteString(records.String())
				placed = true
			}
			fmt.Fprintf(meta, "!%d = !DILocation(line: %d, scope: !%d)\n", *md, *md, sp)
			line += fmt.Sprintf(", !dbg !%d", *md)
			*md++
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
