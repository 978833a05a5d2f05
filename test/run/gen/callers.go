// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

// Callers generates n internal coroutines with their callers, and with coroutines that nest some of
// them. It returns the numbers of the callers and of the nesting coroutines. In modules of even seeds,
// functions have the attribute nounwind.
func Callers(seed int64, n int, typed bool) (text string, callers, nests []int) {
	g := &generator{rnd: rand.New(rand.NewSource(seed)), typed: typed, quiet: seed%2 == 0}
	return g.callersText(n)
}

// callee is a coroutine that callers are generated for.
type callee struct {
	k, size int
	once    bool
}

// quietly returns the attribute of functions that do not throw, if the module has it.
func (g *generator) quietly() string {
	if g.quiet {
		return " nounwind"
	}
	return ""
}

// pair returns the type that a ramp returns.
func (g *generator) pair() string { return "{ " + g.ptr("i8") + ", i64 }" }

// proto returns the type of a coroutine's continuations.
func (g *generator) proto(f callee) (result, fn string) {
	result = g.pair()
	if f.once {
		result = "i64"
	}
	if g.typed {
		return result, result + " (i8*, i1, i64)*"
	}
	return result, "ptr"
}

// goOn writes the call of a continuation, which is the first element of a pair, and returns the
// name of the result.
func (g *generator) goOn(f callee, pair, buf, stop string) string {
	c, r := g.name("%cont"), g.name("%gave")
	result, fn := g.proto(f)
	if g.box {
		g.line("store %s %s, %s %%box", g.pair(), pair, g.ptr(g.pair()))
		pair = g.name("%unboxed")
		g.line("%s = load %s, %s %%box", pair, g.pair(), g.ptr(g.pair()))
	}
	g.line("%s = extractvalue %s %s, 0", c, g.pair(), pair)
	if g.typed {
		g.line("%s.f = bitcast i8* %s to %s", c, c, fn)
		c += ".f"
	}
	g.line("%s = call %s %s(%s %s, i1 zeroext %s, i64 %s)%s", r, result, c, g.ptr("i8"), buf, stop, g.value(),
		g.quietly())
	return r
}

// begin writes the call of a ramp.
func (g *generator) begin(f callee, buf string) string {
	r, to := g.name("%begun"), fmt.Sprintf("@f%d", f.k)
	typ := fmt.Sprintf("%s (%s, i64, i64)", g.pair(), g.ptr("i8"))
	if g.rnd.Intn(2) == 0 {
		p := g.name("%prepared")
		if g.typed {
			g.line("%s = call i8* @llvm.coro.prepare.retcon(i8* bitcast (%s* %s to i8*))", p, typ, to)
			g.line("%s.f = bitcast i8* %s to %s*", p, p, typ)
			to = p + ".f"
		} else {
			g.line("%s = call ptr @llvm.coro.prepare.retcon(ptr %s)", p, to)
			to = p
		}
	}
	g.line("%s = call %s %s(%s %s, i64 %%a, i64 %s)%s", r, g.pair(), to, g.ptr("i8"), buf, g.value(), g.quietly())
	return r
}

// drive writes the calls of a coroutine's whole lifetime in a buffer. last selects its end after
// %steps steps: 0: it runs to its end, 1: it is aborted, 2: it is abandoned.
func (g *generator) drive(f callee, buf string, last int, suspend bool) {
	r := g.begin(f, buf)
	pair := g.pair()
	if f.once {
		v := g.name("%lent")
		g.line("%s = extractvalue %s %s, 1", v, pair, r)
		g.line("call void @print(i64 %s)", v)
		if last == 2 {
			return
		}
		g.line("call void @print(i64 %s)", g.goOn(f, r, buf, []string{"false", "true"}[last]))
		return
	}
	head, value, next, over, after := g.name("head"), g.name("value"), g.name("next"), g.name("over"), g.name("behind")
	latest, step, more, c, done, v, enough := g.name("%latest"), g.name("%step"), g.name("%more"), g.name("%c"),
		g.name("%done"), g.name("%v"), g.name("%enough")
	before := g.block
	g.label(head, "br label %%%s", head)
	mark := g.b.Len()
	g.line("%s = extractvalue %s %s, 0", c, pair, latest)
	g.line("%s = icmp eq %s %s, null", done, g.ptr("i8"), c)
	g.label(value, "br i1 %s, label %%%s, label %%%s", done, after, value)
	g.line("%s = extractvalue %s %s, 1", v, pair, latest)
	g.line("call void @print(i64 %s)", v)
	limit := "%steps"
	if last == 0 {
		limit = "1000" // it ends before
	}
	g.line("%s = icmp eq i64 %s, %s", enough, step, limit)
	if suspend {
		g.suspend()
	}
	g.label(over, "br i1 %s, label %%%s, label %%%s", enough, over, next)
	if last == 1 {
		g.goOn(f, latest, buf, "true")
	}
	g.label(next, "br label %%%s", after)
	r2 := g.goOn(f, latest, buf, "false")
	g.line("%s = add i64 %s, 1", more, step)
	text := g.b.String()
	g.b.Reset()
	g.b.WriteString(text[:mark])
	g.line("%s = phi %s [ %s, %%%s ], [ %s, %%%s ]", latest, pair, r, before, r2, g.block)
	g.line("%s = phi i64 [ 0, %%%s ], [ %s, %%%s ]", step, before, more, g.block)
	g.b.WriteString(text[mark:])
	g.label(after, "br label %%%s", head)
	g.scope = g.scope[:2]
}

