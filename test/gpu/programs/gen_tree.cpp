// Recursion: a generator walks an implicit binary tree with a generator for each child, in depth
// known only at run time. Such frames stay on the heap.
// GPU: heap
#include "generator.h"

static Generator<u32> in_order(u32 node, u32 size) {
  if (node >= size)
    co_return;
  {
    Generator<u32> left = in_order(2 * node + 1, size);
    while (left.next())
      co_yield left.value();
  }
  co_yield node;
  Generator<u32> right = in_order(2 * node + 2, size);
  while (right.next())
    co_yield right.value();
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = in_order(0, in[t] % 30);
  u32 hash = 3;
  while (g.next())
    hash = mix(hash, g.value());
  out[t] = hash;
}
