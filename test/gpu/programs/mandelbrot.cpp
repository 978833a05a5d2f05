// The escape time of a point, four iterations between two suspends.
// GPU: local
#include "generator.h"

static Generator<u32> iterate(float cr, float ci) {
  float zr = 0, zi = 0;
  for (u32 i = 0; i < 64; i += 4) {
    for (u32 j = 0; j < 4; j++) {
      float next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = next;
      if (zr * zr + zi * zi > 4)
        co_return;
    }
    co_yield i + 4;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = iterate(float(in[t] % 96) / 32 - 2, float(in[t] / 96 % 64) / 32 - 1);
  u32 last = 0;
  while (g.next())
    last = g.value();
  out[t] = last;
}
