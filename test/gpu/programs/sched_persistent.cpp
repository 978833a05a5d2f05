// A persistent scheduler: each thread has three resident workers of two kinds, which suspend for their next item until the thread has
// no more. The scheduler gives each item to the worker that its number names.
// GPU: local
#include "device.h"

namespace {
struct Worker {
  struct promise_type {
    u32 item = 0, result = 0;
    Worker get_return_object() { return Worker(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
    // Waits for the next item; gives the result of the last one away.
    struct Next {
      promise_type &promise;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      u32 await_resume() { return promise.item; }
    };
    Next yield_value(u32 r) {
      result = r;
      return {*this};
    }
  };
  explicit Worker(std::coroutine_handle<promise_type> h) : handle(h) {}
  Worker(const Worker &) = delete;
  ~Worker() { handle.destroy(); }
  u32 work(u32 item) {
    handle.promise().item = item;
    handle.resume();
    return handle.promise().result;
  }
  std::coroutine_handle<promise_type> handle;
};
} // namespace

static Worker hashes(u32 seed) {
  u32 item = co_yield 0;
  while (item != ~0u)
    item = co_yield seed = mix(seed, item);
}

static Worker pairs(u32 seed) {
  for (;;) {
    u32 a = co_yield seed;
    if (a == ~0u)
      co_return;
    u32 b = co_yield 0;
    if (b == ~0u)
      co_return;
    seed = mix(seed + a, b);
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Worker a = hashes(t), b = pairs(t), c = hashes(in[t]);
  u32 sum = 0;
  for (u32 i = 0; i < 12 + in[t] % 9; i++) {
    u32 item = in[(t + i) % n] % 1000;
    switch (item % 3) {
    case 0: sum += a.work(item); break;
    case 1: sum += b.work(item); break;
    default: sum += c.work(item);
    }
  }
  a.work(~0u), b.work(~0u), c.work(~0u);
  out[t] = sum;
}
