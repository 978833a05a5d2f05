// Parameters that are assigned to before the first suspend, in the ramp, where clang -O0 itself tells the first value: what is true stands
// in comments.
#include "lib.h"
__attribute__((noinline)) generator<int, std::suspend_never> count(int a, double b, long unused) {
  int first = a;
  a += 7;
  b *= 2;
  STOP; // a = 12, b = 3
  co_yield a;
  STOP;
  co_yield a + (int)b + first;
  unused += a;
  STOP;
  b = (double)(a + unused);
  co_yield (int)b;
  STOP;
}
int main() {
  generator<int, std::suspend_never> g = count(opaque(5), opaque(1.5), opaque(9L));
  int sum = 0;
  while (!g.handle.done()) {
    sum += g.value();
    g.handle.resume();
  }
  return sum == 0;
}
