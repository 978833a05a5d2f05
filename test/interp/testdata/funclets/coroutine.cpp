// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions in coroutines, without headers: clang compiles it for Windows and for the host.
extern "C" int printf(const char *, ...);
namespace std {
template <class R, class... A> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class P = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
  void *p = nullptr;
  static coroutine_handle from_address(void *a) { coroutine_handle h; h.p = a; return h; }
  void *address() const { return p; }
  void resume() const { __builtin_coro_resume(p); }
  void destroy() const { __builtin_coro_destroy(p); }
  bool done() const { return __builtin_coro_done(p); }
};
template <class P> struct coroutine_handle : coroutine_handle<> {
  static coroutine_handle from_address(void *a) { coroutine_handle h; h.p = a; return h; }
  static coroutine_handle from_promise(P &x) {
    coroutine_handle h;
    h.p = __builtin_coro_promise(&x, alignof(P), true);
    return h;
  }
  P &promise() const { return *(P *)__builtin_coro_promise(p, alignof(P), false); }
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
}

struct S {
  int v;
  S(int x) : v(x) {}
  S(const S &o) : v(o.v + 1000) { printf("copy %d\n", v); }
  ~S() { printf("~%d\n", v); }
};
struct boom {
  int k;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {
    if (k == 2)
      throw 22;
  }
  void await_resume() {
    if (k == 1)
      throw S(k);
  }
};
struct task {
  struct promise_type {
    int state = 0;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() { state |= 1; }
    void unhandled_exception() {
      state |= 2;
      try {
        throw;
      } catch (int i) {
        printf("unhandled int %d\n", i);
      } catch (S s) {
        printf("unhandled S %d\n", s.v);
      } catch (...) {
        printf("unhandled\n");
      }
    }
  };
  std::coroutine_handle<promise_type> h;
};
task run(int k) {
  S a(10 + k);
  try {
    S b(20 + k);
    co_await boom{k};
    printf("after\n");
    co_await std::suspend_always{};
  } catch (S &s) {
    printf("caught S %d\n", s.v);
    if (k == 1)
      throw;
  }
  S c(30 + k);
  co_await std::suspend_always{};
  if (k == 3)
    throw 1.5;
}
int main() {
  for (int k = 0; k < 4; k++) {
    printf("-- %d\n", k);
    task t = run(k);
    while (!t.h.done())
      t.h.resume();
    printf("state %d\n", t.h.promise().state);
    t.h.destroy();
  }
  task u = run(0);
  u.h.resume();
  u.h.destroy();
}
