// A scheduler in local memory: four coroutines of two kinds take turns until all are done.
// GPU: local
#include "device.h"

namespace {
struct Job {
  struct promise_type {
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
} // namespace

static Job add(u32 &total, u32 count, u32 weight) {
  for (u32 i = 0; i < count; i++) {
    total += weight * i;
    co_await std::suspend_always{};
  }
}

static Job rotate(u32 &total, u32 count) {
  for (u32 i = 0; i < count; i++) {
    co_await std::suspend_always{};
    total = (total << 3 | total >> 29) ^ i;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  u32 total = in[t];
  std::coroutine_handle<> ready[4] = {
      add(total, in[t] % 7, 3).handle,
      rotate(total, in[t] % 5).handle,
      add(total, in[t] % 3, 11).handle,
      rotate(total, in[t] % 11).handle,
  };
  for (u32 left = 4; left != 0;) {
    left = 0;
    for (auto h : ready) {
      if (h.done())
        continue;
      h.resume();
      left += !h.done();
    }
  }
  for (auto h : ready)
    h.destroy();
  out[t] = total;
}
