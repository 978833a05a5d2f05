// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"os/exec"
	"strings"
	"testing"
)

// header has a coroutine that is suspended at its start and end, whose handle its creator has, a task
// that destroys its coroutine, and a coroutine that frees itself at its end.
const header = `#include <coroutine>
#include <utility>
extern "C" int printf(const char *, ...);
struct job {
  struct promise_type {
    int v = 0;
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) { v = x; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
struct task {
  using promise_type = job::promise_type;
  std::coroutine_handle<promise_type> h;
  task(job j) : h(j.h) {}
  task(task &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~task() { if (h) h.destroy(); }
  int run() { h.resume(); return h.promise().v; }
};
struct fire {
  struct promise_type {
    fire get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
struct other { double d[8]; };
struct holder { std::coroutine_handle<job::promise_type> h; ~holder() { h.destroy(); } };
static job once() { co_return; }
static job one() { co_yield 1; }
static fire shot() { co_return; }
`

// TestMistakesInC checks mistakes that users make with handles in C++, as clang writes them with and
// without optimisation, and beside each the correct program.
func TestMistakesInC(t *testing.T) {
	clang, err := exec.LookPath("clang++-22")
	if err != nil {
		t.Skip("no clang 22")
	}
	for _, x := range []struct{ name, body, rule string }{
		{"resumed after its end", "auto j = once(); j.h.resume(); j.h.resume(); j.h.destroy();", "resume-at-final"},
		{"resumed to its end", "auto j = one(); j.h.resume(); j.h.resume(); j.h.destroy();", ""},
		{"resumed until done", "auto j = one(); while (!j.h.done()) j.h.resume(); j.h.destroy();", ""},
		{"destroyed by two objects", "auto j = once(); holder a{j.h}; holder b = a;", "use-after-destroy"},
		{"destroyed by one of two objects", "auto j = once(); holder a{j.h}; holder *b = &a; b->h.resume();", ""},
		{"resumed after destroy", "auto j = one(); j.h.destroy(); j.h.resume();", "use-after-destroy"},
		{"created again after destroy", "auto j = one(); j.h.destroy(); j = one(); j.h.resume(); j.h.destroy();", ""},
		{"destroyed on one path", "auto j = one(); if (n > 1) { j.h.destroy(); return 0; } j.h.resume(); j.h.destroy();", ""},
		{"promise read after destroy", `auto j = one(); auto &p = j.h.promise(); j.h.destroy(); printf("%d", p.v);`, "use-after-destroy"},
		{"promise read before destroy", `auto j = one(); auto &p = j.h.promise(); printf("%d", p.v); j.h.destroy();`, ""},
		{"asked after it freed itself", "auto j = shot(); j.h.resume(); if (!j.h.done()) j.h.destroy();", "use-after-destroy"},
		{"it frees itself", "auto j = shot(); j.h.resume();", ""},
		{"promise of another type", `auto j = one(); auto w = std::coroutine_handle<other>::from_address(j.h.address());
  printf("%g", w.promise().d[7]); j.h.destroy();`, "no-promise"},
		{"moved and run", `task a = one(); task b = std::move(a); printf("%d", b.run());`, ""},
		{"moved back", `task a = one(); task b = std::move(a); task c = std::move(b); if (a.h) a.run(); printf("%d", c.run());`, ""},
	} {
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(x.name+level, func(t *testing.T) {
				cmd := exec.Command(clang, "-std=c++20", level, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-xc++", "-", "-o", "-")
				cmd.Stdin = strings.NewReader(header + "int main(int n, char **) {\n  " + x.body + "\n}\n")
				text, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				switch out, _ := inProcess(t, "main.ll", text); {
				case x.rule == "" && out != "":
					t.Errorf("not correct:\n%s", out)
				case x.rule != "" && !strings.Contains(out, "["+x.rule+"]"):
					t.Errorf("not found:\n%s", out)
				}
			})
		}
	}
}
