// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates coroutines with returned continuations, with typed and with opaque pointers,
// and callers of them. It avoids code that LLVM lowers wrongly: a coro.alloca.alloc of variable size
// after a suspend, and an end that a once-coroutine reaches without a suspend.
package gen

import (
	"fmt"
	"math/rand"
	"strings"
)

// Options select a variant of a module.
type Options struct {
	Typed  bool // with typed pointers
	Plain  bool // for LLVM, which has no dynamic ABI
	Follow bool // suspends may follow each other directly
}

// Module generates n coroutines.
func Module(seed int64, n int, o Options) string {
	g := &generator{rnd: rand.New(rand.NewSource(seed)), typed: o.Typed, plain: o.Plain, follow: o.Follow}
	return g.module(n)
}

// generator generates one coroutine.
type generator struct {
	rnd      *rand.Rand
	b        strings.Builder
	typed    bool
	once     bool
	provided bool     // the caller provides the frame: the dynamic ABI, which is once as well
	plain    bool     // for LLVM, which has no dynamic ABI
	n        int      // counter for names
	block    string   // label of the current block
	scope    []string // available values of type i64
	live     []string // tokens of memory that is not freed yet
	exits    []string // entries of the phi at the target of an abnormal resume
	left     int      // statements that may still be written
	follow   bool     // consecutive suspends are allowed

	// For internal coroutines and their callers (callers.go).
	size      int  // buffer size in bytes of the last coroutine
	quiet     bool // functions are nounwind, and capture no address
	publishes bool // an address in the coroutine's frame escapes
	recurses  bool // it may call a caller of itself
	box       bool // the caller stores continuations in a variable
}

func (g *generator) name(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "  "+format+"\n", args...)
}

// label ends the current block, if how is not "", and begins another.
func (g *generator) label(name, how string, args ...any) {
	if how != "" {
		g.line(how, args...)
	}
	fmt.Fprintf(&g.b, "%s:\n", name)
	g.block = name
}

func (g *generator) value() string {
	if g.rnd.Intn(6) == 0 {
		return fmt.Sprint(g.rnd.Intn(200) - 100)
	}
	return g.scope[g.rnd.Intn(len(g.scope))]
}

// ptr formats a pointer to a type.
func (g *generator) ptr(to string) string {
	if g.typed {
		return to + "*"
	}
	return "ptr"
}

// object returns the address of an element of one of the objects.
func (g *generator) object() string {
	p := g.name("%p")
	if k := g.rnd.Intn(4); k < 3 {
		return fmt.Sprintf("%%v%d", k)
	}
	g.line("%s = getelementptr [3 x i64], %s %%array, i64 0, i64 %d", p, g.ptr("[3 x i64]"), g.rnd.Intn(3))
	return p
}

func (g *generator) statement(depth int, suspends bool) {
	g.left--
	ptr := g.ptr("i64")
	kinds := 14
	if g.follow && suspends && !g.once {
		kinds++
	}
	switch k := g.rnd.Intn(kinds); {
	case k < 3:
		x := g.name("%x")
		op := []string{"add", "sub", "mul", "xor", "and"}[g.rnd.Intn(5)]
		g.line("%s = %s i64 %s, %s", x, op, g.value(), g.value())
		g.scope = append(g.scope, x)
	case k < 5:
		g.line("store i64 %s, %s %s, align 8", g.value(), ptr, g.object())
	case k < 7:
		x := g.name("%l")
		g.line("%s = load i64, %s %s, align 8", x, ptr, g.object())
		g.scope = append(g.scope, x)
	case k == 7:
		g.line("call void @print(i64 %s)", g.value())
	case k == 8:
		g.line("call void @change(%s %s)", ptr, g.object())
	case k < 11 && suspends:
		g.suspend()
	case k == 11 && depth > 0:
		g.choice(depth-1, suspends)
	case k == 12 && depth > 0:
		g.loop(depth-1, suspends)
	case k == 13 && depth > 0:
		g.memory(depth-1, suspends)
	case k == 14:
		g.adjacent()
	}
}

