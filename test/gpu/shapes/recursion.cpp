// A task that awaits itself, to a depth that the data gives.
#include "task.h"

static Task<u32> fibonacci(u32 x) {
  if (x < 2)
    co_return x;
  u32 a = co_await fibonacci(x - 1);
  co_return a + co_await fibonacci(x - 2);
}

extern "C" u32 shape(u32 seed) { return fibonacci(seed % 9).run(); }
