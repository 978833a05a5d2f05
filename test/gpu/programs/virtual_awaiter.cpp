// Calls through function pointers around suspends: which function runs is the data's choice.
// GPU: local
#include "generator.h"

using Operation = u32 (*)(u32, u32);
static u32 plus(u32 a, u32 b) { return a + b; }
static u32 times(u32 a, u32 b) { return a * (b | 1); }

static Generator<u32> fold(Operation f, u32 seed) {
  u32 value = seed;
  for (u32 i = 0; i < 10; i++) {
    value = f(value, mix(seed, i));
    co_yield value;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Operation operations[2] = {plus, times};
  Generator<u32> g = fold(operations[in[t] & 1], in[t]);
  u32 hash = 0;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
