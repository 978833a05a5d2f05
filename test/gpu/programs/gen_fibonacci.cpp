// Two values that change at every suspend, and a consumer that leaves an infinite generator.
// GPU: local
#include "generator.h"

static Generator<u32> fibonacci(u32 modulus) {
  u32 a = 0, b = 1;
  for (;;) {
    co_yield a;
    u32 next = (a + b) % modulus;
    a = b;
    b = next;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<u32> g = fibonacci(in[t] % 1000 + 2);
  u32 last = 0;
  for (u32 i = 0; i < in[t] % 50 + 1; i++) {
    g.next();
    last = last * 3 + g.value();
  }
  out[t] = last;
}
