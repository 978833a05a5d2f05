// A queue of handles in shared memory: each thread puts its coroutine there, and the next thread of the
// block resumes it. The frame must not be in the local memory of the one that made it.
// GPU: heap fibers
#include "device.h"

namespace {
struct Job {
  struct promise_type {
    u32 result;
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(u32 value) { result = value; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
} // namespace

using Address = void *;
SHARED Address queue[max_block];

static Job job(u32 seed) {
  u32 a = mix(seed, lane_of_block());
  co_await std::suspend_always{};
  u32 b = mix(a, lane_of_block());
  co_await std::suspend_always{};
  co_return a + b + lane_of_block();
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index(), lane = lane_of_block(), size = block_size();
  Job mine = job(in[t]);
  mine.handle.resume();
  queue[lane] = mine.handle.address();
  barrier();
  for (u32 hop = 1; hop <= 2; hop++) {
    std::coroutine_handle<>::from_address(queue[(lane + hop) % size]).resume();
    barrier();
  }
  out[t] = mine.handle.done() ? mine.handle.promise().result : 0;
  barrier();
  mine.handle.destroy();
}
