// A generator with a branch in each round: the lengths of Collatz sequences.
#include "coro.h"

generator<long> collatz(long n) {
  while (n != 1) {
    co_yield n;
    n = n & 1 ? 3 * n + 1 : n / 2;
  }
}
long length(long n) {
  long count = 0;
  for (auto g = collatz(n); g.next();)
    count++;
  return count;
}
int main() {
  long sum = 0;
  for (long n = 1; n < 1000000; n++)
    sum += length(n);
  finish(sum);
}
