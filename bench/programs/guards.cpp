// Objects with destructors across yields, and consumers that leave the loop at different places.
#include "coro.h"

struct guard {
  long &depth;
  explicit guard(long &d) : depth(d) { ++depth; }
  ~guard() { --depth; }
};
generator<long> nested(long &depth, long n) {
  guard a(depth);
  for (long i = 0; i < n; i++) {
    guard b(depth);
    co_yield depth + i;
    if (i & 1) {
      guard c(depth);
      co_yield depth * i;
    }
  }
}
long first_over(long limit, long &depth) {
  for (auto g = nested(depth, 20); g.next();)
    if (g.value() > limit)
      return g.value();
  return 0;
}
int main() {
  long depth = 0, sum = 0;
  for (long i = 0; i < 9000000; i++)
    sum = sum * 3 + first_over(i & 31, depth) + depth;
  finish(sum);
}
