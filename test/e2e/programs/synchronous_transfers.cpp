// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tasks that finish without suspending, but transfer control elsewhere at their end, resume their awaiter by a call,
// are resumed by a call, or let exceptions leave resume; handles that are stored and compared; other threads.
// E2E: threads
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <thread>
struct prom;
using H = std::coroutine_handle<prom>;
struct co {
  using promise_type = prom;
  H h;
  explicit co(H h) : h(h) {}
  co(co &&c) : h(std::exchange(c.h, nullptr)) {}
  ~co() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w);
  int await_resume();
};
struct prom {
  std::coroutine_handle<> waiting = std::noop_coroutine();
  int value = 0;
  int mode = 0;
  struct fin {
    bool ready;
    bool await_ready() noexcept { return ready; }
    std::coroutine_handle<> await_suspend(H h) noexcept;
    void await_resume() noexcept {}
  };
  co get_return_object() { return co{H::from_promise(*this)}; }
  std::suspend_always initial_suspend() noexcept { return {}; }
  fin final_suspend() noexcept { return {false}; }
  void return_value(int v) { value = v; }
  void unhandled_exception() { throw; }
};
std::coroutine_handle<> redirect, redirected;
std::coroutine_handle<> prom::fin::await_suspend(H h) noexcept {
  if (redirect) { redirected = h.promise().waiting; return std::exchange(redirect, nullptr); }
  return h.promise().waiting;
}
std::coroutine_handle<> co::await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
int co::await_resume() { return h.promise().value; }

co leaf(int n) { co_return n + 1; }
co redirects(int n) { co_return n * 3; }
co par(int n) { int a = co_await leaf(n); int b = co_await redirects(a); co_return a * 100 + b; }
co top(int n) { co_return co_await par(n) + co_await par(n + 1); }

struct other { struct promise_type { other get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
  std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} };
  std::coroutine_handle<promise_type> h; };
other aside() { for (;;) { std::printf("aside\n"); co_await std::suspend_always{}; } }

// the part resumes its awaiter itself
struct selfres {
  struct promise_type {
    std::coroutine_handle<> waiting; int value = 0;
    struct fin { bool await_ready() noexcept { return false; } void await_suspend(std::coroutine_handle<promise_type> h) noexcept { h.promise().waiting.resume(); } void await_resume() noexcept {} };
    selfres get_return_object() { return selfres{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    fin final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit selfres(std::coroutine_handle<promise_type> h) : h(h) {}
  selfres(selfres &&c) : h(std::exchange(c.h, nullptr)) {}
  ~selfres() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  int await_resume() { return h.promise().value; }
};
// and one whose await_suspend is void and resumes the child, which resumes the awaiter in there
struct selfres2 : selfres { selfres2(selfres &&s) : selfres(std::move(s)) {}
  void await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; h.resume(); } };
struct selfres3 : selfres { selfres3(selfres &&s) : selfres(std::move(s)) {}
  bool await_suspend(std::coroutine_handle<> w) { h.promise().waiting = std::noop_coroutine(); h.resume(); return false; } };
selfres sleaf(int n) { co_return n + 1; }
co spar(int n) { int a = co_await sleaf(n); int b = co_await selfres2(sleaf(n + 1)); int c = co_await selfres3(sleaf(n + 2)); co_return a * 100 + b * 10 + c; }
selfres spar2(int n) { int a = co_await sleaf(n); int b = 0; for (int i = 0; i < n; i++) b += co_await sleaf(i); co_return a * 100 + b; }
co stop(int n) { co_return co_await spar2(n) * 2; }

// the awaiter is destroyed by a child through a volatile detour; and exceptions leave resume
struct noisy { int n; ~noisy() { std::printf("~%d\n", n); } };
co throws(int n) { noisy x{n}; int a = co_await leaf(n); if (a > 3) throw a; co_return a; }
co throws2(int n) { noisy x{n + 100}; co_return co_await throws(n); }

// handles kept elsewhere, compared later
std::coroutine_handle<> seen[8]; int nseen;
struct keeping : co { keeping(co &&c) : co(std::move(c)) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { seen[nseen++] = w; h.promise().waiting = w; return h; } };
co keeps(int n) { int a = co_await keeping(leaf(n)); int b = co_await keeping(leaf(a)); co_await std::suspend_always{}; int c = co_await keeping(leaf(b)); co_return a + 10 * b + 100 * c; }

// thread hop after a synchronous await
struct hop { bool await_ready() { return false; } void await_suspend(std::coroutine_handle<> h) { std::thread([h] { h.resume(); }).join(); } void await_resume() {} };
thread_local int tl = 1;
co tleaf(int n) { tl += n; co_return tl; }
co hops(int n) { int a = co_await tleaf(n); co_await hop{}; int b = co_await tleaf(n); int c = co_await leaf(b); co_return a * 100 + b * 10 + c; }

// two children of one coroutine, big frames that may share bytes; pointers into the one used by the other
co fill(int *p, int n) { int local[8]; for (int i = 0; i < 8; i++) { local[i] = n * i; p[i & 3] += local[i]; } co_return local[n & 7]; }
co fills(int n) { int p[4] = {1, 2, 3, 4}; int a = co_await fill(p, n); int b = co_await fill(p, a); co_await std::suspend_always{}; int c = co_await fill(p, b); co_return a + b + c + p[0] + p[1] * 3 + p[2] * 5 + p[3] * 7; }

int main() {
  { co t = top(4); t.h.resume(); std::printf("%d %d\n", t.h.done(), t.h.promise().value); }
  { other o = aside(); redirect = o.h; co t = top(4); t.h.resume(); std::printf("%d\n", t.h.done());
    redirect = o.h; redirected.resume(); std::printf("%d\n", t.h.done());
    redirected.resume(); std::printf("%d\n", t.h.done() ? t.h.promise().value : -1);
    o.h.destroy(); }
  { co t = spar(4); t.h.resume(); std::printf("%d %d\n", t.h.done(), t.h.promise().value); }
  { co t = stop(4); t.h.resume(); std::printf("%d %d\n", t.h.done(), t.h.promise().value); }
  for (int n = 1; n < 5; n++) { co t = throws2(n); try { t.h.resume(); std::printf("%d\n", t.h.promise().value); } catch (int x) { std::printf("caught %d done %d\n", x, t.h.done()); } }
  { co t = keeps(3); t.h.resume(); std::printf("%d %d %d\n", nseen, seen[0] == seen[1], seen[0] == t.h); seen[1].resume(); std::printf("%d %d %d\n", nseen, t.h.done(), t.h.promise().value); }
  { co t = hops(2); t.h.resume(); std::printf("%d %d %d\n", t.h.done(), t.h.promise().value, tl); }
  { co t = fills(3); t.h.resume(); t.h.resume(); std::printf("%d %d\n", t.h.done(), t.h.promise().value); }
}
