// Tasks marked coro_await_elidable: the awaited frame lives in its awaiter's.
// GPU: local symmetric
#define TASK_ATTRIBUTES [[clang::coro_await_elidable]]
#include "task.h"

static Task<u32> leaf(u32 x) { co_return mix(x, 3); }

static Task<u32> middle(u32 x) {
  u32 a = co_await leaf(x);
  co_return a ^ co_await leaf(a);
}

static Task<u32> root(u32 x) {
  u32 a = co_await middle(x);
  u32 b = co_await middle(a);
  co_return a + b;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  out[t] = root(in[t]).run();
}
