// A task that awaits itself, to a depth that the data gives.
// GPU: heap symmetric
#include "task.h"

static Task<u32> fibonacci(u32 x) {
  if (x < 2)
    co_return x;
  u32 a = co_await fibonacci(x - 1);
  co_return a + co_await fibonacci(x - 2);
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  out[t] = fibonacci(in[t] % 9).run();
}
