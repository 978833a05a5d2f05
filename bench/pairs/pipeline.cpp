// Three generators that each take the values of the one before, and the loop that does the same.
#include "task.h"

#ifdef PLAIN
static long total(unsigned n) {
  long sum = 0;
  for (unsigned i = 0; i < n; i++)
    if (i % 3)
      sum += (i * i) & 255;
  return sum;
}
#else
static generator<unsigned> count(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    co_yield i;
}
static generator<unsigned> filter(generator<unsigned> g) {
  while (g.next())
    if (g.value() % 3)
      co_yield g.value();
}
static generator<unsigned> square(generator<unsigned> g) {
  while (g.next())
    co_yield (g.value() * g.value()) & 255;
}
static long total(unsigned n) {
  long sum = 0;
  for (auto g = square(filter(count(n))); g.next();)
    sum += g.value();
  return sum;
}
#endif

int main() { printf("%ld\n", total(2000000)); }
