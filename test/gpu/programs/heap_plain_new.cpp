// A frame that stays on the heap, allocated with the operator new that nobody defines: the driver has
// malloc and free only.
// GPU: heap
#define PLAIN_NEW
#include "generator.h"

static Generator<u32> counter(u32 from, u32 step) {
  for (u32 i = from;; i += step)
    co_yield i;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32>::handle_type handles[4];
  for (u32 i = 0; i < 4; i++) {
    Generator<u32> g = counter(in[t], 2 * i + 1);
    handles[i] = g.handle;
    g.handle = nullptr;
  }
  u32 hash = 0;
  for (u32 i = 0; i < 16; i++) {
    auto h = handles[mix(in[t], i) % 4];
    h.resume();
    hash = mix(hash, h.promise().current);
  }
  for (auto h : handles)
    h.destroy();
  out[t] = hash;
}
