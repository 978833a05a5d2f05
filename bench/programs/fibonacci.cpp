// A generator without an end, whose consumer stops early and destroys it.
#include "coro.h"

generator<unsigned long> fibonacci(unsigned long a, unsigned long b) {
  for (;;) {
    co_yield a;
    a = std::exchange(b, a + b);
  }
}
unsigned long until(unsigned long limit, unsigned long seed) {
  unsigned long sum = 0;
  auto g = fibonacci(seed, seed + 1);
  while (g.next() && g.value() < limit)
    sum += g.value();
  return sum;
}
int main() {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < 6000000; i++)
    sum ^= until(1ul << 40, i & 15) + i;
  finish(long(sum));
}
