// What the programs share: the place where the debugger stops, a generator and a task.
#pragma once
#include <coroutine>
#include <exception>
#include <utility>

// The debugger stops here: the section `stops` lists address and line of each. There is no call, behind which registers would hold something
// else, and the first nop keeps a stop from being the first instruction of something inlined, where gdb would be in the caller still.
#define STOP                                                                                                                                                   \
  asm volatile("nop\n1: nop\n.pushsection stops,\"a\",@progbits\n.quad 1b\n.quad %c0\n.popsection" ::"i"(__LINE__) : "memory")

// A value that no optimiser knows.
template <class T> __attribute__((noinline, optnone)) T opaque(T v) { return v; }

template <class T, class Initial = std::suspend_always> struct generator {
  struct promise_type {
    T current{};
    generator get_return_object() { return generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    Initial initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) {
      current = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  generator(generator &&o) noexcept : handle(std::exchange(o.handle, {})) {}
  ~generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }
  T value() const { return handle.promise().current; }
};

template <class T> struct task {
  struct promise_type {
    T result{};
    std::coroutine_handle<> waiting = std::noop_coroutine();
    std::exception_ptr error;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    back final_suspend() noexcept { return {}; }
    void return_value(T v) { result = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit task(std::coroutine_handle<promise_type> h) : handle(h) {}
  task(task &&o) noexcept : handle(std::exchange(o.handle, {})) {}
  ~task() {
    if (handle)
      handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
    handle.promise().waiting = h;
    return handle;
  }
  T await_resume() {
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return handle.promise().result;
  }
  T run() {
    handle.resume();
    return await_resume();
  }
};
