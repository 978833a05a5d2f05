// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs share: a coroutine type, objects that count themselves, and a driver that runs a
// coroutine to its end and destroys it at each suspend. clang refuses a variable-length array in a
// coroutine, unless the coroutine is a template.
#pragma once
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#define CHECK(c)                                                                                                       \
  do {                                                                                                                 \
    if (!(c)) {                                                                                                        \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, #c);                                                              \
      std::fflush(stdout);                                                                                             \
      std::_Exit(3);                                                                                                   \
    }                                                                                                                  \
  } while (0)

// With FIXED, clang compiles the programs too.
#ifdef FIXED
#define N(size) 1000
#define ALLOCA(bytes) std::malloc(bytes)
#else
#define N(size) size
#define ALLOCA(bytes) __builtin_alloca(bytes)
#endif

inline long live;  // objects of type Obj
inline long taken; // blocks of memory that were not freed

struct Obj {
  int v;
  explicit Obj(int v) : v(v) { live++; }
  Obj(const Obj &) = delete;
  ~Obj() { live--; }
};

struct Gen {
  struct promise_type {
    int value = 0;
    std::exception_ptr thrown;
    Gen get_return_object() { return Gen{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit Gen(std::coroutine_handle<promise_type> h) : h(h) {}
  Gen(Gen &&o) : h(std::exchange(o.h, nullptr)) {}
  ~Gen() {
    if (h)
      h.destroy();
  }
  bool next() {
    h.resume();
    if (h.promise().thrown)
      std::rethrow_exception(std::exchange(h.promise().thrown, nullptr));
    return !h.done();
  }
  int value() { return h.promise().value; }
};

// all runs a coroutine to its end, and destroys others after each number of resumes. It returns the
// sum of what the first yielded.
template <class Make> unsigned long all(Make make) {
  long blocks = taken, objects = live;
  unsigned long sum = 0;
  int steps = 0;
  {
    Gen g = make();
    try {
      while (g.next()) {
        sum = sum * 31 + g.value();
        steps++;
      }
    } catch (int e) {
      sum = sum * 31 + 1000 + e;
    }
  }
  CHECK(taken == blocks && live == objects);
  for (int k = 0; k <= steps + 1; k++) {
    Gen g = make();
    try {
      for (int n = 0; n < k && g.next(); n++) {
      }
    } catch (int) {
    }
  }
  CHECK(taken == blocks && live == objects);
  return sum;
}
