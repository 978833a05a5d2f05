// 64-bit integers and doubles that live across suspends.
// GPU: local
#include "generator.h"

static Generator<double> newton(i64 of) {
  double x = double(of) / 2 + 1;
  u64 evaluations = 0x100000000ul;
  for (;;) {
    co_yield x + double(evaluations >> 32) - 1.0;
    x = (x + double(of) / x) / 2;
    evaluations += 1;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<double> roots = newton(i64(in[t]) * 1000003);
  double last = 0;
  for (u32 i = 0; i < 20 + in[t] % 4; i++) {
    roots.next();
    last = roots.value();
  }
  u64 bits = __builtin_bit_cast(u64, last);
  out[t] = u32(bits) ^ u32(bits >> 32);
}
