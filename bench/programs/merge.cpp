// Two sorted sequences, merged by a generator that resumes both.
#include "coro.h"

generator<long> steps(long from, long step, long to) {
  for (long n = from; n < to; n += step)
    co_yield n;
}
generator<long> merge(generator<long> a, generator<long> b) {
  bool x = a.next(), y = b.next();
  while (x || y) {
    if (x && (!y || a.value() <= b.value())) {
      co_yield a.value();
      x = a.next();
    } else {
      co_yield b.value();
      y = b.next();
    }
  }
}
int main() {
  long sum = 0;
  for (int round = 0; round < 400; round++)
    for (auto g = merge(steps(round, 3, 100000), steps(1, 7, 100000)); g.next();)
      sum = sum * 3 + g.value();
  finish(sum);
}
