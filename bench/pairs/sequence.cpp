// A generator, and the loop that does the same.
#include "task.h"

#ifdef PLAIN
static long total(unsigned n) {
  unsigned state = 1;
  long sum = 0;
  for (unsigned i = 0; i < n; i++) {
    state = state * 1664525 + 1013904223;
    if (state >> 31)
      sum += state >> 16;
  }
  return sum;
}
#else
static generator<unsigned> numbers(unsigned n) {
  unsigned state = 1;
  for (unsigned i = 0; i < n; i++) {
    state = state * 1664525 + 1013904223;
    co_yield state;
  }
}
static long total(unsigned n) {
  long sum = 0;
  for (auto g = numbers(n); g.next();)
    if (g.value() >> 31)
      sum += g.value() >> 16;
  return sum;
}
#endif

int main() { printf("%ld\n", total(3000000)); }
