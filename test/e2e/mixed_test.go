// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// Programs of two files with the same inline functions: one file is compiled by GCC, and one by our
// compiler launcher. The functions leave the order of calls to the compiler, and GCC and clang choose
// different ones. The linker keeps one definition of each. Whichever it is, each line that the program
// prints must be one that plain compilers lead to, and nothing may crash.

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mixedHead is the part of the header that is the same in all programs. finish runs the task to its end
// and destroys it, leave puts it into a queue that a later call of later runs, and peek reads it.
const mixedHead = `#pragma once
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>
struct task {
  struct promise_type {
    int value = 0;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  task(const task &) = delete;
  ~task() { if (h) h.destroy(); }
};
void enqueue(task t);
int later();
void trace(int);
inline int finish(task &t) {
  if (!t.h) return -1;
  int s = 0;
  while (t.h.resume(), !t.h.done()) s += t.h.promise().value;
  t.h.destroy();
  t.h = nullptr;
  return s;
}
inline int leave(task &t) { if (t.h) enqueue(std::move(t)); return 0; }
inline int peek(task &t) { return t.h ? 1 : 2; }
inline int pick(int a, int b, int c) { return a + 10 * b + 100 * c; }
struct both { int a, b; both(int a, int b) : a(a), b(b) {} };
template <class A, class B> int first(A a, B) { return a; }
`

// mixedBodies are expressions with two calls in an order that the language leaves open. %[1]s is the task,
// and %[2]s and %[3]s are the calls.
var mixedBodies = []string{
	"return first(%[2]s(%[1]s), %[3]s(%[1]s));",
	"return pick(%[2]s(%[1]s), %[3]s(%[1]s), 3);",
	"both x(%[2]s(%[1]s), %[3]s(%[1]s)); return x.a + 7 * x.b;",
	"return %[2]s(%[1]s) + 5 * %[3]s(%[1]s);",
	"int v[2]; int *p = v; *(p + (%[2]s(%[1]s) & 1)) = %[3]s(%[1]s); return 4;",
	"return pick(peek(%[1]s), %[2]s(%[1]s), %[3]s(%[1]s));",
}

// mixedProgram generates the header, the file for GCC and the file for us.
func mixedProgram(seed int64) (header, other, work string) {
	rnd := rand.New(rand.NewSource(seed))
	h, o, w := &strings.Builder{}, &strings.Builder{}, &strings.Builder{}
	h.WriteString(mixedHead)
	o.WriteString("#include \"lib.h\"\n#include <vector>\nstatic std::vector<task> kept;\nvoid enqueue(task t) { kept.push_back(std::move(t)); }\n" +
		"int later() { int s = 0; for (auto &t : kept) while (t.h.resume(), !t.h.done()) s += t.h.promise().value; kept.clear(); return s; }\n" +
		"void trace(int) {}\nstatic int clobber() { volatile char b[4096]; for (auto &c : b) c = 0x5a; return b[7]; }\n")
	w.WriteString("#include \"lib.h\"\nstatic task gen(int n) { for (int k = 1; k <= n; ++k) co_yield k; }\n")
	var main strings.Builder
	for k := range 3 {
		calls := []string{"finish", "leave"}
		if rnd.Intn(2) == 0 {
			calls[0], calls[1] = calls[1], calls[0]
		}
		name := "drive" + strconv.Itoa(k)
		for level := rnd.Intn(3); level > 0; level-- {
			inner := name + "_" + strconv.Itoa(level)
			fmt.Fprintf(h, "inline int %s(task &t) { trace(%d); return %s(t); }\n", inner, level, calls[0])
			calls[0] = inner
		}
		attr := ""
		if rnd.Intn(4) == 0 {
			attr = "__attribute__((noinline)) "
		}
		form := rnd.Intn(3)
		decl := map[int]string{0: "inline " + attr + "int " + name + "(task &t)",
			1: "template <class T> " + attr + "int " + name + "(T &t)",
			2: "struct of_" + name + " { " + attr + "int run(task &t)"}[form]
		fmt.Fprintf(h, "%s {\n%s  %s\n}\n", decl, strings.Repeat("  trace(1); trace(2);\n", rnd.Intn(20)),
			fmt.Sprintf(mixedBodies[rnd.Intn(len(mixedBodies))], "t", calls[0], calls[1]))
		call := name + "(t)"
		if form == 2 {
			h.WriteString("};\n")
			call = "of_" + name + "().run(t)"
		}
		fmt.Fprintf(o, "int use%d(task &t) { return %s; }\n", k, call)
		body := fmt.Sprintf("task t = gen(n); return %s;", call)
		if rnd.Intn(3) == 0 {
			body = fmt.Sprintf("int s = 0; for (int i = 1; i < 3; ++i) { task t = gen(n + i); s += %s; } return s;", call)
		}
		fmt.Fprintf(w, "int work%d(int n) { %s }\n", k, body)
		if rnd.Intn(2) == 0 { // a second caller, so that nobody inlines it as the only call
			fmt.Fprintf(w, "int again%d(int n) { task t = gen(n); return %s + 1; }\n", k, call)
		}
		fmt.Fprintf(&main, "  { int r = work%d(%d); clobber(); printf(\"%d: %%d, later %%d\\n\", r, later()); }\n", k, 2+rnd.Intn(5), k)
		fmt.Fprintf(o, "int work%d(int n);\n", k)
	}
	fmt.Fprintf(o, "int main() {\n%s}\n", main.String())
	return h.String(), o.String(), w.String()
}

