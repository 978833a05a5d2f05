// A generator that keeps a vector in its frame: prime numbers of a sieve.
#include "coro.h"
#include <vector>

generator<int> primes(int limit) {
  std::vector<bool> composite(limit + 1);
  for (int p = 2; p <= limit; p++) {
    if (composite[p])
      continue;
    co_yield p;
    for (long k = long(p) * p; k <= limit; k += p)
      composite[k] = true;
  }
}
int main() {
  long sum = 0;
  for (int limit = 1000; limit < 200000; limit += 1000)
    for (auto g = primes(limit); g.next();)
      sum += g.value();
  finish(sum);
}
