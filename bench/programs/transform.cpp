// Generators that take a function: map, filter and take, as in a library of ranges.
#include "coro.h"

generator<int> iota() {
  for (int n = 0;; n++)
    co_yield n;
}
template <class F> generator<int> map(generator<int> g, F f) {
  while (g.next())
    co_yield f(g.value());
}
template <class F> generator<int> filter(generator<int> g, F f) {
  while (g.next())
    if (int v = g.value(); f(v))
      co_yield v;
}
generator<int> take(generator<int> g, int n) {
  while (n-- > 0 && g.next())
    co_yield g.value();
}
int main() {
  long sum = 0;
  for (int round = 1; round < 3000; round++) {
    auto hashed = map(iota(), [round](int n) { return int(unsigned(n) * 2654435761u >> 8) ^ round; });
    for (auto g = take(filter(std::move(hashed), [](int n) { return n % 3 == 0; }), 5000); g.next();)
      sum += g.value();
  }
  finish(sum);
}
