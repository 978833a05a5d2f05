// A lazy task: starts when it is awaited, and goes on in its awaiter by symmetric
// transfer. Attributes differ by program: TASK_ATTRIBUTES before the include.

#pragma once
#include "device.h"

#ifndef TASK_ATTRIBUTES
#define TASK_ATTRIBUTES
#endif

template <class T> struct TASK_ATTRIBUTES Task {
  struct promise_type {
    T result;
    std::coroutine_handle<> continuation;

    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().continuation;
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(T value) { result = value; }
    void unhandled_exception() {}
  };

  explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
  Task(Task &&other) : handle(other.handle) { other.handle = nullptr; }
  Task(const Task &) = delete;
  ~Task() {
    if (handle)
      handle.destroy();
  }

  struct Awaiter {
    std::coroutine_handle<promise_type> handle;
    bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) noexcept {
      handle.promise().continuation = awaiting;
      return handle;
    }
    T await_resume() noexcept { return handle.promise().result; }
  };
  Awaiter operator co_await() && { return {handle}; }

  // Runs a task that nothing awaits, to its end.
  T run() {
    handle.promise().continuation = std::noop_coroutine();
    handle.resume();
    return handle.promise().result;
  }

  std::coroutine_handle<promise_type> handle;
};
