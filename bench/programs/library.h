// What some programs of this directory share: a generator with iterators and a task, both with
// exceptions, as libraries have them, and a count of heap allocations that main prints.
#pragma once
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>
#include <exception>
#include <iterator>
#include <memory>
#include <variant>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
#include <deque>
#include <array>
#include <algorithm>
#include <numeric>
#include <string_view>
inline long allocations;
void *operator new(std::size_t n) {
  ++allocations;
  void *p = std::malloc(n);
  if (!p) std::abort();
  return p;
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
// iterator-style generator by reference, with exceptions
template <class T> class gen {
public:
  struct promise_type {
    const T *cur = nullptr;
    std::exception_ptr ex;
    gen get_return_object() noexcept { return gen(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    std::suspend_always yield_value(const T &v) noexcept {
      cur = std::addressof(v);
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() { ex = std::current_exception(); }
  };
  using H = std::coroutine_handle<promise_type>;
  struct sentinel {};
  struct iterator {
    H h;
    iterator &operator++() {
      h.resume();
      if (h.done() && h.promise().ex) std::rethrow_exception(h.promise().ex);
      return *this;
    }
    const T &operator*() const { return *h.promise().cur; }
    bool operator==(sentinel) const { return h.done(); }
  };
  iterator begin() {
    iterator i{h};
    ++i;
    return i;
  }
  sentinel end() { return {}; }
  gen(gen &&o) noexcept : h(std::exchange(o.h, {})) {}
  gen &operator=(gen &&o) noexcept {
    if (this != &o) {
      if (h) h.destroy();
      h = std::exchange(o.h, {});
    }
    return *this;
  }
  ~gen() {
    if (h) h.destroy();
  }

private:
  explicit gen(H h) : h(h) {}
  H h;
};
// lazy task, cppcoro manner: variant result, exceptions, symmetric transfer
template <class T> class task {
public:
  struct promise_type {
    std::coroutine_handle<> cont = std::noop_coroutine();
    std::variant<std::monostate, T, std::exception_ptr> r;
    task get_return_object() noexcept {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    struct fin {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().cont;
      }
      void await_resume() noexcept {}
    };
    fin final_suspend() const noexcept { return {}; }
    template <class U> void return_value(U &&u) { r.template emplace<1>(std::forward<U>(u)); }
    void unhandled_exception() noexcept { r.template emplace<2>(std::current_exception()); }
    T &result() {
      if (r.index() == 2) std::rethrow_exception(std::get<2>(r));
      return std::get<1>(r);
    }
  };
  using H = std::coroutine_handle<promise_type>;
  struct aw {
    H h;
    bool await_ready() const noexcept { return !h || h.done(); }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> c) noexcept {
      h.promise().cont = c;
      return h;
    }
    T await_resume() { return std::move(h.promise().result()); }
  };
  aw operator co_await() const noexcept { return aw{h}; }
  T get() {
    h.resume();
    return std::move(h.promise().result());
  }
  void start() { h.resume(); }
  bool done() const { return h.done(); }
  task(task &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~task() {
    if (h) h.destroy();
  }
  H h;

private:
  explicit task(H h) : h(h) {}
};
inline void finish(unsigned long r) { std::printf("%lu, %ld allocations\n", r, allocations); }
