// An array that is written before and read after every suspend: 256 bytes of frame.
// GPU: local
#include "generator.h"

static Generator<u32> sieve(u32 seed) {
  u32 cells[64];
  for (u32 i = 0; i < 64; i++)
    cells[i] = mix(seed, i);
  for (u32 round = 0; round < 8; round++) {
    u32 sum = 0;
    for (u32 i = 0; i < 64; i++)
      sum += cells[i] = mix(cells[i], cells[(i + round + 1) % 64]);
    co_yield sum;
    cells[sum % 64] += round;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = sieve(in[t]);
  u32 hash = 0;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
