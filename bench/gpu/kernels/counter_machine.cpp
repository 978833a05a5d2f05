// The benchmark's generator as a state machine written by hand.
// GPU: local
#include "counter.h"

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  CounterMachine g(in[t]);
  out[t] = consume(g);
}
