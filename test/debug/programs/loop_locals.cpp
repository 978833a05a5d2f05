// Locals of loops: counters, accumulators, variables of the body, bounds that change.
#include "lib.h"
__attribute__((noinline)) generator<int> sums(int n) {
  int total = 0;
  unsigned long product = 1;
  for (int i = 0; i < n; ++i) {
    int square = i * i;
    for (short j = 0; j < 2; ++j) {
      long both = square + j;
      total += (int)both;
      STOP;
      co_yield total;
      product = product * 3 + (unsigned long)both;
      STOP;
    }
    --n;
  }
  int left = n;
  while (left > 0) {
    co_yield left;
    STOP;
    left -= 2;
  }
  STOP;
  co_yield (int)product;
}
// What a variable took from the counter is the counter's value of the round before, of which nothing else is left.
__attribute__((noinline)) generator<int, std::suspend_never> behind(int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) {
    STOP;
    co_yield i * 3;
    last = i;
    STOP;
  }
  STOP;
}
int main() {
  int sum = 0;
  generator<int, std::suspend_never> b = behind(opaque(3)); // the loop is entered in the ramp, so all ways to its head come from the resume
  while (!b.handle.done()) {
    sum += b.value();
    b.handle.resume();
  }
  generator<int> g = sums(opaque(6));
  while (g.next())
    sum += g.value();
  return sum == 0;
}
