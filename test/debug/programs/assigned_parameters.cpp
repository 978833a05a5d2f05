// Parameters that are assigned to, before and behind suspends, by a coroutine that starts suspended.
#include "lib.h"
__attribute__((noinline)) generator<int> count(int a, double b, const char *s) {
  int first = a; // the first value of a stays needed: it keeps its slot
  STOP;
  co_yield 0;
  for (int i = 0; i < 2; ++i) {
    STOP;
    co_yield a;
    a += 7;
    b *= 2;
    ++s;
    STOP;
  }
  co_yield a + (int)b + first;
  STOP;
  a = first + *s;
  co_yield a;
  STOP;
}
int main() {
  generator<int> g = count(opaque(5), opaque(1.5), "word");
  int sum = 0;
  while (g.next())
    sum += g.value();
  return sum == 0;
}
