// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates programs of tasks that await tasks by symmetric transfer. Most tasks finish
// without suspending, so most awaits need no suspend. Others suspend on some path, transfer control
// to somebody else, resume the awaiting coroutine early, or call code that does. The programs are
// well-defined: each task is awaited once, and its owner destroys it.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The ways to await a task: the wrappers of await_suspend.
const (
	awaitPlain  = iota // registers the coroutine and returns the task
	awaitKeeps         // the same, and stores the handle in a global
	awaitEither        // returns the task, or the coroutine itself, which then does not run the task
	awaitDivert        // the task transfers to nobody; main resumes the coroutine later
	awaitEarly         // resumes the coroutine, which suspends again, and then returns the task
	awaitSteal         // lets code that the task calls resume the coroutine
	awaitCall          // resumes the task by a call, and returns nothing
	awaitKinds
)

// task is a coroutine with the properties that restrict who may await it.
type task struct {
	cost   int  // the tasks that it runs, at most
	pauses bool // it, or one that it awaits, may leave its resumer before it is done
	nests  bool // somebody resumes it, or one that it awaits, by a call that is not a tail call
	throws bool // an exception may leave it, so nobody awaits it
	eager  bool // it begins in the ramp
}

// maxCost bounds how many tasks a task runs.
const maxCost = 400

type gen struct {
	r     *rand.Rand
	out   strings.Builder
	tasks []task

	// in the current task
	t     task
	k     int
	n     int             // for names
	quiet bool            // the task calls nothing
	live  []string        // tasks that the current one owns
	head  strings.Builder // the variables
	body  strings.Builder
}

func (g *gen) in(n int) bool { return g.r.IntN(n) == 0 }

func (g *gen) name(hint string) string { g.n++; return fmt.Sprintf("%s%d", hint, g.n) }

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.body, "  "+format+"\n", args...) }

func (g *gen) label(l string) { g.body.WriteString(l + ":\n") }

// op writes an instruction with a result, and returns the result.
func (g *gen) op(format string, args ...any) string {
	v := "%" + g.name("v")
	g.line("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

// variable writes a variable of the task.
func (g *gen) variable(t string) string {
	v := "%" + g.name("x")
	fmt.Fprintf(&g.head, "  %s = alloca %s\n", v, t)
	return v
}

// Module returns the program of a seed.
func Module(seed uint64) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x7a5c))}
	attr := []string{"", "alwaysinline ", "nounwind "}[g.r.IntN(3)]
	g.out.WriteString(strings.ReplaceAll(prelude, "inlined ", attr))
	for g.k = range 2 + g.r.IntN(5) {
		g.task()
	}
	g.main()
	return g.out.String()
}

// task generates a coroutine.
func (g *gen) task() {
	g.t = task{cost: 1, throws: g.k > 0 && g.in(4)}
	g.t.eager = g.t.throws && g.in(2)
	g.n, g.live, g.quiet = 0, nil, !g.in(4)
	g.head.Reset()
	g.body.Reset()
	g.block(2+g.r.IntN(4), 0)
	if g.t.throws {
		g.throw()
	}
	back, last := "hand.back", "handle"
	switch {
	case g.in(6):
		back, g.t.pauses = "hand.aside", true
		c := g.condition()
		g.when(c, func() { g.line("store ptr %s, ptr @redirect", g.op("load ptr, ptr @aside.handle")) })
	case !g.t.throws && g.in(8):
		back, last, g.t.nests = "call.back", "void", true
	}
	kind := []string{"", "internal "}[g.r.IntN(2)]
	initial := "  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s0, label %end [\n" +
		"    i8 0, label %body\n    i8 1, label %free\n  ]\n"
	if g.t.eager {
		initial = "  br label %body\n"
	}
	made := ""
	if g.t.throws {
		made = "  store ptr %hdl, ptr @made\n"
	}
	fmt.Fprintf(&g.out, taskText, kind, g.k, g.head.String(), made+initial, g.body.String(), last, back)
	g.tasks = append(g.tasks, g.t)
}

// block generates statements.
func (g *gen) block(n, depth int) {
	for range n {
		switch k := g.r.IntN(20); {
		case k < 8 && g.k > 0:
			g.await(depth)
		case k < 10 && depth < 2:
			g.when(g.condition(), func() { g.block(1+g.r.IntN(2), depth+1) })
		case k < 12 && depth < 1:
			g.loop(depth)
		case k == 12:
			g.pause(g.in(2))
		case k == 13 && !g.quiet:
			g.line("call void @out(i64 %s)", g.op("load i64, ptr %%acc"))
		case k == 14 && !g.quiet:
			g.line("call void @steal()")
		case k == 15:
			g.awaiting()
		case k == 16:
			g.local()
		default:
			g.compute()
		}
	}
}

