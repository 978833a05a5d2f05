// A reduction over a block in shared memory, where the coroutine itself holds the barriers.
// GPU: local fibers
#include "generator.h"

SHARED u32 cells[max_block];

// Yields what is left to add after each halving.
static Generator<u32> reduce(u32 lane, u32 size) {
  for (u32 half = size / 2; half != 0; half /= 2) {
    if (lane < half)
      cells[lane] += cells[lane + half];
    barrier();
    co_yield half;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index(), lane = lane_of_block();
  cells[lane] = in[t];
  barrier();
  u32 steps = 0;
  {
    Generator<u32> g = reduce(lane, block_size());
    while (g.next())
      steps += g.value();
  }
  out[t] = cells[0] + steps;
}
