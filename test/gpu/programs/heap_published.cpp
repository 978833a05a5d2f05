// A handle that goes to global memory, and is resumed from there: the frame stays on the heap.
// GPU: heap
#include "generator.h"

static void *published[128 * max_block];

static Generator<u32> counter(u32 from) {
  for (u32 i = from;; i += 3)
    co_yield i;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = counter(in[t]);
  g.next();
  published[t] = g.handle.address();
  u32 before = g.value();
  Generator<u32>::handle_type::from_address(*(void *volatile *)&published[t]).resume();
  out[t] = before * 5 + g.value();
}
