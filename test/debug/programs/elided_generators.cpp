// Generators whose frames go on their creator's stack: the coroutine's parameters and locals, and the creator's.
#include "lib.h"
static generator<int> squares(int n, int step) {
  for (int i = 0; i < n; i += step) {
    int square = i * i;
    STOP;
    co_yield square;
    step += square & 1;
    STOP;
  }
  n = -step;
  STOP;
}
__attribute__((noinline)) int total(int n) {
  int sum = 0;
  generator<int> g = squares(n, 1);
  while (g.next()) {
    sum += g.value();
    STOP;
  }
  n = sum;
  STOP;
  return sum;
}
int main() {
  int sum = total(opaque(4));
  generator<int> g = squares(opaque(3), opaque(2));
  while (g.next()) {
    int v = g.value();
    sum += v;
    STOP;
  }
  return sum == 0;
}
