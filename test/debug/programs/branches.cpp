// Variables that come by several ways: set in branches and switches, before and behind suspends in some of them, swapped, and by goto.
#include "lib.h"
__attribute__((noinline)) generator<int> ways(int n, int other) {
  int state = 0;
  int last = -1;
again:
  switch (state) {
  case 0:
    last = n;
    n += other;
    state = n & 1 ? 1 : 2;
    break;
  case 1:
    co_yield n;
    std::swap(n, other);
    state = 2;
    STOP;
    break;
  case 2:
    last = other;
    if (n > 20) {
      co_yield -n;
      n = 1;
      STOP;
    } else {
      n *= 3;
      STOP;
    }
    state = last > 30 ? 3 : 1;
    break;
  default:
    STOP;
    co_return;
  }
  STOP;
  co_yield state;
  STOP;
  goto again;
}
int main() {
  int sum = 0;
  generator<int> g = ways(opaque(3), opaque(4));
  for (int k = 0; k < 12 && g.next(); ++k)
    sum += g.value();
  return sum == 0;
}
