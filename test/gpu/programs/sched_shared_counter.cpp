// A scheduler in shared memory: threads take work items from a block's counter by an atomic, and run a
// coroutine for each. Which thread runs which item varies; what comes out does not.
// GPU: local fibers
#include "generator.h"

SHARED u32 next_item;
SHARED u32 results[max_block];

static Generator<u32> item(u32 seed) {
  for (u32 i = 0; i < seed % 9; i++)
    co_yield mix(seed, i);
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index(), lane = lane_of_block(), size = block_size();
  if (lane == 0)
    next_item = 0;
  barrier();
  for (;;) {
    u32 i = __atomic_fetch_add(&next_item, 1, __ATOMIC_RELAXED);
    if (i >= size)
      break;
    Generator<u32> g = item(in[t - lane + i]);
    u32 hash = i;
    while (g.next())
      hash = mix(hash, g.value());
    results[i] = hash;
  }
  barrier();
  out[t] = results[lane];
}
