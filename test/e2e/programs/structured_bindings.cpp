// Structured bindings over awaited and yielded values: of arrays, tuples,
// aggregates and bit-fields, by value and by reference, across suspends.
#include "coro_lib.h"
#include <tuple>

struct point {
  int x, y;
  double weight;
};
struct packed {
  unsigned kind : 3, size : 9;
};

static lib::task<std::tuple<int, char, long>> triple(int n) {
  co_return std::tuple<int, char, long>(n, static_cast<char>('a' + n), n * 1000L);
}

static lib::task<point> locate(int n) { co_return point{n, -n, n * 0.25}; }

static lib::task<long> use(int n) {
  auto [a, b, c] = co_await triple(n);
  auto &&[x, y, w] = co_await locate(n + 1);
  auto [p, q, v] = co_await locate(n + 2);
  x += p;
  y -= q;
  std::printf("%d %c %ld | %d %d %.2f %.2f\n", a, b, c, x, y, w, v);
  int values[3] = {a, x, y};
  auto &[first, second, third] = values;
  first += static_cast<int>(std::get<2>(co_await triple(second)));
  packed bits{5, 300};
  auto [kind, size] = bits;
  bits.size += static_cast<unsigned>(co_await [](int k) -> lib::task<int> { co_return k; }(third));
  co_return values[0] + kind + size + bits.size;
}

static lib::generator<std::pair<const int, point>> entries() {
  point p{0, 10, 0.5};
  for (int i = 0; i < 4; i++) {
    co_yield {i, p};
    p.x += i;
    p.weight *= 2;
  }
}

int main() {
  for (int n = 0; n < 4; n++)
    std::printf("use %ld\n", lib::run(use(n)));
  for (const auto &[key, pt] : entries()) {
    const auto &[x, y, w] = pt;
    std::printf("%d: %d %d %.1f\n", key, x, y, w);
  }
}
