// A Lindenmayer system: symbols, rewritten by a tower of generators, one for each generation.
#include "coro.h"

generator<char> axiom(const char *s) {
  while (*s)
    co_yield *s++;
}
generator<char> rewrite(generator<char> g) {
  while (g.next()) {
    char c = g.value();
    const char *rule = c == 'F' ? "F+G" : c == 'G' ? "F-G" : nullptr;
    if (!rule) {
      co_yield c;
      continue;
    }
    for (; *rule; rule++)
      co_yield *rule;
  }
}
long fold(generator<char> g) {
  long x = 0, y = 0, dx = 1, dy = 0;
  while (g.next())
    switch (g.value()) {
    case '+':
      dx = std::exchange(dy, dx), dx = -dx;
      break;
    case '-':
      dy = std::exchange(dx, dy), dy = -dy;
      break;
    default:
      x += dx, y += dy;
    }
  return x * 1000 + y;
}
int main() {
  long sum = 0;
  for (int round = 0; round < 60000; round++) {
    auto g = rewrite(rewrite(rewrite(axiom(round & 1 ? "F" : "FF+G"))));
    sum = sum * 3 + fold(rewrite(rewrite(rewrite(rewrite(std::move(g))))));
  }
  finish(sum);
}
