// Tasks that await tasks in a loop, and two that a condition chooses from: symmetric transfer.
#include "task.h"

static Task<u32> leaf(u32 x) { co_return mix(x, 1); }

static Task<u32> other(u32 x) { co_return mix(x, 2) + co_await leaf(x + 1); }

static Task<u32> root(u32 x) {
  u32 sum = 0;
  for (u32 i = 0; i < x % 4 + 1; i++) {
    Task<u32> next = mix(x, i) & 4 ? leaf(i) : other(i);
    sum += co_await static_cast<Task<u32> &&>(next);
  }
  co_return sum;
}

extern "C" u32 shape(u32 seed) { return root(seed).run(); }
