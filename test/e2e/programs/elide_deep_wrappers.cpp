// A coroutine that is created below ten functions, each of which returns the object that owns the handle, as libraries of senders have them.
// clang -O2 inlines all of them and elides the frame.
#include "coro_lib.h"
#include <cstdlib>

using lib::counted;

[[gnu::noinline]] void run_others() { asm volatile("" ::: "memory"); }

struct operation {
  struct promise_type {
    counted count{"operation"};
    operation get_return_object() noexcept { return operation{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit operation(std::coroutine_handle<promise_type> h) noexcept : h(h) {}
  operation(operation &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~operation() {
    if (h) h.destroy();
  }
  void start() noexcept { h.resume(); }
};

struct receiver {
  int *out;
};

operation begin(int n, receiver r) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i;
  *r.out = sum;
  co_return;
}

template <int N> struct connector {
  operation operator()(int n, receiver &&r) const { return connector<N - 1>{}(n, static_cast<receiver &&>(r)); }
};
template <> struct connector<0> {
  operation operator()(int n, receiver &&r) const { return begin(n, static_cast<receiver &&>(r)); }
};

[[gnu::noinline]] int wait(int n) {
  int result = -1;
  {
    operation op = connector<10>{}(n, receiver{&result});
    op.start();
    run_others();
  }
  return result;
}

int main() {
  for (int n = 0; n < 4; n++) printf("%d ", wait(n));
  printf("\n");
}
