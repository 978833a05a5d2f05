// Several coroutines that use each other, one of them created by another and kept in its frame, and two of the same function.
#include "lib.h"
__attribute__((noinline)) generator<int> numbers(int from, int to) {
  while (from < to) {
    STOP;
    co_yield from;
    ++from;
  }
  STOP;
}
__attribute__((noinline)) generator<int> doubled(int from, int to) {
  int seen = 0;
  generator<int> in = numbers(from, to);
  while (in.next()) {
    int v = in.value();
    ++seen;
    STOP;
    co_yield v * 2;
    from += v;
    STOP;
  }
  STOP;
  co_yield seen;
}
int main() {
  int sum = 0;
  generator<int> a = doubled(opaque(1), opaque(3)), b = numbers(opaque(7), opaque(9));
  while (a.next()) {
    sum += a.value();
    if (b.next())
      sum += b.value();
  }
  return sum == 0;
}
