// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package recursive generates C++ programs of coroutines that await each other in cycles. The
// programs are well-defined, and say what happened in which order as a number.
package recursive

import (
	_ "embed" // the code that all programs share
	"fmt"
	"math/rand/v2"
	"strings"
)

//go:embed testdata/prelude.cpp
var prelude string

// Source returns a translation unit with the programs of some seeds.
func Source(seeds ...uint64) string {
	var b strings.Builder
	b.WriteString(prelude)
	for _, seed := range seeds {
		b.WriteString(Program(seed))
	}
	b.WriteString("\nint main(int argc, char **) {\n  traced = argc > 1;\n")
	for _, seed := range seeds {
		fmt.Fprintf(&b, "  p%d::all();\n", seed)
	}
	b.WriteString("}\n")
	return b.String()
}

// taskType is a type of tasks.
type taskType struct {
	name   string
	result string // a C++ type
}

// function is a coroutine.
type function struct {
	name   string
	task   *taskType
	params []string // kinds of parameters, without the first
	quiet  string   // " noexcept" or nothing: what the body throws stays in the task
}

type gen struct {
	r      *rand.Rand
	b      strings.Builder
	wild   bool // with what no recursive task may do
	throws bool
	eager  bool // a type of tasks is
	leaks  bool // what the body throws leaves the coroutines of a type
	types  []*taskType
	funcs  []*function

	// in a coroutine
	f       *function
	indent  int
	n       int      // for names
	ints    []string // variables of type int
	inLoops int
	leave   int // the awaits that the body may still have
}

func (g *gen) in(n int) bool { return g.r.IntN(n) == 0 }

// few returns 1 to n, more often less.
func (g *gen) few(n int) int { return 1 + min(g.r.IntN(n), g.r.IntN(n)) }

func (g *gen) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *gen) name(hint string) string { g.n++; return fmt.Sprintf("%s%d", hint, g.n) }

func (g *gen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("  ", g.indent)+format+"\n", args...)
}

// Program returns the program of a seed: a namespace with a function all.
func Program(seed uint64) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x51)), wild: seed%3 == 0}
	g.throws = g.r.IntN(5) < 3
	g.line("\nnamespace p%d {", seed)
	for k := range 1 + g.r.IntN(2) {
		g.taskType(k)
	}
	for k := range g.few(4) {
		f := &function{name: fmt.Sprintf("f%d", k), task: g.types[g.r.IntN(len(g.types))]}
		if !g.leaks {
			f.quiet = g.pick("", "", " noexcept")
		}
		for range g.few(4) - 1 {
			f.params = append(f.params, g.pick("int &", "int *", "obj", "const obj &", "big", "long", "own"))
		}
		g.funcs = append(g.funcs, f)
	}
	for _, f := range g.funcs {
		how := g.pick("static ", "static ", "")
		if g.wild && g.in(4) {
			how = "static NI "
		}
		g.line("%s%s;", how, f.head())
	}
	for _, f := range g.funcs {
		g.helpers(f)
	}
	for _, f := range g.funcs {
		g.body(f)
	}
	g.line("static void all() {")
	for _, f := range g.funcs {
		for _, n := range []int{0, 1, 2 + g.r.IntN(3), 5 + g.r.IntN(4), 300 + g.r.IntN(600)} {
			g.line("  run(%q, %d, %d, top_%s);", fmt.Sprintf("p%d::%s", seed, f.name), n, 200+n+g.r.IntN(300), f.name)
		}
	}
	g.line("}\n}")
	return g.b.String()
}

func (f *function) head() string {
	s := f.task.name + " " + f.name + "(int n"
	for k, p := range f.params {
		s += fmt.Sprintf(", %s q%d", p, k)
	}
	return s + ")" + f.quiet
}

