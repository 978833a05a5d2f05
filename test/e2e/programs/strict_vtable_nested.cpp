// Coroutines that lie in the frames of others, with polymorphic objects passed by reference.
// E2E: -fstrict-vtable-pointers
#include "poly_lib.h"
struct sub { struct promise_type : PB { int r = 0; std::coroutine_handle<> up; sub get_return_object() { return sub{std::coroutine_handle<promise_type>::from_promise(*this)}; }
  std::suspend_always initial_suspend() noexcept { return {}; }
  struct fin { bool await_ready() noexcept { return false; } std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().up; } void await_resume() noexcept {} };
  fin final_suspend() noexcept { return {}; } void return_value(int k) { put(k); r = v + name(); } void unhandled_exception() { std::abort(); } };
  std::coroutine_handle<promise_type> h; explicit sub(std::coroutine_handle<promise_type> h) : h(h) {} sub(sub &&) = delete; ~sub() { h.destroy(); }
  bool await_ready() { return false; } std::coroutine_handle<> await_suspend(std::coroutine_handle<> u) { h.promise().up = u; return h; } int await_resume() { return h.promise().r; } };
sub leaf(Base &b, int k) { Der d; d.set(k); b.set(k); co_await std::suspend_never{}; co_return use(b) + use(d); }
sub mid(Base &b, int k) { Oth o; int r = 0; for (int i = 0; i < k; i++) { r += co_await leaf(o, i); r += co_await leaf(b, i + 1); Base loc; r += co_await leaf(loc, r & 7); } co_return r + use(o); }
task top(int n) { for (int i = 0; i < n; i++) { { Der d; int r = co_await mid(d, i); printf("%d %d\n", r, d.get()); co_yield r; } { Oth o; int r = co_await mid(o, 2); printf("%d %d\n", r, o.get()); co_yield 1; printf("%d\n", use(o)); } } }
int main() { task t = top(4); while (!t.h.done()) { t.h.resume(); printf("%d\n", t.h.promise().name()); } }
