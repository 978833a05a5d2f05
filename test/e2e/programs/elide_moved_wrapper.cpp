// The wrapper of a coroutine is moved: into another variable, an aggregate, a
// by-value parameter, over one that is empty, and round by swap. Each frame has
// one owner at the end of the scope that made it.
#include "coro_lib.h"

using lib::counted;
using lib::generator;

static generator<int> steps(const char *name, int from, int by) {
  counted c(name);
  for (int v = from;; v += by)
    co_yield v;
}

struct labelled {
  generator<int> g;
  int times;
  int total() {
    int sum = 0;
    for (int i = 0; i < times && g.next(); i++)
      sum += g.value();
    return sum;
  }
};

static int consume(generator<int> g, int times) {
  int last = 0;
  for (int i = 0; i < times && g.next(); i++)
    last = g.value();
  return last;
}

static int forward(generator<int> &&g, int times) { return consume(std::move(g), times); }

int main() {
  {
    auto a = steps("a", 1, 1);
    a.next();
    auto b = std::move(a);
    b.next();
    std::printf("moved %d\n", b.value());
  }
  {
    labelled l{steps("l", 10, 5), 4};
    std::printf("total %d\n", l.total());
    labelled m = std::move(l);
    std::printf("total %d\n", m.total());
  }
  std::printf("consumed %d\n", consume(steps("c", 7, 7), 3));
  std::printf("forwarded %d\n", forward(steps("f", 100, -1), 5));
  {
    auto x = steps("x", 0, 2);
    auto y = steps("y", 1, 2);
    std::swap(x, y);
    x.next(), y.next();
    std::printf("swapped %d %d\n", x.value(), y.value());
    x = steps("z", 40, 2);
    x.next();
    std::printf("assigned %d\n", x.value());
  }
  std::printf("alive %d\n", counted::alive);
}
