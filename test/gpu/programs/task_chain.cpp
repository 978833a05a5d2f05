// Tasks that await tasks, three deep, by symmetric transfer.
// GPU: local symmetric
#include "task.h"

static Task<u32> leaf(u32 x) { co_return mix(x, 1); }

static Task<u32> middle(u32 x) {
  u32 a = co_await leaf(x);
  u32 b = co_await leaf(x + 1);
  co_return a + b;
}

static Task<u32> root(u32 x) {
  u32 sum = 0;
  for (u32 i = 0; i < x % 4 + 1; i++)
    sum += co_await middle(x + i);
  co_return sum;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  out[t] = root(in[t]).run();
}
