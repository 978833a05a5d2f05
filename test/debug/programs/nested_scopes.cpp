// Scopes within each other and one after the other, names that hide others, and variables whose scope ends before a suspend.
#include "lib.h"
__attribute__((noinline)) generator<int> scopes(int n) {
  int v = n;
  {
    int gone = v * 3;
    STOP;
    v += gone;
  }
  co_yield v;
  STOP;
  {
    int v = n + 100;
    STOP;
    co_yield v;
    ++v;
    STOP;
    {
      long v = n + 1000;
      int other = (int)v * 2;
      co_yield (int)v;
      STOP;
      v = other;
      STOP;
      co_yield (int)v;
    }
    STOP;
    co_yield v;
  }
  {
    int gone = v * 5;
    co_yield gone;
    STOP;
  }
  STOP;
  if (int half = v / 2; half > n) {
    co_yield half;
    STOP;
    half = n;
    co_yield half;
  } else {
    co_yield -half;
  }
  STOP;
  co_yield v;
}
int main() {
  int sum = 0;
  generator<int> g = scopes(opaque(4));
  while (g.next())
    sum += g.value();
  return sum == 0;
}