// caller writes the caller with a number.
func (g *generator) caller(n int, f callee) string {
	g.b.Reset()
	g.scope, g.live, g.exits, g.left = []string{"%a", "%b"}, nil, nil, 0
	g.box = g.rnd.Intn(4) == 0
	i8 := g.ptr("i8")
	fmt.Fprintf(&g.b, "define void @c%d(i64 %%a, i64 %%b, i64 %%steps, %s %%ext) {\n", n, i8)
	g.label("entry", "")
	g.line("%%box = alloca %s, align 8", g.pair())
	g.line("%%second = alloca [8 x i8], align 8")
	buf, bytes := "%buf", fmt.Sprintf("[%d x i8]", f.size)
	kind := g.rnd.Intn(12)
	switch kind {
	case 0: // a part of a larger variable
		g.line("%%both = alloca { %s, i64 }, align 8", bytes)
		g.line("%%buf = getelementptr { %s, i64 }, %s %%both, i32 0, i32 0, i32 0", bytes, g.ptr("{ "+bytes+", i64 }"))
		g.line("%%own = getelementptr { %s, i64 }, %s %%both, i32 0, i32 1", bytes, g.ptr("{ "+bytes+", i64 }"))
		g.line("store i64 %%b, %s %%own, align 8", g.ptr("i64"))
	case 1:
		buf = "%ext"
	default:
		if g.typed {
			g.line("%%array = alloca %s, align 8", bytes)
			g.line("%%buf = bitcast %s* %%array to i8*", bytes)
		} else {
			g.line("%%buf = alloca %s, align %d", bytes, 8<<g.rnd.Intn(2))
		}
	}
	last := g.rnd.Intn(3)
	if kind == 2 && f.size == 8 && f.once { // the buffer moves
		r := g.begin(f, buf)
		cells := func(name string) string {
			if !g.typed {
				return name
			}
			g.line("%s.cells = bitcast i8* %s to i64*", name, name)
			return name + ".cells"
		}
		g.line("%%moved = load i64, %s %s, align 8", g.ptr("i64"), cells(buf))
		g.line("store i64 %%moved, %s %%second, align 8", g.ptr("i64"))
		g.line("store i64 -1, %s %s, align 8", g.ptr("i64"), buf)
		g.line("call void @print(i64 %s)", g.goOn(f, r, "%second", "false"))
	} else {
		marks := kind == 3 && !g.typed
		for range 1 + g.rnd.Intn(2) {
			if marks {
				g.line("call void @llvm.lifetime.start.p0(ptr %%buf)")
			}
			g.drive(f, buf, last, false)
			if marks {
				g.line("call void @llvm.lifetime.end.p0(ptr %%buf)")
			}
			if g.rnd.Intn(2) == 0 {
				g.line("call void @peek()")
			}
		}
	}
	if kind == 0 {
		g.line("%%still = load i64, %s %%own, align 8", g.ptr("i64"))
		g.line("call void @print(i64 %%still)")
	}
	g.line("ret void")
	return g.b.String() + "}\n"
}