// taskType generates a type of tasks.
func (g *gen) taskType(k int) {
	t := &taskType{name: fmt.Sprintf("task%d", k), result: g.pick("void", "int", "int", "int", "long", "long", "pair", "big", "own", "int &")}
	g.types = append(g.types, t)
	error := g.pick("kept", "code")
	eager := g.wild && g.in(5)
	switch {
	case !g.throws && g.in(2):
		error = "none"
	case g.wild && !eager && g.in(6):
		error = "again"
	}
	g.eager = g.eager || eager
	g.leaks = g.leaks || error == "again"
	noop := g.in(2) // the coroutine that it continues with at first
	watched := g.wild && g.in(4)
	owner := g.in(4) // the awaiter owns the task
	watch := ""
	if watched {
		watch = "T(last == waiting.address()); T(waiting ? 1 : 0); "
	}
	g.line("struct %s%s {", g.pick("", "", "[[clang::trivial_abi]] "), t.name)
	g.line("  static constexpr bool eager = %v;", eager)
	g.line("  struct promise_type {")
	g.line("    H waiting%s;", map[bool]string{true: " = std::noop_coroutine()", false: ""}[noop])
	switch t.result {
	case "void":
		g.line("    void return_void() { %s}", watch)
	case "int &":
		g.line("    int *value = nullptr;\n    void return_value(int &v) { %svalue = &v; }", watch)
	default:
		by := g.pick("%s v", "%s &&v")
		g.line("    %s value{};\n    void return_value("+by+") { %svalue = std::move(v); }", t.result, t.result, watch)
	}
	switch error {
	case "kept":
		g.line("    std::exception_ptr error;\n    void unhandled_exception() { error = std::current_exception(); }")
	case "code":
		g.line("    int error = 0;\n    void unhandled_exception() {\n      TRY { AGAIN; }\n      CATCH(e) { error = e; }\n    }")
	case "again":
		g.line("    void unhandled_exception() { AGAIN; }")
	default:
		g.line("    void unhandled_exception() { std::terminate(); }")
	}
	switch g.r.IntN(6) {
	case 0:
		g.line("    promise_type() { T(50); }\n    ~promise_type() { T(51); }")
	case 1:
		g.line("    int first;\n    template <class... A> promise_type(int &n, A &...) : first(n) {}\n    ~promise_type() { T(first); }")
	case 2:
		g.line("    template <class A> A &&await_transform(A &&a) noexcept { return static_cast<A &&>(a); }")
	}
	made := g.pick("std::coroutine_handle<promise_type>::from_promise(*this)", "*this")
	g.line("    %s get_return_object() { return %s{%s}; }", t.name, t.name, made)
	g.line("    std::suspend_%s initial_suspend() noexcept { return {}; }", map[bool]string{true: "never", false: "always"}[eager])
	g.line("    struct back {\n      bool await_ready() noexcept { return false; }")
	next := "h.promise().waiting"
	if !noop {
		next = "h.promise().waiting ? h.promise().waiting : std::noop_coroutine()"
	}
	switch g.r.IntN(3) {
	case 0:
		g.line("      H await_suspend(std::coroutine_handle<promise_type> h) noexcept { return %s; }", next)
	case 1:
		g.line("      template <class P> H await_suspend(std::coroutine_handle<P> h) noexcept { return %s; }", next)
	default:
		g.line("      H await_suspend(std::coroutine_handle<promise_type> h) noexcept {\n        auto &p = h.promise();")
		if noop {
			g.line("        return std::exchange(p.waiting, std::noop_coroutine());\n      }")
		} else {
			g.line("        if (p.waiting) return p.waiting;\n        return std::noop_coroutine();\n      }")
		}
	}
	g.line("      void await_resume() noexcept {}\n    };\n    back final_suspend() noexcept { return {}; }\n  };")
	g.line("  std::coroutine_handle<promise_type> h;")
	g.line("  %s(std::coroutine_handle<promise_type> h) : h(h) {}", t.name)
	g.line("  %s(promise_type &p) : h(std::coroutine_handle<promise_type>::from_promise(p)) {}", t.name)
	g.line("  %s(%s &&o) noexcept : h(std::exchange(o.h, {})) {}", t.name, t.name)
	g.line("  ~%s() {\n    if (h) h.destroy();\n  }", t.name)
	// The awaiter: the task, or another object.
	object := owner || g.in(3)
	if object {
		g.line("  struct awaiter {\n    std::coroutine_handle<promise_type> h;")
	}
	if owner {
		g.line("  awaiter(std::coroutine_handle<promise_type> h) : h(h) {}\n  awaiter(awaiter &&) = delete;")
		g.line("  ~awaiter() {\n    if (h) h.destroy();\n  }")
	}
	ready := g.pick("false", "false", "h.done()")
	if eager {
		ready = "h.done()"
	}
	g.line("  bool await_ready() noexcept { return %s; }", ready)
	register := "h.promise().waiting = w; "
	if watched {
		register += "last = w.address(); "
	}
	switch k := g.r.IntN(8); {
	case eager:
		g.line("  void await_suspend(H w) noexcept { %s}", register)
	case g.wild && !g.leaks && k == 0:
		g.line("  void await_suspend(H w) noexcept { %sh.resume(); }", register)
	case g.wild && !g.leaks && k == 1:
		g.line("  bool await_suspend(H w) noexcept { %sh.resume(); return true; }", register)
	case k < 4:
		g.line("  H await_suspend(H w) noexcept { %sreturn h; }", register)
	case k < 6:
		g.line("  auto await_suspend(H w) noexcept { %sreturn h; }", register)
	default:
		g.line("  template <class P> H await_suspend(std::coroutine_handle<P> w) noexcept { %sreturn h; }", register)
	}
	check := map[string]string{
		"kept": "if (h.promise().error) std::rethrow_exception(h.promise().error); ",
		"code": "if (h.promise().error) THROW(h.promise().error); "}[error]
	early := !eager && t.result != "int &" && (owner || !object) && g.in(5) // destroys the task as soon as its result is known
	switch {
	case t.result == "void" && early:
		g.line("  void await_resume() { %sstd::exchange(h, {}).destroy(); }", check)
	case t.result == "void":
		g.line("  void await_resume() { %s}", check)
	case t.result == "int &":
		g.line("  int &await_resume() { %sreturn *h.promise().value; }", check)
	case early:
		g.line("  %s await_resume() {\n    %s%s r = std::move(h.promise().value);\n    std::exchange(h, {}).destroy();\n    return r;\n  }",
			t.result, check, t.result)
	case g.in(4) && !owner && !eager:
		g.line("  %s &&await_resume() { %sreturn std::move(h.promise().value); }", t.result, check)
	default:
		g.line("  %s await_resume() { %sreturn std::move(h.promise().value); }", t.result, check)
	}
	if object {
		g.line("  };")
		if owner {
			g.line("  awaiter operator co_await() && noexcept { return {std::exchange(h, {})}; }")
		} else {
			g.line("  awaiter operator co_await() %snoexcept { return {h}; }", g.pick("", "&& "))
		}
	}
	// For the driver, after the end.
	if t.result == "void" {
		g.line("  int result() { %sreturn 7; }\n};", check)
	} else {
		g.line("  int result() { %sreturn num(%sh.promise().value); }\n};", check, map[bool]string{true: "*"}[t.result == "int &"])
	}
}

