#include "coro.h"
#ifndef START
#define START 3
#endif
static task leaf(int n) { co_return n * n; }
static task sum(int n) {
  int s = 0;
  for (int k = 0; k < n; ++k)
    s += co_await leaf(k + START);
  co_return s;
}
int main() {
  task t = sum(10);
  t.handle.resume();
  printf("%d %d\n", t.handle.done(), t.handle.promise().value);
}
