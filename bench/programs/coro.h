// What the programs of this directory share: a generator, a task that is awaited, and a count of heap allocations that main prints.
#pragma once
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

inline long allocations;
void *operator new(std::size_t n) {
  ++allocations;
  void *p = std::malloc(n);
  if (!p)
    std::abort();
  return p;
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }

// A lazy sequence.
template <class T> struct generator {
  struct promise_type {
    T value;
    generator get_return_object() { return generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit generator(std::coroutine_handle<promise_type> h) : h(h) {}
  generator(generator &&g) : h(std::exchange(g.h, nullptr)) {}
  ~generator() { if (h) h.destroy(); }
  bool next() { h.resume(); return !h.done(); }
  T value() const { return h.promise().value; }
};

// A lazy computation that another coroutine awaits, by symmetric transfer.
template <class T> struct task {
  struct promise_type {
    T value;
    std::coroutine_handle<> waiting;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) : h(std::exchange(t.h, nullptr)) {}
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  T await_resume() { return h.promise().value; }
  T run() { h.promise().waiting = std::noop_coroutine(); h.resume(); return h.promise().value; }
};

inline void finish(long result) { std::printf("%ld, %ld allocations\n", result, allocations); }