// adjacent writes consecutive suspends that yield rematerializable values. Only the last one tests
// whether to stop.
func (g *generator) adjacent() {
	for range 1 + g.rnd.Intn(2) {
		x := g.name("%r")
		switch v := g.value(); g.rnd.Intn(4) {
		case 0:
			g.line("%s = add i64 %s, 17", x, v)
		case 1:
			n := g.name("%n")
			g.line("%s = trunc i64 %s to i32", n, v)
			g.line("%s = sext i32 %s to i64", x, n)
		case 2:
			c := g.name("%c")
			g.line("%s = icmp sgt i64 %s, 5", c, v)
			g.line("%s = select i1 %s, i64 %s, i64 8", x, c, v)
		case 3:
			p := g.name("%p")
			g.line("%s = inttoptr i64 %s to %s", p, v, g.ptr("i8"))
			g.line("%s = ptrtoint %s %s to i64", x, g.ptr("i8"), p)
		}
		g.scope = append(g.scope, x)
	}
	for range 1 + g.rnd.Intn(3) {
		yields := g.scope[len(g.scope)-1]
		if g.rnd.Intn(3) == 0 {
			yields = g.value()
		}
		g.line("%s = call { i1, i64 } (...) @llvm.coro.suspend.retcon.sl_i1i64s(i64 %s)", g.name("%got"), yields)
		if g.plain {
			g.line("call void @nothing()")
		}
	}
	g.suspend()
}

// statements writes some statements.
func (g *generator) statements(n, depth int, suspends bool) {
	for range n {
		if g.left > 0 {
			g.statement(depth, suspends)
		}
	}
}

func (g *generator) suspend() {
	got, stop, in := g.name("%got"), g.name("%stop"), g.name("%in")
	back, leave := g.name("back"), g.name("leave")
	if g.provided {
		again := g.name("%again")
		g.line("%s = call { ptr, i1, i64 } (...) @llvm.coro.suspend.retcon.sl_p0i1i64s(i64 %s)", got, g.value())
		g.line("%s = extractvalue { ptr, i1, i64 } %s, 0", again, got)
		g.line("call void @allocator(ptr %s, ptr %%cator)", again)
		g.line("%s = extractvalue { ptr, i1, i64 } %s, 1", stop, got)
		g.line("%s = extractvalue { ptr, i1, i64 } %s, 2", in, got)
	} else {
		g.line("%s = call { i1, i64 } (...) @llvm.coro.suspend.retcon.sl_i1i64s(i64 %s)", got, g.value())
		g.line("%s = extractvalue { i1, i64 } %s, 0", stop, got)
		g.line("%s = extractvalue { i1, i64 } %s, 1", in, got)
	}
	g.label(leave, "br i1 %s, label %%%s, label %%%s", stop, leave, back)
	for k := len(g.live) - 1; k >= 0; k-- {
		g.line("call void @llvm.coro.alloca.free(token %s)", g.live[k])
	}
	g.exits = append(g.exits, fmt.Sprintf("[ %s, %%%s ]", g.value(), leave))
	g.label(back, "br label %%aborted")
	g.scope = append(g.scope, in)
}

// choice writes two branches that meet in a phi.
func (g *generator) choice(depth int, suspends bool) {
	c, yes, no, meet, x := g.name("%c"), g.name("yes"), g.name("no"), g.name("meet"), g.name("%phi")
	g.line("%s = icmp slt i64 %s, %s", c, g.value(), g.value())
	scope := len(g.scope)
	var from []string
	g.label(yes, "br i1 %s, label %%%s, label %%%s", c, yes, no)
	for k := range 2 {
		g.statements(1+g.rnd.Intn(3), depth, suspends)
		from = append(from, fmt.Sprintf("[ %s, %%%s ]", g.value(), g.block))
		g.scope = g.scope[:scope]
		if k == 0 {
			g.label(no, "br label %%%s", meet)
		}
	}
	g.label(meet, "br label %%%s", meet)
	g.line("%s = phi i64 %s", x, strings.Join(from, ", "))
	g.scope = append(g.scope, x)
}

// loop writes a loop with a few iterations and a loop-carried value.
func (g *generator) loop(depth int, suspends bool) {
	head, i, x, next, c, after := g.name("head"), g.name("%i"),
		g.name("%carried"), g.name("%next"), g.name("%c"), g.name("behind")
	before, first := g.block, g.value()
	g.label(head, "br label %%%s", head)
	// The loop-carried value is known only after the body is written.
	mark := g.b.Len()
	scope := len(g.scope)
	g.scope = append(g.scope, x)
	g.statements(1+g.rnd.Intn(4), depth, suspends)
	round := g.value()
	g.line("%s = add i64 %s, 1", next, i)
	g.line("%s = icmp slt i64 %s, %d", c, next, 1+g.rnd.Intn(3))
	text := g.b.String()
	g.b.Reset()
	g.b.WriteString(text[:mark])
	g.line("%s = phi i64 [ 0, %%%s ], [ %s, %%%s ]", i, before, next, g.block)
	g.line("%s = phi i64 [ %s, %%%s ], [ %s, %%%s ]", x, first, before, round, g.block)
	g.b.WriteString(text[mark:])
	g.label(after, "br i1 %s, label %%%s, label %%%s", c, head, after)
	g.scope = append(g.scope[:scope], x)
}

