// Locals of class type that are taken apart, changed in part, and copied.
#include "lib.h"
struct point {
  int x, y;
};
struct box {
  point low, high;
  double weight;
  bool open;
};
__attribute__((noinline)) generator<int> grow(point by) {
  box b{{1, 2}, {3, 4}, 0.5, true};
  point last = b.low;
  for (int k = 0; k < 3; ++k) {
    b.high.x += by.x;
    b.weight *= 2;
    STOP;
    co_yield b.high.x;
    last = b.high;
    b.open = !b.open;
    by.y = k;
    STOP;
  }
  STOP;
  box copy = b;
  copy.low = last;
  co_yield copy.low.x + b.low.y;
  copy.weight = 7;
  STOP;
  co_yield (int)copy.weight + by.y;
}
int main() {
  point p{opaque(2), opaque(3)};
  int sum = 0;
  generator<int> g = grow(p);
  while (g.next())
    sum += g.value();
  return sum == 0;
}
