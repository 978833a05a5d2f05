// A coroutine that needs no heap, for it lies in the one that awaits it, and one that needs it where it is kept. examples/tasks.ll is made of it:
//   clang++ -std=c++20 -O1 -g -fno-exceptions -fno-discard-value-names -fdebug-compilation-dir=. -S -emit-llvm -Xclang -disable-llvm-passes tasks.cpp
namespace std {
template <class R, class... A> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class P = void> struct coroutine_handle {
  static coroutine_handle from_address(void *p) noexcept { return {p}; }
  static coroutine_handle from_promise(P &p) noexcept { return {__builtin_coro_promise(&p, alignof(P), true)}; }
  P &promise() { return *static_cast<P *>(__builtin_coro_promise(p, alignof(P), false)); }
  void resume() { __builtin_coro_resume(p); }
  void destroy() { __builtin_coro_destroy(p); }
  void *p = nullptr;
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  template <class H> void await_suspend(H) noexcept {}
  void await_resume() noexcept {}
};
}

struct task {
  struct promise_type {
    int result = 0;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int r) { result = r; }
    void unhandled_exception() noexcept {}
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(const task &) = delete;
  ~task() {
    if (h.p)
      h.destroy();
  }
  std::coroutine_handle<promise_type> release() {
    auto kept = h;
    h.p = nullptr;
    return kept;
  }
  bool await_ready() { h.resume(); return true; }
  template <class H> void await_suspend(H) {}
  int await_resume() { return h.promise().result; }
};

int tick();

struct timer {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<task::promise_type>) {}
  int await_resume() { return tick(); }
};

task measure(int n) {
  int from = co_await timer{};
  co_return from + n;
}

task twice(int n) {
  task first = measure(n);
  int sum = co_await first;
  co_return sum + co_await timer{};
}

std::coroutine_handle<task::promise_type> current;

int now(int n) {
  task t = twice(n);
  t.h.resume();
  return t.h.promise().result;
}

void later(int n) {
  task t = measure(n);
  t.h.resume();
  current = t.release();
}
