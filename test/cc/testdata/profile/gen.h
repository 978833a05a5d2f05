// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <exception>
struct gen { struct promise_type { long v; gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long x) { v = x; return {}; } void return_void() {} void unhandled_exception() { std::terminate(); } };
  std::coroutine_handle<promise_type> h;
  gen(std::coroutine_handle<promise_type> p) : h(p) {} gen(const gen &) = delete; ~gen() { h.destroy(); }
  bool next() { h.resume(); return !h.done(); } long value() { return h.promise().v; } };
inline long lines, errors;
inline void line() { ++lines; }
inline __attribute__((noinline)) void error(const char *w) { ++errors; std::fprintf(stderr, "%s %ld\n", w, errors); }
__attribute__((noinline)) inline void run(gen &g, long &sum) { while (g.next()) sum = sum * 31 + g.value(); }
