// The sieve as a growing chain of filter coroutines, each of which owns the
// one before it, and a wheel of generators that are merged by pairs.
// E2E: clang14
#include "coro_lib.h"

using gen = lib::generator<int>;

static gen naturals(int from) {
  for (int i = from;; i++)
    co_yield i;
}

static gen without_multiples(gen in, int p) {
  while (in.next())
    if (in.value() % p)
      co_yield in.value();
}

static gen primes() {
  gen rest = naturals(2);
  for (;;) {
    rest.next();
    int p = rest.value();
    co_yield p;
    rest = without_multiples(std::move(rest), p);
  }
}

static gen multiples(int n) {
  for (int v = n;; v += n)
    co_yield v;
}

// merged yields the union of two rising sequences without doubles.
static gen merged(gen a, gen b) {
  a.next();
  b.next();
  for (;;) {
    int x = a.value(), y = b.value();
    co_yield x < y ? x : y;
    if (x <= y)
      a.next();
    if (y <= x)
      b.next();
  }
}

int main() {
  int count = 0, sum = 0;
  for (int p : primes()) {
    if (p > 1000)
      break;
    if (++count % 12 == 0)
      std::printf("%d ", p);
    sum += p;
  }
  std::printf("| %d primes, sum %d\n", count, sum);
  // 2-3-5-smooth gaps: what is no multiple of 6, 10 or 15.
  gen m = merged(merged(multiples(6), multiples(10)), multiples(15));
  m.next();
  for (int i = 1; i < 60; i++) {
    if (i == m.value())
      m.next();
    else
      std::printf("%d ", i);
  }
  std::printf("\n");
}
