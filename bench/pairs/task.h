// What the programs of this directory share. Each is compiled twice: as coroutines, and with -DPLAIN
// as the functions and loops that do the same. The latter is the limit for the former.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#ifdef PLAIN

#define TASK(T) T
#define AWAIT
#define RETURN return
template <class T> T run(T value) { return value; }

#else

#include <coroutine>

// A lazy computation that is awaited by symmetric transfer.
template <class T> struct [[nodiscard]] task {
  struct promise_type {
    std::coroutine_handle<> waiting;
    T value;
    std::exception_ptr error;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void unhandled_exception() { error = std::current_exception(); }
    void return_value(T v) { value = std::move(v); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) noexcept : h(std::exchange(t.h, {})) {}
  ~task() { if (h) h.destroy(); }
  struct awaiter {
    std::coroutine_handle<promise_type> h;
    bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) noexcept {
      h.promise().waiting = w;
      return h;
    }
    T await_resume() {
      if (h.promise().error)
        std::rethrow_exception(h.promise().error);
      return std::move(h.promise().value);
    }
  };
  awaiter operator co_await() && noexcept { return {h}; }
};

// A coroutine that nobody awaits.
struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void unhandled_exception() { std::terminate(); }
    void return_void() {}
  };
};

template <class T> detached start(task<T> t, T &value) { value = co_await std::move(t); }

template <class T> T run(task<T> t) {
  T value{};
  start(std::move(t), value);
  return value;
}

// A lazy sequence.
template <class T> struct generator {
  struct promise_type {
    T value;
    generator get_return_object() { return generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit generator(std::coroutine_handle<promise_type> h) : h(h) {}
  generator(generator &&g) noexcept : h(std::exchange(g.h, {})) {}
  ~generator() { if (h) h.destroy(); }
  bool next() {
    h.resume();
    return !h.done();
  }
  T value() const { return h.promise().value; }
};

#define TASK(T) task<T>
#define AWAIT co_await
#define RETURN co_return

#endif