// nest writes a coroutine with a number that may suspend often and that drives another one.
func (g *generator) nest(n int, f callee) string {
	g.b.Reset()
	g.scope, g.live, g.exits, g.left = []string{"%a", "%b"}, nil, nil, 0
	g.box, g.once, g.provided = false, false, false
	i8 := g.ptr("i8")
	operand := func(name, typ string) string {
		if g.typed {
			return "i8* bitcast (" + typ + "* @" + name + " to i8*)"
		}
		return "ptr @" + name
	}
	fmt.Fprintf(&g.b, "define %s @n%d(%s %%outer, i64 %%a, i64 %%b) %s {\n", g.pair(), n, i8,
		map[bool]string{true: `"coroutine.presplit"="0"`, false: "presplitcoroutine"}[g.typed])
	g.label("entry", "")
	g.line("%%box = alloca %s, align 8", g.pair())
	g.line("%%steps = and i64 %%a, 3")
	if g.typed {
		g.line("%%array = alloca [%d x i8], align 8", f.size)
		g.line("%%buf = bitcast [%d x i8]* %%array to i8*", f.size)
	} else {
		g.line("%%buf = alloca [%d x i8], align 8", f.size)
	}
	g.line("%%id = call token @llvm.coro.id.retcon(i32 16, i32 8, %s %%outer, %s, %s, %s)", i8, operand("proto.retcon",
		g.pair()+" ("+i8+", i1, i64)"),
		operand("take", i8+" (i64)"), operand("give", "void ("+i8+")"))
	g.line("%%h = call %s @llvm.coro.begin(token %%id, %s null)", i8, i8)
	g.suspend()
	g.drive(f, "%buf", g.rnd.Intn(3), true)
	done := g.block
	g.label("aborted", "br label %%done")
	g.line("%%why = phi i64 %s", strings.Join(g.exits, ", "))
	g.label("done", "br label %%done")
	g.line("%%last = phi i64 [ 0, %%%s ], [ %%why, %%aborted ]", done)
	g.line("call void @print(i64 %%last)")
	if g.typed {
		g.line("%%end = call i1 @llvm.coro.end(i8* %%h, i1 false)")
	} else {
		g.line("call void @llvm.coro.end(ptr %%h, i1 false, token none)")
	}
	g.line("unreachable")
	return g.b.String() + "}\n"
}

// callersModule writes internal coroutines, one or two callers of each, and for some of them a
// coroutine that nests it.
func (g *generator) callersModule(n int) (text string, callers, nests []int) {
	var out strings.Builder
	for k := range n {
		g.once, g.provided = k%3 == 2 && !g.typed, false
		g.publishes = g.rnd.Intn(3) == 0
		g.recurses = g.rnd.Intn(5) == 0
		f := g.coroutine(k)
		out.WriteString(strings.Replace(f, "define ", "define internal ", 1))
		to := callee{k, g.size, g.once}
		if g.rnd.Intn(8) == 0 {
			if g.typed {
				fmt.Fprintf(&out, "@table%d = global i8* bitcast (%s (i8*, i64, i64)* @f%d to i8*)\n", k, g.pair(), k)
			} else {
				fmt.Fprintf(&out, "@table%d = global ptr @f%d\n", k, k)
			}
		}
		for range 1 + g.rnd.Intn(2) {
			out.WriteString(g.caller(len(callers), to))
			callers = append(callers, len(callers))
		}
		if g.recurses {
			fmt.Fprintf(&out, "define void @again%d(i64 %%a) {\n  call void @c%d(i64 %%a, i64 1, i64 1, %s null)\n"+
				"  ret void\n}\n", k, len(callers), g.ptr("i8"))
			out.WriteString(g.callerOfOwn(len(callers), to))
			callers = append(callers, len(callers))
		}
		if !to.once && g.rnd.Intn(3) == 0 {
			out.WriteString(g.nest(len(nests), to))
			nests = append(nests, len(nests))
		}
	}
	return out.String(), callers, nests
}

// callerOfOwn writes a caller whose buffer is its own variable.
func (g *generator) callerOfOwn(n int, f callee) string {
	for {
		if text := g.caller(n, f); !strings.Contains(text, "%ext,") && !strings.Contains(text,
			"@f"+strconv.Itoa(f.k)+"("+g.ptr("i8")+" %ext") &&
			!strings.Contains(text, g.ptr("i8")+" %ext, i64") && !strings.Contains(text, " %ext, i1") {
			return text
		}
	}
}

// callersText returns the text of a whole module.
func (g *generator) callersText(n int) (text string, callers, nests []int) {
	body, callers, nests := g.callersModule(n)
	text = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"\n" +
		"target triple = \"x86_64-unknown-linux-gnu\"\n" +
		body + g.declarations() + strings.NewReplacer("PTR", g.ptr("i8"), "CELLS", g.ptr("i64"), "SAYS", g.quietly()).Replace(`declare void @publish(CELLS)SAYS
declare void @unpublish()SAYS
declare void @peek()SAYS
declare i1 @deeper()SAYS
declare PTR @llvm.coro.prepare.retcon(PTR)
`)
	if !g.typed {
		text += "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n"
	}
	return text, callers, nests
}
