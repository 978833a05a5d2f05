// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"os/exec"
	"strings"
	"testing"
)

// header has a coroutine that is suspended at its start and end, whose handle its creator has, a task
// that destroys its coroutine, a coroutine that frees itself at its end, and coroutines whose creator gets
// an object with a destructor.
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
struct owner {
  struct promise_type {
    int v = 0;
    owner get_return_object() { return owner(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int x) { v = x; }
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
  explicit owner(std::coroutine_handle<promise_type> x) : h(x) {}
  owner(owner &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~owner() { if (h) h.destroy(); }
  int run() { h.resume(); return h.promise().v; }
};
template <class Final> struct ending {
  struct promise_type {
    ending get_return_object() { return ending(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    Final final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  explicit ending(std::coroutine_handle<promise_type> x) : h(x) {}
  ~ending() { h.destroy(); }
};
struct again { // transfers to the coroutine that ends
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept { return h; }
  void await_resume() noexcept {}
};
struct gone { // destroys the coroutine that ends
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { h.destroy(); }
  void await_resume() noexcept {}
};
template <bool Stays> struct quit { // destroys the coroutine that waits
  int n = 0;
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> h) { if (Stays) n++; h.destroy(); if (!Stays) n++; return true; }
  void await_resume() {}
};
struct quit_and_resume {
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> h) { h.destroy(); return false; }
  void await_resume() {}
};
struct other { double d[8]; };
struct holder { std::coroutine_handle<job::promise_type> h; ~holder() { h.destroy(); } };
static job once() { co_return; }
static job one() { co_yield 1; }
static fire shot() { co_return; }
static owner seven() { co_return 7; }
template <class Final> static ending<Final> end() { co_return; }
template <class Awaiter> static fire wait() { co_await Awaiter{}; co_return; }
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
		{"task run twice", "owner t = seven(); return t.run() + t.run();", "resume-at-final"},
		{"task run once", "owner t = seven(); return t.run();", ""},
		{"task run after it was moved", "owner t = seven(); owner u = std::move(t); return t.run();", "null-handle"},
		{"task run where it was moved to", "owner t = seven(); owner u = std::move(t); return u.run();", ""},
		{"task destroyed by hand", "owner t = seven(); t.run(); t.h.destroy();", "use-after-destroy"},
		{"task taken apart", "owner t = seven(); t.run(); t.h.destroy(); t.h = {};", ""},
		{"handle of a temporary task", "auto h = seven().h; h.resume();", "use-after-destroy"},
		{"handle of a promise's copy", "owner t = seven(); auto p = t.h.promise(); decltype(t.h)::from_promise(p).resume();", "not-a-coroutine"},
		{"handle of a promise", "owner t = seven(); auto &p = t.h.promise(); decltype(t.h)::from_promise(p).resume();", ""},
		{"address of a handle", "owner t = seven(); std::coroutine_handle<>::from_address(&t.h).resume();", "not-a-coroutine"},
		{"final suspend transfers to itself", "end<again>().h.resume();", "resume-at-final"},
		{"final suspend destroys, and so does the owner", "end<gone>().h.resume();", "use-after-destroy"},
		{"final suspend does not wait, and the owner destroys", "end<std::suspend_never>().h.resume();", "use-after-destroy"},
		{"final suspend waits, and the owner destroys", "end<std::suspend_always>().h.resume();", ""},
		{"awaiter used after it destroyed its coroutine", "wait<quit<false>>().h.resume();", "use-after-destroy"},
		{"awaiter used before it destroys its coroutine", "wait<quit<true>>().h.resume();", ""},
		{"await_suspend destroys and resumes", "wait<quit_and_resume>().h.resume();", "use-after-destroy"},
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
