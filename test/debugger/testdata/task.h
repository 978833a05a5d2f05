// The type of most coroutines of these programs, as libraries have it: it begins when it is awaited, and
// then continues who awaits it.
#include <coroutine>
#include <exception>
#include <utility>

template <class T> struct task {
  struct promise_type {
    T value{};
    std::coroutine_handle<> continuation;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct final_awaiter {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto next = h.promise().continuation;
        return next ? next : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  struct awaiter {
    std::coroutine_handle<promise_type> callee;
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
      callee.promise().continuation = caller;
      return callee;
    }
    T await_resume() { return callee.promise().value; }
  };
  awaiter operator co_await() && { return {h}; }
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h)
      h.destroy();
  }
  std::coroutine_handle<promise_type> h;
};
