// A pipeline of generators: numbers, of them those that pass a test, of these the squares.
#include "coro.h"

generator<long> numbers(long to) {
  for (long n = 1; n <= to; n++)
    co_yield n;
}
generator<long> odd(generator<long> g) {
  while (g.next())
    if (g.value() & 1)
      co_yield g.value();
}
generator<long> squares(generator<long> g) {
  while (g.next())
    co_yield g.value() * g.value();
}
int main() {
  long sum = 0;
  for (int round = 0; round < 15000; round++)
    for (auto g = squares(odd(numbers(100000))); g.next();)
      sum ^= g.value() + round;
  finish(sum);
}
