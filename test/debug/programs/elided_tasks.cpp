// Tasks that await each other, their frames within the awaiting one's: parameters that change over an await, results that are kept.
#include "lib.h"
static task<int> add(int a, int b) {
  a += b;
  STOP;
  co_return a;
}
static task<int> twice(int v) {
  int one = co_await add(v, 1);
  STOP;
  v = one * 2;
  int two = co_await add(v, one);
  STOP;
  one = 0;
  STOP;
  co_return v + two + one;
}
static task<int> all(int n) {
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    sum += co_await twice(n);
    n -= 3;
    STOP;
  }
  co_return sum;
}
int main() {
  int n = opaque(5);
  task<int> t = all(n);
  int r = t.run();
  STOP;
  return r == 0;
}