// args returns arguments for a coroutine: variables of the caller, or temporaries if the task is run before they die.
func (g *gen) args(f *function, less string, temporary bool) string {
	s := less
	for _, p := range f.params {
		s += ", "
		v := g.ints[g.r.IntN(len(g.ints))]
		switch p {
		case "int &":
			s += v
		case "int *":
			s += g.pick("&"+v, "&"+v, "shared")
		case "obj", "const obj &":
			if p == "obj" || temporary {
				s += fmt.Sprintf("obj(%d)", 100+g.r.IntN(50))
			} else {
				s += "fixed"
			}
		case "big":
			s += "make<big>(" + v + ")"
		case "own":
			s += fmt.Sprintf("own(%d)", g.r.IntN(3)*60)
		default:
			s += v
		}
	}
	return s
}

// helpers generates functions that create and run a task.
func (g *gen) helpers(f *function) {
	g.ints = []string{"x"}
	g.line("%s%s make_%s(int n, int &x) { return %s(%s); }", g.pick("static ", "static NI "), f.task.name, f.name, f.name, g.args(f, "n", false))
	g.line("static NI int top_%s(int n) {\n  int x = n;\n  return mix(drive(%s(%s)), x);\n}", f.name, f.name, g.args(f, "n", true))
	g.line("static gen gen_%s(int n) {\n  int x = n;\n  for (int i = 0; i < 2; i++) co_yield i + drive(%s(%s));\n}", f.name, f.name, g.args(f, "n", true))
}

