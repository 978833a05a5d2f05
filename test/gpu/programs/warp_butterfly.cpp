// Two butterflies over a warp that a kernel pulls in turns: each suspends after a shuffle, and both have five rounds.
// GPU: local fibers
#include "generator.h"

static Generator<u32> largest(u32 value) {
  for (u32 mask = 16; mask != 0; mask >>= 1) {
    u32 other = shuffle_xor(value, mask);
    value = value > other ? value : other;
    co_yield value;
  }
}

static Generator<u32> sorted(u32 value) {
  for (u32 round = 0; round < 5; round++) {
    u32 other = shuffle_xor(value, 1u << round);
    value = mix(value < other ? value : other, value < other ? other : value);
    co_yield value;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  Generator<u32> a = largest(in[t]), b = sorted(in[t]);
  u32 hash = 0;
  for (u32 i = 0; i < 5; i++) {
    a.next();
    b.next();
    hash = mix(hash, a.value() + 3 * b.value());
  }
  out[t] = hash;
}
