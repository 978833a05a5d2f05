// A local generator goes by reference into algorithms, small ones and one that
// no compiler inlines; it still dies with its scope.
#include "coro_lib.h"

using lib::generator;

static generator<int> count(int from, int to) {
  for (int i = from; i < to; i++)
    co_yield i;
}

static generator<int> squares() {
  for (int i = 1;; i++)
    co_yield i * i;
}

template <class G> static int sum(G &g) {
  int s = 0;
  while (g.next())
    s += g.value();
  return s;
}

template <class G, class F> static int fold(G &g, int init, F f) {
  while (g.next())
    init = f(init, g.value());
  return init;
}

template <class G, class P> static bool find(G &g, P pred, int &where) {
  while (g.next()) {
    if (pred(g.value())) {
      where = g.value();
      return true;
    }
  }
  return false;
}

// histogram only advances and reads what it is given.
[[gnu::noinline]] static void histogram(generator<int> &g, unsigned (&buckets)[5]) {
  while (g.next())
    buckets[g.value() % 5]++;
}

static void skip(generator<int> &g, int n) {
  while (n-- > 0 && g.next()) {
  }
}

int main() {
  {
    auto g = count(1, 101);
    std::printf("sum %d\n", sum(g));
  }
  {
    auto g = count(1, 8);
    std::printf("product %d\n", fold(g, 1, [](int a, int b) { return a * b; }));
  }
  {
    auto g = squares();
    int at = 0;
    bool found = find(g, [](int v) { return v % 91 == 0; }, at);
    std::printf("found %d at %d\n", found, at);
    skip(g, 3);
    std::printf("three further %d\n", g.value());
  }
  {
    auto g = count(5, 12);
    int at = -1;
    bool found = find(g, [](int v) { return v > 100; }, at);
    std::printf("found %d at %d\n", found, at);
  }
  unsigned buckets[5] = {};
  for (int i = 0; i < 3; i++) {
    auto g = count(i, 20 * i + 4);
    histogram(g, buckets);
  }
  for (unsigned b : buckets)
    std::printf("%u ", b);
  std::printf("\n");
}
