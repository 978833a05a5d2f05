// Structured bindings over objects that own coroutines: an aggregate, a pair
// with two generators, a tuple, and the result of a maker that sets up both.
#include "coro_lib.h"
#include <tuple>

using lib::counted;
using lib::generator;

static generator<int> ramp(int from, int by) {
  counted c("r");
  for (int i = 0; i < 4; i++, from += by)
    co_yield from;
}

struct source {
  generator<int> values;
  int weight;
  const char *name;
};

static source make_source(int n) { return {ramp(n, n), n + 1, n % 2 ? "odd" : "even"}; }

static std::pair<generator<int>, generator<int>> split(int at) { return {ramp(at, 1), ramp(at, -1)}; }

int main() {
  {
    source s{ramp(1, 1), 3, "one"};
    auto &[values, weight, name] = s;
    while (values.next())
      std::printf("%s %d ", name, values.value() * weight);
    std::printf("\n");
  }
  for (int n = 1; n < 4; n++) {
    auto [values, weight, name] = make_source(n);
    values.next();
    values.next();
    std::printf("%s %d\n", name, values.value() * weight);
  }
  {
    auto [up, down] = split(10);
    while (up.next() && down.next())
      std::printf("%d/%d ", up.value(), down.value());
    std::printf("\n");
  }
  {
    std::tuple<generator<int>, int> t(ramp(5, 5), 2);
    auto &[g, skip] = t;
    for (int i = 0; i <= skip; i++)
      g.next();
    std::printf("tuple %d ", g.value());
  }
  std::printf("alive %d\n", counted::alive);
}
