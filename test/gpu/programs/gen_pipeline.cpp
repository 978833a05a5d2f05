// Three stages in a row, each of which pulls from the one before. None is passed by value: clang for nvptx passes a class with a destructor as a
// copy of its bytes, which would be destroyed twice.
// GPU: local
#include "generator.h"

static Generator<u32> source(u32 seed, u32 count) {
  for (u32 i = 0; i < count; i++)
    co_yield mix(seed, i);
}

static Generator<u32> squares(Generator<u32> &from) {
  while (from.next())
    co_yield from.value() * from.value();
}

static Generator<u32> odd(Generator<u32> &from) {
  while (from.next())
    if (from.value() & 1)
      co_yield from.value();
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> numbers = source(in[t], in[t] % 20), squared = squares(numbers), g = odd(squared);
  u32 hash = 7;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
