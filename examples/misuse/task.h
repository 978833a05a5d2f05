// A task that is awaited by another, as libraries write it.
#pragma once
#include <coroutine>
#include <utility>

struct task {
  struct promise_type {
    std::coroutine_handle<> caller = std::noop_coroutine();
    int result = 0;

    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().caller; }
      void await_resume() noexcept {}
    };
    task get_return_object() noexcept { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    back final_suspend() noexcept { return {}; }
    void return_value(int v) noexcept { result = v; }
    void unhandled_exception() noexcept {}
  };

  std::coroutine_handle<promise_type> frame;

  explicit task(std::coroutine_handle<promise_type> h) noexcept : frame(h) {}
  task(task &&o) noexcept : frame(std::exchange(o.frame, nullptr)) {}
  ~task() {
    if (frame) frame.destroy();
  }

  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept {
    frame.promise().caller = h;
    return frame;
  }
  int await_resume() noexcept { return frame.promise().result; }
};
