// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// an in-order walk over a tree with a task for each node
#include "gen.h"
template <class T> struct task { struct promise_type { T v; std::coroutine_handle<> up; task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct last { bool await_ready() noexcept { return false; } std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().up; } void await_resume() noexcept {} };
    last final_suspend() noexcept { return {}; } void return_value(T x) { v = x; } void unhandled_exception() { std::terminate(); } };
  std::coroutine_handle<promise_type> h; task(std::coroutine_handle<promise_type> p) : h(p) {} task(const task &) = delete; ~task() { h.destroy(); }
  bool await_ready() { return false; } std::coroutine_handle<> await_suspend(std::coroutine_handle<> u) { h.promise().up = u; return h; } T await_resume() { return h.promise().v; } };
struct node { long v; node *l, *r; };
static node *make(int d, long &n) { if (!d) return nullptr; node *x = new node; x->l = make(d - 1, n); x->v = n++; x->r = make(d - 1, n); return x; }
__attribute__((noinline)) task<long> walk(node *x, int deep) {
  if (!x) co_return 0;
  if (deep > 60) { error("deep"); co_return co_await walk(nullptr, 0); }
  long a = co_await walk(x->l, deep + 1);
  if (x->v < 0) { error("negative"); a += co_await walk(nullptr, 0); }
  long b = co_await walk(x->r, deep + 1);
  co_return a + b + x->v;
}
int main() { long n = 0; node *x = make(16, n); long sum = 0; for (int r = 0; r < 40; r++) { auto t = walk(x, 0); t.h.promise().up = std::noop_coroutine(); t.h.resume(); sum += t.h.promise().v; } printf("%ld\n", sum); }