// TestMixed builds generated programs with GCC and with our launcher, in both link orders and at two
// levels. E2E_MIXED=N builds those of the seeds 0 to N-1.
func TestMixed(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ is installed")
	}
	if toolName() != "corolower" {
		t.Skip("opt has no launcher")
	}
	tool := newTool(t).(corolowerTool)
	seeds := []int{3, 4} // went wrong when replaceable bodies were believed
	if s := os.Getenv("E2E_MIXED"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		seeds = make([]int, n)
		for k := range seeds {
			seeds[k] = k
		}
	}
	for _, seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			m := &mixed{t: t, dir: scratchDir(t, "mixed"+strconv.Itoa(seed)), gcc: []string{gcc}, plain: []string{clang(22)},
				ours: []string{tool.bin, "cc", clang(22)}}
			m.run(int64(seed))
		})
	}
}

// mixed is one generated program.
type mixed struct {
	t                *testing.T
	dir              string
	gcc, plain, ours []string
	objects          map[string]string
}

// object compiles a file and returns its path.
func (m *mixed) object(compiler []string, level, file string) string {
	key := fmt.Sprint(compiler, level, file)
	if m.objects == nil {
		m.objects = map[string]string{}
	}
	if o := m.objects[key]; o != "" {
		return o
	}
	o := filepath.Join(m.dir, fmt.Sprintf("%d.o", len(m.objects)))
	m.objects[key] = o
	args := append(slices.Clone(compiler[1:]), "-std=c++20", level, "-c", filepath.Join(m.dir, file), "-o", o)
	mustRun(m.t, compiler[0], args...)
	return o
}

// lines links objects and returns what the program prints.
func (m *mixed) lines(objects ...string) []string {
	exe := filepath.Join(m.dir, "exe")
	if !mustRun(m.t, m.gcc[0], append(objects, "-o", exe)...) {
		m.t.FailNow()
	}
	r := execute(exe)
	lines := strings.Split(strings.TrimSpace(string(r.stdout)), "\n")
	if r.err != nil || r.status != "exit status 0" {
		lines = append(lines, fmt.Sprintf("%s, %v", r.status, r.err))
	}
	return lines
}

func (m *mixed) run(seed int64) {
	header, other, work := mixedProgram(seed)
	for name, text := range map[string]string{"lib.h": header, "other.cpp": other, "work.cpp": work} {
		if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644); err != nil {
			m.t.Fatal(err)
		}
	}
	allowed := map[string]bool{}
	for _, compiler := range [][]string{m.gcc, m.plain} {
		for _, level := range []string{"-O0", "-O2"} {
			for _, line := range m.lines(m.object(compiler, level, "other.cpp"), m.object(compiler, level, "work.cpp")) {
				allowed[line] = true
			}
		}
	}
	for _, theirs := range []string{"-O0", "-O2"} {
		for _, level := range []string{"-O0", "-O2"} {
			a, b := m.object(m.gcc, theirs, "other.cpp"), m.object(m.ours, level, "work.cpp")
			for _, objects := range [][]string{{a, b}, {b, a}} {
				for _, line := range m.lines(objects...) {
					if !allowed[line] {
						m.t.Error(keep(fmt.Sprintf("seed %d, g++ %s, cc %s, %s: %q, not one of %v", seed, theirs, level, objects, line, allowed)))
					}
				}
			}
		}
	}
}
