// A chain of three tasks around a call of unknown code.
#include "task.h"

__attribute__((noinline)) long work(long x) {
  asm volatile("" : "+r"(x));
  return (x * 3 + 1) & 0xffffff;
}
TASK(long) leaf(long x) { RETURN work(x); }
TASK(long) middle(long x) {
  long a = AWAIT leaf(x);
  RETURN a ^ (x >> 1);
}
TASK(long) top(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum = (sum + AWAIT middle(sum + i)) & 0xffffff;
  RETURN sum;
}

int main() { printf("%ld\n", run(top(500000))); }
