// The coroutine types that several programs share: a generator, a lazy task
// with symmetric transfer, a root that runs tasks, and an object that reports
// its life. Programs that are about a promise type define their own.
#pragma once

#include <coroutine>
#include <cstdio>
#include <exception>
#include <new>
#include <utility>

namespace lib {

// generator yields values of T by reference to the yielded object.
template <class T> class generator {
public:
  struct promise_type {
    const T *current = nullptr;
    std::exception_ptr error;
    generator get_return_object() { return generator(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(const T &value) noexcept {
      current = &value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  using handle = std::coroutine_handle<promise_type>;

  explicit generator(handle h) : h_(h) {}
  generator(generator &&other) noexcept : h_(std::exchange(other.h_, nullptr)) {}
  generator &operator=(generator &&other) noexcept {
    std::swap(h_, other.h_);
    return *this;
  }
  ~generator() {
    if (h_)
      h_.destroy();
  }
  // next moves to the next value and reports whether there is one.
  bool next() {
    h_.resume();
    if (h_.promise().error)
      std::rethrow_exception(std::exchange(h_.promise().error, nullptr));
    return !h_.done();
  }
  const T &value() const { return *h_.promise().current; }

  struct sentinel {};
  struct iterator {
    generator *gen;
    bool more;
    bool operator!=(sentinel) const { return more; }
    void operator++() { more = gen->next(); }
    const T &operator*() const { return gen->value(); }
  };
  iterator begin() { return {this, next()}; }
  sentinel end() { return {}; }

private:
  handle h_;
};

struct task_promise_base {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  std::exception_ptr error;
  struct final_awaiter {
    bool await_ready() noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) noexcept {
      return h.promise().continuation;
    }
    void await_resume() noexcept {}
  };
  std::suspend_always initial_suspend() noexcept { return {}; }
  final_awaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { error = std::current_exception(); }
  void check() {
    if (error)
      std::rethrow_exception(error);
  }
};

template <class T> struct task_promise : task_promise_base {
  alignas(T) unsigned char storage[sizeof(T)];
  bool full = false;
  template <class U> void return_value(U &&value) {
    ::new (static_cast<void *>(storage)) T(std::forward<U>(value));
    full = true;
  }
  T &slot() { return *std::launder(reinterpret_cast<T *>(storage)); }
  T take() {
    check();
    return std::move(slot());
  }
  ~task_promise() {
    if (full)
      slot().~T();
  }
};

template <> struct task_promise<void> : task_promise_base {
  void return_void() {}
  void take() { check(); }
};

// task starts when it is awaited and hands control back by symmetric transfer.
template <class T = void> class [[nodiscard]] task {
public:
  struct promise_type : task_promise<T> {
    task get_return_object() { return task(handle::from_promise(*this)); }
  };
  using handle = std::coroutine_handle<promise_type>;

  explicit task(handle h) : h_(h) {}
  task(task &&other) noexcept : h_(std::exchange(other.h_, nullptr)) {}
  task &operator=(task &&other) noexcept {
    std::swap(h_, other.h_);
    return *this;
  }
  ~task() {
    if (h_)
      h_.destroy();
  }

  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
    h_.promise().continuation = caller;
    return h_;
  }
  T await_resume() { return h_.promise().take(); }

  // start resumes the task once; done and get are for the code outside.
  void start() { h_.resume(); }
  bool done() const { return h_.done(); }
  T get() { return h_.promise().take(); }

private:
  handle h_;
};

// run starts a task that needs nobody else to resume it, and takes its result.
template <class T> T run(task<T> t) {
  t.start();
  return t.get();
}

// counted prints its construction and destruction, and counts the living.
struct counted {
  static inline int alive = 0;
  const char *name;
  explicit counted(const char *n) : name(n) {
    ++alive;
    std::printf("+%s ", name);
  }
  counted(const counted &) = delete;
  ~counted() {
    --alive;
    std::printf("-%s ", name);
  }
};

} // namespace lib
