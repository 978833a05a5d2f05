// Jobs that a pool runs in slices; each job destroys itself at its end.
#include "coro.h"
#include <vector>

struct job {
  struct promise_type {
    job get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
};
struct pool {
  std::vector<std::coroutine_handle<>> now, later;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { later.push_back(h); }
  void await_resume() {}
  void run() {
    while (!later.empty()) {
      now.swap(later);
      for (auto h : now)
        h.resume();
      now.clear();
    }
  }
};
job compute(pool &p, unsigned seed, long *out) {
  co_await p;
  unsigned a = seed, b = seed ^ 0x5bd1e995;
  for (int slice = 0; slice < 8; slice++) {
    for (int i = 0; i < 4; i++)
      a = a * 1664525 + b, b = b * 22695477 + 1;
    co_await p;
    *out += a >> 16;
  }
  *out ^= b;
}
int main() {
  pool p;
  long sum = 0;
  for (unsigned batch = 0; batch < 8000; batch++) {
    for (unsigned i = 0; i < 256; i++)
      compute(p, batch * 256 + i, &sum);
    p.run();
  }
  finish(sum);
}
