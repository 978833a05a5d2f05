// The benchmark's generator as a coroutine.
// GPU: local
#include "counter.h"

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = counter(in[t]);
  out[t] = consume(g);
}
