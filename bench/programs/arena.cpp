// Tasks whose frames are in an arena, by a promise with an operator new that gets the coroutine's parameters.
#include "coro.h"

struct arena {
  char memory[1 << 16];
  size_t used = 0;
  void *get(size_t n) {
    n = (n + 15) & ~size_t(15);
    if (used + n > sizeof memory)
      std::abort();
    void *p = memory + used;
    used += n;
    return p;
  }
};
struct job {
  struct promise_type {
    long value;
    std::coroutine_handle<> waiting;
    static void *operator new(size_t n, arena &a, int, int) { return a.get(n); }
    static void operator delete(void *, size_t) {}
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  long await_resume() {
    long v = h.promise().value;
    h.destroy();
    return v;
  }
};
job sum(arena &a, int from, int to) {
  if (to - from < 3) {
    long s = 0;
    for (int i = from; i < to; i++)
      s += i * i;
    co_return s;
  }
  int mid = from + (to - from) / 2;
  long left = co_await sum(a, from, mid);
  long right = co_await sum(a, mid, to);
  co_return left * 3 + right;
}
int main() {
  static arena a;
  unsigned long total = 0;
  for (int r = 0; r < 200000; r++) {
    a.used = 0;
    job j = sum(a, r % 10, 200 + r % 10);
    j.h.promise().waiting = std::noop_coroutine();
    j.h.resume();
    total = total * 5 + j.h.promise().value;
    j.h.destroy();
  }
  finish(total);
}
