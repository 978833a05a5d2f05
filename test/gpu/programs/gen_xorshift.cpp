// A stream of random numbers that never ends; its consumer destroys it in the middle.
// GPU: local
#include "generator.h"

static Generator<u32> xorshift(u32 state) {
  for (;;) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    co_yield state;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> random = xorshift(in[t] | 1);
  u32 inside = 0;
  for (u32 i = 0; i < 32; i++) { // a quarter of a disc, in integers
    random.next();
    u32 x = random.value() & 0x7fff;
    random.next();
    u32 y = random.value() & 0x7fff;
    inside += x * x + y * y < 0x40000000u;
  }
  out[t] = inside;
}
