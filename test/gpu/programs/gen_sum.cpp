// A generator in a kernel: every thread sums a range of its own length.
// GPU: local
#include "generator.h"

static Generator<u32> range(u32 from, u32 to) {
  for (u32 i = from; i < to; i++)
    co_yield i;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> numbers = range(in[t] % 5, in[t] % 100);
  u32 sum = 0;
  while (numbers.next())
    sum += numbers.value();
  out[t] = sum;
}
