// 5000 awaited tasks in one loop, each done at once: 10,000 transfers. Where a transfer is a call that
// does not return, this needs 10,000 stack frames; a thread has 1 KB by default.
// GPU: local symmetric deep
#include "task.h"

static Task<u32> step(u32 x) { co_return x * 1664525u + 1013904223u; }

static Task<u32> loop(u32 x) {
  for (u32 i = 0; i < 5000; i++)
    x = co_await step(x);
  co_return x;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  out[t] = loop(in[t]).run();
}
