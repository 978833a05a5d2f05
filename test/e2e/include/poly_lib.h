// Coroutines with objects whose virtual pointers clang may take for unchanging, for -fstrict-vtable-pointers.
#pragma once
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>
template<class P> struct task_t {
  using promise_type = P;
  std::coroutine_handle<P> h;
  explicit task_t(std::coroutine_handle<P> h) : h(h) {}
  task_t(task_t &&o) : h(std::exchange(o.h, nullptr)) {}
  ~task_t() { if (h) h.destroy(); }
};
struct PB { int v = 0; virtual int name() const { return 1; } virtual void put(int k) { v += k; } };
struct PD : PB { int w[3] = {1, 2, 3}; int name() const override { return 2 + w[1]; } void put(int k) override { v += 2 * k; w[0]++; } };
struct promise : PD {
  task_t<promise> get_return_object() { return task_t<promise>(std::coroutine_handle<promise>::from_promise(*this)); }
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  void return_void() {}
  void unhandled_exception() { std::abort(); }
  std::suspend_always yield_value(int k) { put(k); return {}; }
  int name() const override { return 7 + v; }
};
using task = task_t<promise>;
struct Base { int n[4]; Base() { for (int &x : n) x = 1; } virtual int get() { return n[0]; } virtual void set(int k) { for (int &x : n) x = k; } virtual ~Base() {} };
struct Der : Base { int m[4] = {}; int get() override { return n[0] + m[3]; } void set(int k) override { for (int &x : n) x = k; for (int &x : m) x = 2 * k; } };
struct Oth : Base { double d[4] = {.5, 1.5, 2.5, 3.5}; int get() override { return int(10 * d[n[1] & 3]); } void set(int k) override { n[1] = k; for (double &x : d) x += k; } };
inline int use(Base &b) { b.set(b.get() + 1); return b.get(); }
__attribute__((noinline)) inline int id(int x) { return x; }
