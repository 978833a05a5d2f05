// Stages of a pipeline that semaphores keep apart: each release continues the one that waits longest.
#include "coro.h"

struct semaphore {
  long count;
  std::coroutine_handle<> waiting[4] = {};
  unsigned head = 0, tail = 0;
  bool await_ready() { return count > 0 ? count--, true : false; }
  void await_suspend(std::coroutine_handle<> h) { waiting[tail++ & 3] = h; }
  void await_resume() {}
  void release() {
    if (head != tail)
      waiting[head++ & 3].resume();
    else
      count++;
  }
};
task<long> stage(semaphore &in, semaphore &out, long *cell, long n, long factor) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    co_await in;
    *cell = *cell * factor + i;
    sum ^= *cell;
    if (i % 16 == 15)
      sum = sum * 3;
    out.release();
  }
  co_return sum;
}
task<long> feed(semaphore &slots, semaphore &out, long *cell, long n) {
  for (long i = 0; i < n; i++) {
    co_await slots;
    *cell += i;
    out.release();
  }
  co_return *cell;
}
int main() {
  const long n = 5000000;
  long cell = 1;
  semaphore slots{1}, a{0}, b{0};
  auto f = feed(slots, a, &cell, n), g = stage(a, b, &cell, n, 3), h = stage(b, slots, &cell, n, 5);
  for (auto *t : {&h, &g, &f}) {
    t->h.promise().waiting = std::noop_coroutine();
    t->h.resume();
  }
  finish(g.h.promise().value + h.h.promise().value + f.h.promise().value);
}