func (g *gen) compute() {
	v := g.op("load i64, ptr %%acc")
	from := []string{"%n", fmt.Sprint(g.r.IntN(90)), ""}[g.r.IntN(3)]
	if from == "" {
		from = g.op("load i64, ptr %%p")
	}
	v = g.op("%s i64 %s, %s", []string{"add", "xor", "sub", "and"}[g.r.IntN(4)], v, from)
	v = g.op("and i64 %s, 65535", v)
	g.line("store i64 %s, ptr %s", v, []string{"%acc", "%acc", "%p", "@cell"}[g.r.IntN(4)])
}

// local generates an object that only the next statements need.
func (g *gen) local() {
	x := g.variable("[4 x i64]")
	g.line("call void @llvm.lifetime.start.p0(ptr %s)", x)
	i := g.op("and i64 %s, 3", g.op("load i64, ptr %%acc"))
	g.line("call void @llvm.memset.p0.i64(ptr %s, i8 %d, i64 32, i1 false)", x, g.r.IntN(9))
	at := g.op("getelementptr i64, ptr %s, i64 %s", x, i)
	g.line("store i64 %%n, ptr %s", at)
	if g.in(3) {
		g.pause(true)
	}
	v := g.op("load i64, ptr %s", g.op("getelementptr i64, ptr %s, i64 %d", x, g.r.IntN(4)))
	g.line("store i64 %s, ptr %%acc", g.op("and i64 %s, 4095", v))
	g.line("call void @llvm.lifetime.end.p0(ptr %s)", x)
}

// condition returns a condition that holds in some runs.
func (g *gen) condition() string {
	v := "%n"
	if g.in(2) {
		v = g.op("load i64, ptr %%acc")
	}
	return g.op("icmp eq i64 %s, 0", g.op("and i64 %s, %d", v, 1+g.r.IntN(3)))
}

func (g *gen) when(c string, body func()) {
	yes, on := g.name("yes"), g.name("on")
	g.line("br i1 %s, label %%%s, label %%%s", c, yes, on)
	g.label(yes)
	body()
	g.line("br label %%%s", on)
	g.label(on)
}

func (g *gen) loop(depth int) {
	i, top, on := g.variable("i64"), g.name("top"), g.name("out")
	g.line("store i64 0, ptr %s", i)
	g.line("br label %%%s", top)
	g.label(top)
	cost := g.t.cost
	g.block(1+g.r.IntN(2), depth+1)
	g.t.cost += g.t.cost - cost
	next := g.op("add i64 %s, 1", g.op("load i64, ptr %s", i))
	g.line("store i64 %s, ptr %s", next, i)
	g.line("br i1 %s, label %%%s, label %%%s", g.op("icmp ult i64 %s, 2", next), top, on)
	g.label(on)
}

// suspend writes a suspend after a save, and the path on which the task is destroyed there.
func (g *gen) suspend(save string) {
	s, on, kill := g.op("call i8 @llvm.coro.suspend(token %s, i1 false)", save), g.name("on"), g.name("kill")
	g.line("switch i8 %s, label %%end [", s)
	g.line("  i8 0, label %%%s", on)
	g.line("  i8 1, label %%%s", kill)
	g.line("]")
	g.label(kill)
	g.destroyLive()
	g.line("br label %%free")
	g.label(on)
}

func (g *gen) destroyLive() {
	for k := len(g.live) - 1; k >= 0; k-- {
		g.line("call void @llvm.coro.destroy(ptr %s)", g.live[k])
	}
}

// pause generates a suspend after which main resumes the task, always or under a condition.
func (g *gen) pause(always bool) {
	if !g.in(3) {
		return // too many suspends leave few awaits that never suspend
	}
	g.t.pauses = true
	body := func() {
		save := g.op("call token @llvm.coro.save(ptr %%hdl)")
		last := g.op("load i64, ptr @last") // as @enqueue does, without a call
		at := g.op("getelementptr ptr, ptr @queue, i64 %s", g.op("and i64 %s, 63", last))
		g.line("store ptr %%hdl, ptr %s", at)
		g.line("store i64 %s, ptr @last", g.op("add i64 %s, 1", last))
		g.suspend(save)
	}
	if always {
		body()
		return
	}
	g.when(g.condition(), body)
}

// awaiting generates a use of the coroutine that awaits this one, if there is one.
func (g *gen) awaiting() {
	back := g.op("load ptr, ptr %s", g.op("getelementptr i8, ptr %%promise, i64 16"))
	g.when(g.op("icmp ne ptr %s, null", back), func() {
		if g.in(3) {
			d := g.op("zext i1 %s to i64", g.op("call i1 @llvm.coro.done(ptr %s)", back))
			g.line("store i64 %s, ptr %%acc", g.op("add i64 %s, %s", d, g.op("load i64, ptr %%acc")))
			return
		}
		at := g.op("call ptr @llvm.coro.promise(ptr %s, i32 8, i1 false)", back)
		g.line("store i64 %s, ptr %s", g.op("add i64 %s, 7", g.op("load i64, ptr %s", at)), at)
	})
}