// body generates a coroutine.
func (g *gen) body(f *function) {
	g.f, g.n, g.inLoops = f, 0, 0
	g.ints = []string{"acc", "v"}
	g.leave = g.few(4)
	g.line("%s {", f.head())
	g.indent++
	switch g.r.IntN(4) {
	case 0:
		g.line("obj first(%d);", 10+g.r.IntN(30))
	case 1:
		g.line("%sint keeps[%d] = {n & 99, 1};", map[bool]string{true: "alignas(64) "}[g.wild && g.in(2)], 4+g.r.IntN(60))
		g.ints = append(g.ints, "keeps[n & 3]")
	}
	g.line("int acc = n & 63, v = 1;")
	for k, p := range f.params {
		q := fmt.Sprint("q", k)
		switch p {
		case "int &", "int *":
			v := strings.TrimPrefix(p, "int ")
			if v == "&" {
				v = ""
			}
			g.ints = append(g.ints, v+q)
		case "obj", "const obj &":
			g.line("acc = mix(acc, %s.id);", q)
		default:
			g.line("acc = mix(acc, num(%s));", q)
		}
	}
	g.line("if (n <= 0 || --fuel < 0) {")
	if g.throws && g.in(3) {
		g.line("  if (fuel & 1) THROW(60);")
	}
	g.indent++
	g.giveBack()
	g.indent--
	g.line("}")
	g.block(1+g.few(4), 0)
	g.giveBack()
	g.indent--
	g.line("}")
}

func (g *gen) giveBack() {
	if g.f.task.result == "void" {
		g.line("cell = acc;\nco_return;")
	} else {
		g.line("co_return make<%s>(acc);", g.f.task.result)
	}
}

func (g *gen) block(n, depth int) {
	had := len(g.ints)
	for range n {
		g.statement(depth)
	}
	g.ints = g.ints[:had]
}

func (g *gen) braces(depth int, head string, args ...any) {
	g.line(head+" {", args...)
	g.indent++
	g.block(1+g.r.IntN(3), depth+1)
	g.indent--
	g.line("}")
}

func (g *gen) variable() string { return g.ints[g.r.IntN(len(g.ints))] }

// created returns an expression that creates a task of the function that it chooses.
func (g *gen) created(temporary bool) (f *function, call string) {
	f = g.funcs[g.r.IntN(len(g.funcs))]
	less := g.pick("n - 1", "n - 1", "n - 1", "n - 2", "n / 2")
	call = f.name + "(" + g.args(f, less, temporary) + ")"
	switch k := g.r.IntN(8); {
	case k == 0 && g.wild:
		call = fmt.Sprintf("make_%s(%s, %s)", f.name, less, g.variable())
	case k == 1:
		call = fmt.Sprintf("pass(%s, side(&%s, %d))", call, g.variable(), g.r.IntN(9))
	}
	return f, call
}

// value returns an expression that awaits a task and is of type int.
func (f *function) value(task string) string {
	if f.task.result == "void" {
		return "(co_await " + task + ", cell)"
	}
	return "num(co_await " + task + ")"
}

func (g *gen) await() string {
	if g.leave--; g.leave < 0 {
		return "side(&" + g.variable() + ", 1)"
	}
	f, call := g.created(true)
	return f.value(call)
}

