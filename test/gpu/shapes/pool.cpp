// Frames from a pool of the thread, by the promise's operator new; one of several handles is resumed.
#include "device.h"

namespace {
struct Pool {
  alignas(16) u8 bytes[512];
  u32 used = 0;
  void *take(size_t size) {
    void *p = bytes + used;
    used += u32(size + 15) & ~15u;
    return p;
  }
};

struct Job {
  struct promise_type {
    static void *operator new(size_t size, Pool &pool, u32) { return pool.take(size); }
    static void operator delete(void *) {}
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(u32 v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
    u32 value = 0;
  };
  std::coroutine_handle<promise_type> handle;
};
} // namespace

[[gnu::noinline]] static Job squares(Pool &, u32 seed) {
  for (u32 i = seed % 10;; i++)
    co_yield i * i;
}

[[gnu::noinline]] static Job sums(Pool &, u32 seed) {
  for (u32 sum = 0;; seed++)
    co_yield sum += seed;
}

extern "C" u32 shape(u32 seed) {
  Pool pool;
  Job jobs[3] = {squares(pool, seed), sums(pool, seed / 2), squares(pool, seed / 3)};
  u32 hash = 0;
  for (u32 i = 0; i < 21; i++) {
    auto h = jobs[mix(seed, i) % 3].handle;
    h.resume();
    hash = mix(hash, h.promise().value);
  }
  for (Job &j : jobs)
    j.handle.destroy();
  return hash;
}
