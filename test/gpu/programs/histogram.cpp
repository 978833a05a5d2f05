// Coroutines that feed a histogram in shared memory with atomics.
// GPU: local fibers
#include "generator.h"

SHARED u32 bins[max_block];

static Generator<u32> samples(u32 seed, u32 size) {
  for (u32 i = 0; i < seed % 16; i++)
    co_yield mix(seed, i) % size;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index(), lane = lane_of_block(), size = block_size();
  bins[lane] = 0;
  barrier();
  Generator<u32> g = samples(in[t], size);
  while (g.next())
    __atomic_fetch_add(&bins[g.value()], 1, __ATOMIC_RELAXED);
  barrier();
  out[t] = bins[lane];
}