// memory allocates memory and frees it after other statements.
func (g *generator) memory(depth int, suspends bool) {
	g.around(func() { g.statements(1+g.rnd.Intn(3), depth, suspends) })
}

// around allocates memory and frees it after the code that between writes.
func (g *generator) around(between func()) {
	t, p, q, x := g.name("%token"), g.name("%mem"), g.name("%cells"), g.name("%m")
	g.line("%s = call token @llvm.coro.alloca.alloc.i64(i64 %d, i32 8)", t, 16+8*g.rnd.Intn(4))
	g.line("%s = call %s @llvm.coro.alloca.get(token %s)", p, g.ptr("i8"), t)
	if g.typed {
		g.line("%s = bitcast i8* %s to i64*", q, p)
	} else {
		q = p
	}
	g.line("store i64 %s, %s %s, align 8", g.value(), g.ptr("i64"), q)
	g.live = append(g.live, t)
	between()
	g.live = g.live[:len(g.live)-1]
	g.line("%s = load i64, %s %s, align 8", x, g.ptr("i64"), q)
	g.line("call void @llvm.coro.alloca.free(token %s)", t)
	g.scope = append(g.scope, x)
}

// onePath writes statements in which every path has one suspend.
func (g *generator) onePath(depth int) {
	g.statements(2+g.rnd.Intn(4), 2, false)
	if g.rnd.Intn(2) == 0 {
		g.around(func() { g.suspend() })
	} else if depth == 0 || g.rnd.Intn(2) == 0 {
		g.suspend()
	} else {
		c, yes, no, meet := g.name("%c"), g.name("yes"), g.name("no"), g.name("meet")
		g.line("%s = icmp slt i64 %s, %s", c, g.value(), g.value())
		scope := len(g.scope)
		g.label(yes, "br i1 %s, label %%%s, label %%%s", c, yes, no)
		g.onePath(depth - 1)
		g.scope = g.scope[:scope]
		g.label(no, "br label %%%s", meet)
		g.onePath(depth - 1)
		g.scope = g.scope[:scope]
		g.label(meet, "br label %%%s", meet)
	}
	g.statements(1+g.rnd.Intn(4), 2, false)
}

// coroutine writes the coroutine with a number.
func (g *generator) coroutine(k int) string {
	kind, size := "retcon", []int{8, 16, 32, 64}[g.rnd.Intn(4)]
	if g.once {
		kind = "retcon.once"
	}
	if g.publishes {
		size = 8 + size/64*8 // so that the frame does not fit
	}
	g.size = size
	i8, i64p := g.ptr("i8"), g.ptr("i64")
	operand := func(name, typ string) string {
		if g.typed {
			return "i8* bitcast (" + typ + "* @" + name + " to i8*)"
		}
		return "ptr @" + name
	}
	result := "{ " + i8 + ", i64 }"
	if g.once {
		result = "i64"
	}
	g.b.Reset()
	g.scope, g.live, g.exits, g.left = []string{"%a", "%b"}, nil, nil, 30
	params := i8 + " %buf, "
	if g.provided {
		params += "ptr %cator, "
	}
	fmt.Fprintf(&g.b, "define { %s, i64 } @f%d(%si64 %%a, i64 %%b) %s {\n", i8, k, params,
		map[bool]string{true: `"coroutine.presplit"="0"`, false: "presplitcoroutine"}[g.typed])
	g.label("entry", "")
	for v := range 3 {
		g.line("%%v%d = alloca i64, align 8", v)
	}
	align := 16
	if g.provided {
		align = 16 << g.rnd.Intn(3)
	}
	g.line("%%array = alloca [3 x i64], align %d", align)
	switch {
	case g.provided && g.plain:
		g.line("%%id = call token @llvm.coro.id.retcon.once(i32 4000, i32 64, ptr %%buf, ptr @proto.dynamic, ptr " +
			"@take, ptr @give)")
	case g.provided:
		g.line("%%id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @f%d.record, ptr %%cator, "+
			"ptr %%buf, ptr @proto.dynamic, ptr @take.dynamic, "+
			"ptr @give.dynamic, ptr @take.dynamic, ptr @give.dynamic, i64 7)", k)
	default:
		g.line("%%id = call token @llvm.coro.id.%s(i32 %d, i32 8, %s %%buf, %s, %s, %s)", kind, size, i8,
			operand(fmt.Sprintf("proto.%s", kind), result+" ("+i8+", i1, i64)"),
			operand("take", i8+" (i64)"), operand("give", "void ("+i8+")"))
	}
	g.line("%%h = call %s @llvm.coro.begin(token %%id, %s null)", i8, i8)
	for v := range 3 {
		g.line("store i64 %d, %s %%v%d, align 8", 10*v, i64p, v)
		g.line("%%e%d = getelementptr [3 x i64], %s %%array, i64 0, i64 %d", v, g.ptr("[3 x i64]"), v)
		g.line("store i64 %s, %s %%e%d, align 8", g.value(), i64p, v)
	}
	if g.publishes {
		g.line("call void @publish(%s %%e1)", i64p)
	}
	if g.recurses {
		g.line("%%deeper = call i1 @deeper()")
		g.label("down", "br i1 %%deeper, label %%down, label %%on")
		g.line("call void @again%d(i64 %%a)", k)
		g.label("on", "br label %%on")
	}
	if g.once {
		g.onePath(2)
	} else {
		g.statements(12, 3, true)
		g.suspend()
	}
	g.line("call void @print(i64 %s)", g.value())
	last := g.value()
	done := g.block
	g.label("aborted", "br label %%done")
	g.line("%%why = phi i64 %s", strings.Join(g.exits, ", "))
	g.line("call void @print(i64 %%why)")
	g.label("done", "br label %%done")
	g.line("%%last = phi i64 [ %s, %%%s ], [ %%why, %%aborted ]", last, done)
	g.line("call void @print(i64 %%last)")
	if g.publishes {
		g.line("call void @unpublish()")
	}
	switch {
	case g.typed:
		g.line("%%end = call i1 @llvm.coro.end(i8* %%h, i1 false)")
	case g.once:
		g.line("%%results = call token (...) @llvm.coro.end.results(i64 %%last)")
		g.line("call void @llvm.coro.end(ptr %%h, i1 false, token %%results)")
	default:
		g.line("call void @llvm.coro.end(ptr %%h, i1 false, token none)")
	}
	g.line("unreachable")
	record := ""
	if g.provided {
		record = fmt.Sprintf("@f%d.record = global <{ i32, i32, i64 }> <{ i32 0, i32 4000, i64 7 }>, align 8\n", k)
	}
	return record + g.b.String() + "}\n"
}

