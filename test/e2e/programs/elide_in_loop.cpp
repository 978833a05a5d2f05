// One creation site that runs many times: a frame ends with its iteration, left
// by its end, by continue, break, goto and return. One frame's place serves all.
#include "coro_lib.h"

using lib::counted;
using lib::generator;

static generator<int> divisors(int n) {
  for (int d = 1; d <= n; d++)
    if (n % d == 0)
      co_yield d;
}

static generator<unsigned> hailstones(unsigned n) {
  unsigned history[4] = {};
  for (unsigned i = 0; n != 1; i++) {
    history[i % 4] = n;
    co_yield n;
    n = n % 2 ? 3 * n + 1 : n / 2;
  }
  co_yield history[0] + history[1] + history[2] + history[3];
}

static bool perfect(int n) {
  int sum = 0;
  auto g = divisors(n);
  while (g.next())
    if (g.value() != n)
      sum += g.value();
  return sum == n && n > 1;
}

static int first_with_many_divisors(int want) {
  for (int n = 1;; n++) {
    int found = 0;
    auto g = divisors(n);
    while (g.next()) {
      if (++found == want)
        return n;
      if (g.value() > n / 2 && found < want - 1)
        break;
    }
  }
}

int main() {
  for (int n = 1; n < 500; n++)
    if (perfect(n))
      std::printf("perfect %d\n", n);
  for (int want = 2; want <= 16; want *= 2)
    std::printf("%d divisors: %d\n", want, first_with_many_divisors(want));
  unsigned highest = 0, sum = 0;
  for (unsigned n = 2; n < 60; n++) {
    if (n % 10 == 0)
      continue;
    auto g = hailstones(n);
    unsigned last = 0;
    while (g.next()) {
      last = g.value();
      if (last > 5000)
        goto next;
      if (last > highest)
        highest = last;
    }
    sum += last;
  next:;
  }
  std::printf("highest %u sum %u\n", highest, sum);
  int n = 0;
  do {
    auto a = divisors(n + 1), b = divisors(2 * n + 2);
    int shared = 0;
    while (a.next() && b.next())
      shared += a.value() == b.value();
    std::printf("%d ", shared);
  } while (++n < 12);
  std::printf("\n");
}
