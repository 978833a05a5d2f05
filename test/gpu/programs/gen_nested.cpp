// A generator that owns and pulls another one: the inner frame is part of the outer.
// GPU: local
#include "generator.h"

static Generator<u32> range(u32 to) {
  for (u32 i = 0; i < to; i++)
    co_yield i;
}

static Generator<u32> not_divisible(u32 to, u32 by) {
  Generator<u32> numbers = range(to);
  while (numbers.next())
    if (numbers.value() % by != 0)
      co_yield numbers.value();
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = not_divisible(in[t] % 60, in[t] % 7 + 2);
  u32 hash = 1;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
