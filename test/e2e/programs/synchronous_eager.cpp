// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Coroutines that begin eagerly, by a transfer to themselves or without a suspend, await tasks that finish without
// suspending, and throw. Whether the frame is freed then depends on whether the coroutine has suspended.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>
int live;
struct prom;
using H = std::coroutine_handle<prom>;
template <int K> struct co;
template <int K> struct promise {
  std::coroutine_handle<> waiting = std::noop_coroutine();
  int value = 0;
  static void *operator new(std::size_t n) { live++; return std::malloc(n); }
  static void operator delete(void *p) { live--; std::free(p); }
  struct fin { bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<promise> h) noexcept { return h.promise().waiting; }
    void await_resume() noexcept {} };
  struct ini { bool await_ready() noexcept { return K == 2; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept { if (K == 1) return h; return std::noop_coroutine(); }
    void await_resume() noexcept {} };
  co<K> get_return_object() { return co<K>{std::coroutine_handle<promise>::from_promise(*this)}; }
  ini initial_suspend() noexcept { return {}; }
  fin final_suspend() noexcept { return {}; }
  void return_value(int v) { value = v; }
  void unhandled_exception() { throw; }
};
template <int K> struct co {
  using promise_type = promise<K>;
  std::coroutine_handle<promise_type> h;
  explicit co(std::coroutine_handle<promise_type> h) : h(h) {}
  co(co &&c) : h(std::exchange(c.h, nullptr)) {}
  ~co() { if (h && h.done()) { std::printf("destroys done\n"); h.destroy(); } else if (h) { std::printf("destroys %d\n", h.done()); h.destroy(); } }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  int await_resume() { return h.promise().value; }
};
co<0> leaf(int n) { co_return n + 1; }
struct noisy { int n; ~noisy() { std::printf("~%d\n", n); } };
co<1> self(int n) { noisy x{n}; int a = co_await leaf(n); if (a > 3) throw a; co_return a + co_await leaf(a); }
co<2> eager(int n) { noisy x{n}; int a = co_await leaf(n); if (a > 3) throw a; co_return a + co_await leaf(a); }
// ready only sometimes
co<0> lazy(int n) { noisy x{n}; int a = co_await leaf(n); if (a > 3) throw a; co_return a + co_await leaf(a); }
int main() {
  try { co<1> c = self(1); std::printf("%d\n", c.h.promise().value); } catch (int x) { std::printf("caught %d\n", x); }
  std::printf("live %d\n", live > 0);
  try { co<2> c = eager(1); std::printf("%d\n", c.h.promise().value); } catch (int x) { std::printf("caught %d\n", x); }
  try { co<0> c = lazy(5); c.h.resume(); } catch (int x) { std::printf("caught %d\n", x); }
  try { co<1> c = self(5); } catch (int x) { std::printf("caught %d\n", x); }
  try { co<2> c = eager(5); } catch (int x) { std::printf("caught %d\n", x); }
}
