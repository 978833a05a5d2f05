// A reduction over a warp between two steps of a generator: shuffles in the kernel, state in the coroutine.
// GPU: local fibers
#include "generator.h"

static Generator<u32> partial(u32 seed, u32 *feedback) {
  u32 value = seed;
  for (u32 i = 0; i < 4; i++) {
    value = mix(value, i);
    co_yield value % 1000;
    value += *feedback;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index(), feedback = 0, total = 0;
  Generator<u32> g = partial(in[t], &feedback);
  while (g.next()) { // as often in every lane
    u32 sum = g.value();
    for (u32 distance = 16; distance != 0; distance /= 2)
      sum += shuffle_xor(sum, distance);
    feedback = sum;
    total = mix(total, sum);
  }
  out[t] = total;
}
