// Coroutines that functions make for their callers: plain makers, makers of
// makers, one that advances what it made, one that chooses, member functions
// and lambdas. The frame could lie in the caller that ends it.
#include "coro_lib.h"

using lib::generator;

static generator<long> linear(long a, long b) {
  for (long x = 0; x < 5; x++)
    co_yield a *x + b;
}

static generator<long> powers(long base) {
  for (long p = 1; p < 100000; p *= base)
    co_yield p;
}

static generator<long> evens() { return linear(2, 0); }
static generator<long> odds() {
  auto g = linear(2, 1);
  return g;
}
static generator<long> multiples(long n) { return linear(n, 0); }
static generator<long> sevens() { return multiples(7); }

// past_first advances the coroutine before it hands it on.
static generator<long> past_first(long base) {
  auto g = powers(base);
  g.next();
  return g;
}

static generator<long> either(bool which) {
  if (which)
    return powers(3);
  return linear(-1, 4);
}

class scale {
public:
  explicit scale(long f) : factor_(f) {}
  generator<long> times() const { return linear(factor_, factor_); }
  generator<long> own() const {
    for (long i = 1; i < 4; i++)
      co_yield factor_ *i;
  }

private:
  long factor_;
};

template <class G> static void show(const char *name, G &&g) {
  std::printf("%s:", name);
  while (g.next())
    std::printf(" %ld", g.value());
  std::printf("\n");
}

static long total(generator<long> g) {
  long sum = 0;
  while (g.next())
    sum += g.value();
  return sum;
}

int main() {
  show("evens", evens());
  show("odds", odds());
  show("sevens", sevens());
  show("past first", past_first(10));
  show("either", either(true));
  show("either", either(false));
  scale s(6);
  show("times", s.times());
  show("own", s.own());
  auto make = [&s](int n) { return linear(n, s.own().next()); };
  show("lambda", make(3));
  std::printf("totals %ld %ld %ld\n", total(evens()), total(sevens()), total(past_first(2)));
}