// KindOf selects the ABI of the coroutine with a number. LLVM 14 does not support results, so with
// typed pointers there are no once-coroutines.
func KindOf(k int, typed bool) (once, provided bool) {
	return k%3 == 2 && !typed, k%6 == 5 && !typed
}

// module writes some coroutines and the declarations of the functions they call.
func (g *generator) module(n int) string {
	var out strings.Builder
	if !g.typed && !g.plain {
		out.WriteString("; STOCK: LLVM 22 compiles it\n")
	}
	out.WriteString("target datalayout = " +
		"\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"\n" +
		"target triple = \"x86_64-unknown-linux-gnu\"\n")
	for k := range n {
		g.once, g.provided = KindOf(k, g.typed)
		out.WriteString(g.coroutine(k))
	}
	out.WriteString(g.declarations())
	if !g.typed {
		out.WriteString(`declare i64 @proto.dynamic(ptr, ptr, i1 zeroext, i64)
declare ptr @take.dynamic(ptr, ptr, i64, i64)
declare void @give.dynamic(ptr, ptr, ptr)
declare void @allocator(ptr, ptr)
declare { ptr, i1, i64 } @llvm.coro.suspend.retcon.sl_p0i1i64s(...)
`)
	}
	if !g.typed && !g.plain {
		out.WriteString("declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, " +
			"ptr, ptr, i64)\n")
	}
	return out.String()
}

// declarations returns the declarations that every module needs.
func (g *generator) declarations() string {
	p, end := "ptr", "declare void @llvm.coro.end(ptr, i1, token)\ndeclare token @llvm.coro.end.results(...)\n"
	if g.typed {
		p, end = "i8*", "declare i1 @llvm.coro.end(i8*, i1)\n"
	}
	says, lends := "", ""
	if g.quiet {
		says, lends = " nounwind", map[bool]string{true: " nocapture", false: " captures(none)"}[g.typed]
	}
	r := strings.NewReplacer("PTR", p, "CELLS", g.ptr("i64"), "SAYS", says, "LENDS", lends)
	return r.Replace(`declare { PTR, i64 } @proto.retcon(PTR, i1 zeroext, i64)SAYS
declare i64 @proto.retcon.once(PTR, i1 zeroext, i64)SAYS
declare PTR @take(i64)SAYS
declare void @give(PTR)SAYS
declare void @print(i64)SAYS
declare void @change(CELLSLENDS)SAYS
declare void @nothing()SAYS
declare token @llvm.coro.id.retcon(i32, i32, PTR, PTR, PTR, PTR)
declare token @llvm.coro.id.retcon.once(i32, i32, PTR, PTR, PTR, PTR)
declare PTR @llvm.coro.begin(token, PTR)
declare { i1, i64 } @llvm.coro.suspend.retcon.sl_i1i64s(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare PTR @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
`) + end
}
