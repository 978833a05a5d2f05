// The moves of the towers of Hanoi, from a recursive generator of structures.
#include "coro.h"

struct move { int disk; char from, to; };

generator<move> hanoi(int n, char a, char b, char c) {
  if (n == 0)
    co_return;
  for (auto g = hanoi(n - 1, a, c, b); g.next();)
    co_yield g.value();
  co_yield move{n, a, b};
  for (auto g = hanoi(n - 1, c, b, a); g.next();)
    co_yield g.value();
}
int main() {
  long sum = 0;
  for (int round = 0; round < 32; round++)
    for (auto g = hanoi(15, 'a', 'b', 'c'); g.next();) {
      move m = g.value();
      sum += m.disk * (m.from - m.to + 3);
    }
  finish(sum);
}
