// The least of a standard library that coroutines need, so that units compile in no time.
#pragma once
extern "C" int printf(const char *, ...);
namespace std {
template <class R, class...> struct coroutine_traits {
  using promise_type = typename R::promise_type;
};
template <class P = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
  void *at = nullptr;
  static coroutine_handle from_address(void *p) {
    coroutine_handle h;
    h.at = p;
    return h;
  }
  void *address() const { return at; }
  void resume() const { __builtin_coro_resume(at); }
  void destroy() const { __builtin_coro_destroy(at); }
  bool done() const { return __builtin_coro_done(at); }
};
template <class P> struct coroutine_handle : coroutine_handle<> {
  static coroutine_handle from_address(void *p) {
    coroutine_handle h;
    h.at = p;
    return h;
  }
  static coroutine_handle from_promise(P &p) { return from_address(__builtin_coro_promise((char *)&p, alignof(P), true)); }
  P &promise() const { return *(P *)__builtin_coro_promise(at, alignof(P), false); }
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
} // namespace std

struct task {
  struct promise_type {
    int value = 0;
    std::coroutine_handle<> waiter;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct last {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        if (h.promise().waiter.at)
          h.promise().waiter.resume();
      }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  task(std::coroutine_handle<promise_type> h) : handle(h) {}
  task(const task &) = delete;
  ~task() { handle.destroy(); }
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept {
    handle.promise().waiter = h;
    handle.resume();
  }
  int await_resume() noexcept { return handle.promise().value; }
};
