// Two tasks that await each other.
#include "task.h"

TASK(int) odd(int n);
TASK(int) even(int n) {
  if (n == 0)
    RETURN 1;
  RETURN AWAIT odd(n - 1);
}
TASK(int) odd(int n) {
  if (n == 0)
    RETURN 0;
  RETURN 1 - AWAIT even(n - 1);
}
TASK(long) loop(int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += AWAIT even(i % 100);
  RETURN sum;
}

int main() { printf("%ld\n", run(loop(20000))); }
