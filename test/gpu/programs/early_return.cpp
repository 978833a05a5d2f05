// A coroutine with many ways to its end, some before the first suspend.
// GPU: local
#include "generator.h"

static Generator<u32> collatz(u32 start) {
  if (start == 0)
    co_return;
  u32 x = start;
  for (u32 steps = 0;; steps++) {
    if (x == 1) {
      co_yield 1000 + steps;
      co_return;
    }
    if (steps > 60)
      co_return;
    if (x % 3 == 0)
      co_yield x;
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = collatz(in[t] % 64);
  u32 hash = 5;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
