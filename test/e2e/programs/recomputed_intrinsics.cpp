// Results of intrinsics that are used after a suspend: some are computed again from operands that
// the frame holds anyway, others are kept because their operands are not needed any more.
#include "coro_lib.h"
#include <cmath>

static lib::generator<int> mixed(unsigned a, int b, double d) {
  int low = __builtin_elementwise_min(b, 7), high = __builtin_elementwise_max(b, (int)a);
  int bits = __builtin_popcount(a), zeros = __builtin_ctz(a | 64);
  unsigned most = __builtin_elementwise_add_sat(a, 4000000000u);
  double f = std::fabs(d), g = -d;
  co_yield low;
  co_yield high + bits;
  for (int k = 0; k < 3; k++) {
    int m = __builtin_elementwise_min(k * 5, b), n = __builtin_clz(a + k + 1);
    co_yield m + zeros;
    b -= n;
    co_yield n - m + b;
  }
  co_yield (int)(most >> 3) + (int)f;
  co_yield (int)g + low + bits;
  co_yield (int)std::fmod(a + d + zeros, 1e6);
}

static lib::generator<int> gone(int a, int b) {
  int m = __builtin_elementwise_min(a, b);
  co_yield a - b;
  int x = a * 3, y = b * 5;
  co_yield m;
  co_yield x + m;
  co_yield y - m;
}

int main() {
  for (unsigned a : {0u, 1u, 77u, 4000000000u})
    for (int b : {-5, 3, 100}) {
      for (int v : mixed(a, b, a / 3.0 - b))
        std::printf("%d ", v);
      for (int v : gone((int)a, b))
        std::printf("%d ", v);
      std::printf("\n");
    }
}
