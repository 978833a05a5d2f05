// Two generators alive at a time, pulled in the order that their values say.
// GPU: local
#include "generator.h"

static Generator<u32> ascending(u32 seed, u32 count) {
  u32 value = 0;
  for (u32 i = 0; i < count; i++) {
    value += mix(seed, i) % 16 + 1;
    co_yield value;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> a = ascending(in[t], in[t] % 17), b = ascending(~in[t], in[t] % 13);
  bool more_a = a.next(), more_b = b.next();
  u32 hash = 0, previous = 0, ordered = 1;
  while (more_a || more_b) {
    bool take_a = more_a && (!more_b || a.value() <= b.value());
    u32 value = take_a ? a.value() : b.value();
    ordered &= value >= previous;
    previous = value;
    hash = mix(hash, value);
    (take_a ? more_a : more_b) = take_a ? a.next() : b.next();
  }
  out[t] = hash * 2 + ordered;
}
