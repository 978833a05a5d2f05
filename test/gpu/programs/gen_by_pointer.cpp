// A generator over global memory that yields pointers into it; the consumer reads through them.
// GPU: local
#include "generator.h"

static Generator<const u32 *> elements(const u32 *from, u32 first, u32 count, u32 stride, u32 n) {
  for (u32 i = 0; i < count; i++)
    co_yield from + (first + i * stride) % n;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<const u32 *> g = elements(in, t, in[t] % 24, in[t] % 5 + 1, n);
  u32 hash = 0;
  while (g.next())
    hash = mix(hash, *g.value());
  out[t] = hash;
}
