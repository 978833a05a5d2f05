// Threads of one warp abandon their generators at different suspends; a local's destructor counts.
// GPU: local
#include "generator.h"

namespace {
struct Counted {
  u32 &count;
  u32 weight;
  ~Counted() { count += weight; }
};
} // namespace

static Generator<u32> stages(u32 &count, u32 seed) {
  Counted first{count, 1};
  co_yield seed;
  Counted second{count, 10};
  co_yield seed + 1;
  {
    Counted third{count, 100};
    co_yield seed + 2;
  }
  co_yield seed + 3;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  u32 count = 0, last = 0;
  {
    Generator<u32> g = stages(count, in[t]);
    for (u32 i = 0; i < in[t] % 6 && g.next(); i++)
      last = g.value();
  }
  out[t] = mix(last, count);
}
