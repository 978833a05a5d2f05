// Two generators, one of which pulls from the other.
#include "generator.h"

static Generator<u32> numbers(u32 from, u32 count) {
  for (u32 i = 0; i < count; i++)
    co_yield mix(from, i);
}

static Generator<u32> odd(u32 from, u32 count) {
  Generator<u32> all = numbers(from, count);
  while (all.next())
    if (all.value() & 1)
      co_yield all.value();
}

extern "C" u32 shape(u32 seed) {
  u32 hash = seed;
  for (Generator<u32> g = odd(seed, seed % 9 + 2); g.next();)
    hash = mix(hash, g.value());
  return hash;
}
