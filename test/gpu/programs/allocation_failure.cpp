// A frame that cannot be had: the ramp answers with the promise's substitute. Every third one fails. The
// handles are made in a loop, for an allocation that is elided cannot fail.
// GPU: heap
#include "device.h"

namespace {
struct Maybe {
  struct promise_type {
    u32 value = 0;
    static void *operator new(size_t size, u32 seed) noexcept { return seed % 3 == 0 ? nullptr : malloc(size); }
    static void operator delete(void *p) noexcept { free(p); }
    static Maybe get_return_object_on_allocation_failure() { return {nullptr}; }
    Maybe get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(u32 v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
} // namespace

static Maybe values(u32 seed) {
  co_yield mix(seed, 1);
  co_yield mix(seed, 2);
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  std::coroutine_handle<Maybe::promise_type> handles[4];
  for (u32 i = 0; i < 4; i++)
    handles[i] = values(in[t] + i).handle;
  u32 hash = 1;
  for (auto h : handles) {
    if (!h)
      continue;
    for (; !h.done(); h.resume())
      hash = mix(hash, h.promise().value);
    h.destroy();
  }
  out[t] = hash;
}
