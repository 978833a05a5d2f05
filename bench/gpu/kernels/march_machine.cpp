// The benchmark's ray marcher as a state machine written by hand.
// GPU: local
#include "march.h"

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  MarchMachine ray{{0, 0, 0}, aim(in[t])};
  out[t] = follow(ray);
}
