// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Awaits of tasks that finish without suspending, in tasks that throw: exceptions of the child, of await_resume,
// in loops and past several tasks; a ready await, tasks that are awaited twice or later, a promise that the child
// reads and writes, recursion, and the order of destructors.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>
struct base_promise {
  std::coroutine_handle<> waiting;
  std::exception_ptr error;
  struct back {
    bool await_ready() noexcept { return false; }
    template <class P> std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) noexcept { return h.promise().waiting; }
    void await_resume() noexcept {}
  };
  std::suspend_always initial_suspend() noexcept { return {}; }
  back final_suspend() noexcept { return {}; }
  void unhandled_exception() { error = std::current_exception(); }
};
template <class T> struct task {
  struct promise_type : base_promise {
    T value{};
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    void return_value(T v) { value = v; }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) : h(std::exchange(t.h, nullptr)) {}
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  T await_resume() { if (h.promise().error) std::rethrow_exception(h.promise().error); return h.promise().value; }
  T run() { h.promise().waiting = std::noop_coroutine(); h.resume(); return await_resume(); }
};
struct say { const char *s; int n; ~say() { std::printf("~%s %d\n", s, n); } };

task<int> thrower(int n) { if (n & 1) throw n; co_return n; }
task<int> catcher(int n) {
  int r = 0;
  for (int i = 0; i < n; i++)
    try { say s{"c", i}; r += co_await thrower(i); } catch (int x) { r += 100 * x; }
  co_return r;
}
// the awaiter throws in await_resume after a quiet child
struct rude : task<int> {
  rude(task &&t) : task(std::move(t)) {}
  int await_resume() { int v = h.promise().value; if (v > 2) throw v; return v; }
};
task<int> quiet(int n) { co_return n * 2; }
task<int> uses_rude(int n) {
  say s{"r", n};
  int v = 0;
  try { v = co_await rude(quiet(n)); } catch (int x) { v = -x; }
  co_return v + co_await rude(quiet(1));
}
task<int> leaves_rude(int n) { say s{"l", n}; co_return co_await rude(quiet(n)); }
task<int> above(int n) { try { co_return co_await leaves_rude(n); } catch (int x) { std::printf("caught %d\n", x); } co_return co_await leaves_rude(1); }

// await_ready mixes
struct maybe : task<int> {
  bool ready;
  maybe(task &&t, bool r) : task(std::move(t)), ready(r) {}
  bool await_ready() { return ready; }
};
task<int> mixed(int n) {
  int a = co_await maybe(quiet(n), n & 1);
  int b = co_await maybe(quiet(n), n & 2);
  int c = co_await maybe(quiet(n), false);
  co_return a * 100 + b * 10 + c;
}
// promise address compared, done() and promise of the awaiter asked
std::coroutine_handle<task<int>::promise_type> cur;
void *cur_address;
struct note : task<int> {
  note(task &&t) : task(std::move(t)) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> w) {
    cur = w; cur_address = &w.promise();
    h.promise().waiting = w;
    return h;
  }
};
task<int> asks(int n) { co_return n * 2 + (cur_address == &cur.promise()) + cur.done() * 8 + (cur.promise().value == 77) * 1000; }
struct promise_sees { bool await_ready() { return false; } task<int>::promise_type *p;
  bool await_suspend(std::coroutine_handle<task<int>::promise_type> h) { p = &h.promise(); return false; }
  task<int>::promise_type *await_resume() { return p; } };
task<int> asked(int n) {
  auto *p = co_await promise_sees{};
  p->value = 77;
  int a = co_await note(asks(n));
  p->value = 78;
  int b = co_await note(asks(n));
  bool same = cur_address == p;
  co_return a * 10000 + b + same * 5;
}
// child writes to the promise of its parent, while the parent has the address of the promise
task<int> writes(int n) { cur.promise().value += n; co_return cur.promise().value; }
task<int> written(int n) {
  auto *p = co_await promise_sees{};
  p->value = 5;
  int a = co_await note(writes(n));
  int b = p->value;
  p->value = b * 2;
  int c = co_await note(writes(n));
  co_return a * 10000 + b * 100 + c + p->value * 1000000;
}
// awaited twice: second await of a done task (ready)
struct shared_t { task<int> t; bool started = false;
  bool await_ready() { return started; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { started = true; t.h.promise().waiting = w; return t.h; }
  int await_resume() { return t.h.promise().value; } };
task<int> twice(int n) {
  shared_t s{quiet(n)};
  int a = co_await s; int b = co_await s; int c = co_await s;
  co_return a + b * 10 + c * 100;
}
// stored and awaited later, in another order
task<int> count(int &n) { co_return ++n; }
task<int> stored(int n) {
  task<int> a = count(n), b = count(n), c = count(n);
  int z = co_await c, x = co_await a;
  n *= 10;
  int y = co_await b;
  co_return x * 10000 + y * 100 + z;
}
// recursion
task<long> fib(int n) { if (n < 2) co_return n; long a = co_await fib(n - 1); co_return a + co_await fib(n - 2); }
// destructors' order: parameters, locals, frame
struct loud { int n; loud(int n) : n(n) { std::printf("+%d\n", n); } loud(const loud &o) : n(o.n + 10) { std::printf("+%d\n", n); } ~loud() { std::printf("-%d\n", n); } };
task<int> par(loud l) { co_return l.n; }
task<int> pars(int n) { int r = co_await par(loud(n)); r += co_await par(loud(n + 1)); std::printf("between\n"); loud z(99); r += co_await par(z); co_return r; }

std::coroutine_handle<> parked;
struct park { bool await_ready() { return false; } void await_suspend(std::coroutine_handle<> h) { parked = h; } void await_resume() {} };
task<int> late(int n) { if (n == 3) co_await park{}; co_return n; }
task<int> loops(int n) { int r = 0; for (int i = 0; i < n; i++) r = r * 10 + co_await late(i) + co_await quiet(i); co_return r; }

int main() {
  std::printf("%d\n", catcher(5).run());
  std::printf("%d %d\n", uses_rude(1).run(), uses_rude(4).run());
  std::printf("%d\n", above(1).run());
  std::printf("%d\n", above(9).run());
  try { leaves_rude(5).run(); } catch (int x) { std::printf("out %d\n", x); }
  { // exception parked in the promise and destroyed
    task<int> t = leaves_rude(6); t.h.promise().waiting = std::noop_coroutine(); t.h.resume(); std::printf("done %d\n", t.h.done()); }
  for (int i = 0; i < 4; i++) std::printf("%d\n", mixed(i).run());
  std::printf("%d %d\n", asked(3).run(), written(4).run());
  std::printf("%d %d\n", twice(3).run(), stored(4).run());
  std::printf("%ld\n", fib(12).run());
  std::printf("%d\n", pars(1).run());
  task<int> t = loops(5);
  t.h.promise().waiting = std::noop_coroutine();
  t.h.resume();
  std::printf("parked %d\n", t.h.done());
  parked.resume();
  std::printf("%d %d\n", t.h.done(), t.h.promise().value);
  { task<int> u = loops(5); u.h.promise().waiting = std::noop_coroutine(); u.h.resume(); }
}