func (g *gen) statement(depth int) {
	a := g.variable()
	switch k := g.r.IntN(30); {
	case k < 6:
		g.line("%s = mix(%s, %s);", a, g.variable(), g.await())
	case k == 6:
		g.braces(depth, "if (%s %s %d)", g.await(), g.pick(">", "<", "&"), g.r.IntN(300))
	case k == 7:
		i := g.name("i")
		g.line("for (int %s = 0; %s++ < %d && %s > %d;) T(%s);", i, i, 1+g.r.IntN(2), g.await(), g.r.IntN(60), a)
	case k == 8:
		g.line("%s = %s & 1 ? %s : %s;", a, g.variable(), g.await(), g.await())
	case k == 9:
		g.line("%s = add(%s, %s %s);", a, a, g.pick("(acc & 1) &&", "acc > 40 ||", "acc <"), "("+g.await()+g.pick(" > 5)", " < 90)"))
	case k == 10 && g.leave > 1:
		g.line("%s = add(mix(%s, %s), %s);", a, g.await(), g.await(), g.pick("1", "get(&"+g.variable()+")"))
	case k == 11: // a task in a variable
		f, call := g.created(false)
		t := g.name("t")
		g.leave--
		switch k := g.r.IntN(5); {
		case k == 0 && g.wild:
			g.line("{ auto %s = %s; T(%s); }", t, call, a)
		case k == 1:
			g.line("auto %s = %s;\n  auto %s_ = std::move(%s);\n  %s = add(%s, %s);", t, call, t, t, a, a, f.value("std::move("+t+"_)"))
		case k == 2 && g.wild:
			g.line("auto %s = %s;", t, call)
			g.block(1, depth+1)
			g.line("%s = add(%s, %s);", a, a, f.value("std::move("+t+")"))
		case k == 3 && g.wild:
			g.line("auto %s = %s;\n  if (%s & 1) %s = add(%s, %s);", t, call, g.variable(), a, a, f.value("std::move("+t+")"))
		default:
			g.line("auto %s = %s;\n  %s ^= %s & 255;", t, call, a, f.value("std::move("+t+")"))
		}
	case k < 15 && depth < 2 && g.throws: // an exception is handled
		g.braces(depth, "TRY")
		e := g.name("e")
		switch g.r.IntN(4) {
		case 0:
			g.line("CATCH_ALL {\n  T(%s);\n  if (acc & 1) AGAIN;\n}", a)
		case 1:
			g.line("CATCH(%s) {\n  if (%s > %d) THROW(%s + 1);\n  %s = add(%s, %s);\n}", e, e, 70+g.r.IntN(20), e, a, a, e)
		default:
			g.line("CATCH(%s) { %s = add(%s, %s); }", e, a, a, e)
		}
	case k == 15 && g.throws:
		g.line("if ((%s & %d) == 0) THROW(%d);", a, 1+g.r.IntN(7), 60+g.r.IntN(30))
	case k < 18 && depth < 2:
		g.inLoops++
		i := g.name("i")
		had := len(g.ints)
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, 2+g.r.IntN(2), i)
		g.indent++
		if g.in(2) {
			x := g.name("x")
			g.line("int %s = %s;", x, i)
			g.ints = append(g.ints, x)
		}
		g.block(1+g.r.IntN(3), depth+1)
		g.ints = g.ints[:had]
		g.indent--
		g.line("}")
		g.inLoops--
	case k == 18 && g.inLoops > 0:
		g.line("if ((%s & 3) == 1) %s;", a, g.pick("break", "continue"))
	case k == 19:
		g.line("obj %s(%d);", g.name("o"), 200+g.r.IntN(90))
	case k == 20:
		x := g.name("x")
		g.line("int %s = %s;", x, g.variable())
		g.ints = append(g.ints, x)
	case k == 21 && depth == 0: // an address that outlives the statement
		x := g.name("x")
		g.line("{\n  int %s = %s;\n  keep k(&%s);\n  %s = add(%s, %s);\n  %s = mix(%s, *shared);\n}", x, g.variable(), x, a, a, g.await(), a, a)
	case k == 22:
		x, p := g.name("x"), g.name("p")
		g.line("int %s = 3, *%s = (%s = add(%s, %s), &%s);\n  side(%s, 2);\n  %s = mix(%s, *%s);", x, p, a, a, g.await(), x, p, a, a, p)
	case k == 23 && depth < 2:
		g.line("switch (%s & 3) {\n  case 0: %s = %s; break;\n  case 1: T(%s);\n  default: %s ^= 1;\n  }", g.variable(), a, g.await(), a, a)
	case k == 24 && depth > 0:
		g.line("if (%s & 1) {", a)
		g.indent++
		g.giveBack()
		g.indent--
		g.line("}")
	case k == 25 && g.wild:
		f := g.funcs[g.r.IntN(len(g.funcs))]
		g.line("%s = add(%s, top_%s(n - 1));", a, a, f.name)
	case k == 26 && g.wild && g.in(2):
		f := g.funcs[g.r.IntN(len(g.funcs))]
		g.line("for (gen it = gen_%s(n - 1); it.next();) %s = add(%s, it.h.promise().v);", f.name, a, a)
	case k == 27 && g.wild && !g.eager && g.in(3):
		g.line("if (%s & 1) co_await park{};", a)
	case k == 28 && g.wild && g.in(2):
		m := g.name("me")
		g.line("H %s = co_await self{};\n  %s = mix(%s, %s);\n  T(%s == co_await self{});", m, a, a, g.await(), m)
	case k == 27 && g.wild:
		g.line("tls = add(tls, %s);\n  %s = mix(%s, tls);", g.await(), a, a)
	case k == 28:
		g.line("co_await std::suspend_never{};")
	default:
		g.line("T(%s);", a)
	}
}
