// A promise of 32-byte alignment. Device malloc gives 16 bytes only; the frame must be aligned all the same.
// GPU: local
#include "device.h"

namespace {
struct alignas(32) Block {
  u32 words[8];
};

struct Blocks {
  struct promise_type {
    Block block;
    Blocks get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(u32 seed) {
      for (u32 i = 0; i < 8; i++)
        block.words[i] = mix(seed, i);
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
} // namespace

static Blocks blocks(u32 seed, u32 count) {
  for (u32 i = 0; i < count; i++)
    co_yield seed + i;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Blocks b = blocks(in[t], in[t] % 9);
  u32 hash = 0, misaligned = 0;
  for (b.handle.resume(); !b.handle.done(); b.handle.resume()) {
    Block &block = b.handle.promise().block;
    misaligned |= u32(u64(&block) & 31);
    for (u32 word : block.words)
      hash = mix(hash, word);
  }
  b.handle.destroy();
  out[t] = hash + misaligned;
}
