// Eight generators made in a loop and kept in an array: one creation, many frames at a time.
// GPU: heap
#include "generator.h"

static Generator<u32> multiples(u32 of) {
  for (u32 value = of;; value += of)
    co_yield value;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32>::handle_type handles[8];
  for (u32 i = 0; i < 8; i++) {
    Generator<u32> g = multiples(in[t] % 11 + i + 1);
    handles[i] = g.handle;
    g.handle = nullptr;
  }
  u32 hash = 0;
  for (u32 step = 0; step < 40; step++) {
    auto h = handles[mix(in[t], step) % 8];
    h.resume();
    hash = mix(hash, h.promise().current);
  }
  for (auto h : handles)
    h.destroy();
  out[t] = hash;
}