// await generates the creation of a task, its await, and its destruction.
func (g *gen) await(depth int) {
	k := g.r.IntN(g.k)
	t := g.tasks[k]
	kind := g.r.IntN(3 * awaitKinds)
	if kind >= awaitKinds {
		kind = awaitPlain
	}
	if t.throws || g.t.cost+t.cost > maxCost || g.t.throws && (t.nests || kind == awaitCall) ||
		t.pauses && kind == awaitDivert {
		g.compute()
		return
	}
	g.t.cost += t.cost
	g.t.pauses = g.t.pauses || t.pauses || kind == awaitDivert
	g.t.nests = g.t.nests || t.nests || kind == awaitCall
	aw := g.variable("{ ptr, i64 }")
	p := []string{"%p", "@cell", "%acc"}[g.r.IntN(3)]
	c := g.op("call ptr @f%d(i64 %s, ptr %s)", k, g.op("add i64 %%n, %d", g.r.IntN(3)), p)
	g.live = append(g.live, c)
	if depth == 0 && g.in(4) { // the task is awaited later
		g.block(1, 2)
	}
	g.line("store ptr %s, ptr %s", c, aw)
	g.line("store i64 %%n, ptr %s", g.op("getelementptr i8, ptr %s, i64 8", aw))
	run := func() {
		save := g.op("call token @llvm.coro.save(ptr null)")
		returns := "handle"
		if kind == awaitCall {
			returns = "void"
		}
		g.line("call void @llvm.coro.await.suspend.%s(ptr %s, ptr %%hdl, ptr @await%d)", returns, aw, kind)
		g.suspend(save)
	}
	if g.in(6) { // await_ready
		g.when(g.condition(), run)
	} else {
		run()
	}
	at := g.op("call ptr @llvm.coro.promise(ptr %s, i32 8, i1 false)", c)
	if kind == awaitEarly || kind == awaitSteal {
		g.line("store ptr null, ptr @current")
		unfinished := g.op("icmp eq i64 %s, 0", g.op("load i64, ptr %s", g.op("getelementptr i8, ptr %s, i64 24", at)))
		began := g.op("icmp ne ptr %s, null", g.op("load ptr, ptr %s", g.op("getelementptr i8, ptr %s, i64 16", at)))
		g.when(g.op("and i1 %s, %s", unfinished, began), func() {
			g.suspend(g.op("call token @llvm.coro.save(ptr %%hdl)")) // until the task transfers control
		})
	}
	v := g.op("add i64 %s, %s", g.op("load i64, ptr %s", at), g.op("load i64, ptr %%acc"))
	g.line("store i64 %s, ptr %%acc", g.op("and i64 %s, 65535", v))
	if g.in(4) { // what others wrote to the promise
		own := g.op("load i64, ptr %%promise")
		g.line("store i64 %s, ptr %%acc", g.op("xor i64 %s, %s", own, g.op("load i64, ptr %%acc")))
	}
	g.line("call void @llvm.coro.destroy(ptr %s)", c)
	g.live = g.live[:len(g.live)-1]
}

// throw generates an exception that leaves the task under a condition.
func (g *gen) throw() {
	g.when(g.condition(), func() {
		never, pad, leave, begun := g.name("never"), g.name("pad"), g.name("leave"), g.name("begun")
		g.line("invoke void @throw(i64 %s) to label %%%s unwind label %%%s", g.op("load i64, ptr %%acc"), never, pad)
		g.label(pad)
		lp := g.op("landingpad { ptr, i32 } cleanup")
		in := g.op("call i1 @llvm.coro.end(ptr null, i1 true, token none)")
		g.line("br i1 %s, label %%%s, label %%%s", in, leave, begun)
		g.label(begun) // in the ramp
		g.line("store ptr null, ptr @made")
		mem := g.op("call ptr @llvm.coro.free(token %%id, ptr %%hdl)")
		g.line("call void @free(ptr %s)", mem)
		g.line("br label %%%s", leave)
		g.label(leave)
		g.line("resume { ptr, i32 } %s", lp)
		g.label(never)
	})
}

// main generates the function that runs tasks: to their ends, or until it destroys them.
func (g *gen) main() {
	g.body.Reset()
	g.n = 0
	for k := range g.tasks {
		for n := range 2 {
			g.line("call void @drive(ptr @f%d, i64 %d, i64 %d, i1 %v)", k, n+g.r.IntN(3),
				[]int{100, 100, 0, 1, 2}[g.r.IntN(5)], g.tasks[k].eager)
		}
	}
	g.out.WriteString("define i32 @main() {\n  %a = call ptr @aside()\n" + g.body.String() +
		"  ret i32 0\n}\n")
}
