// Generators that make generators and drive them inside their own body: the
// inner frames could lie in the outer frame, that one in main. Some are left
// half way, with everything in them alive.
#include "coro_lib.h"

using lib::counted;
using lib::generator;

static generator<int> upto(int n) {
  for (int i = 1; i <= n; i++)
    co_yield i;
}

static generator<int> triangle(int rows) {
  auto outer = upto(rows);
  while (outer.next()) {
    auto inner = upto(outer.value());
    while (inner.next())
      co_yield outer.value() * 10 + inner.value();
  }
}

static generator<int> tagged(const char *name, int n) {
  counted c(name);
  auto g = upto(n);
  while (g.next())
    co_yield g.value();
}

static generator<int> interleaved(int n) {
  auto a = tagged("a", n);
  auto b = tagged("b", 2 * n);
  bool more_a = a.next(), more_b = b.next();
  while (more_a || more_b) {
    if (more_a) {
      co_yield a.value();
      more_a = a.next();
    }
    if (more_b) {
      co_yield -b.value();
      more_b = b.next();
    }
  }
}

static generator<int> pythagorean(int limit) {
  auto as = upto(limit);
  while (as.next()) {
    auto bs = upto(limit);
    while (bs.next()) {
      if (bs.value() < as.value())
        continue;
      auto cs = upto(limit);
      while (cs.next()) {
        int a = as.value(), b = bs.value(), c = cs.value();
        if (a * a + b * b == c * c)
          co_yield (a * 100 + b) * 100 + c;
      }
    }
  }
}

int main() {
  auto t = triangle(4);
  while (t.next())
    std::printf("%d ", t.value());
  std::printf("\n");
  {
    auto i = interleaved(3);
    while (i.next())
      std::printf("%d ", i.value());
    std::printf("\n");
  }
  {
    auto left = interleaved(9);
    for (int k = 0; k < 5 && left.next(); k++)
      std::printf("%d ", left.value());
  }
  std::printf("alive %d\n", counted::alive);
  auto p = pythagorean(26);
  while (p.next())
    std::printf("%06d ", p.value());
  std::printf("\n");
}
