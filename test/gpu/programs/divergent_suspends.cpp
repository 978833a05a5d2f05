// The lanes of a warp stop at different suspends of one coroutine, in an order that the data gives.
// GPU: local
#include "generator.h"

static Generator<u32> walk(u32 seed) {
  u32 state = seed % 4, work = seed;
  for (u32 i = 0; i < 24; i++) {
    switch (state) {
    case 0:
      work = mix(work, 1);
      co_yield work;
      state = work % 4;
      break;
    case 1:
      work += 17;
      co_yield work * 3;
      state = (work >> 3) % 4;
      break;
    case 2:
      for (u32 j = 0; j < work % 5; j++)
        co_yield work + j;
      work = mix(work, 2);
      state = work % 3;
      break;
    default:
      work ^= work >> 7;
      state = 0;
    }
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = walk(in[t]);
  u32 hash = 0, count = 0;
  while (g.next()) {
    hash = mix(hash, g.value());
    count++;
  }
  out[t] = hash + count;
}
