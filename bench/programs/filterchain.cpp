// A chain of filters, each a generator that owns the one before it.
#include "library.h"
gen<int> from(int n) {
  for (;; ++n) co_yield n;
}
gen<int> sieve(gen<int> src, int p) {
  for (int v : src)
    if (v % p) co_yield v;
}
int main() {
  unsigned long s = 0;
  for (int r = 0; r < 30; ++r) {
    gen<int> g = from(2);
    for (int i = 0; i < 800; ++i) {
      int p = *g.begin();
      s += p;
      g = sieve(std::move(g), p);
    }
  }
  finish(s);
}
