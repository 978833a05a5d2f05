// Two calls of itself.
#include "task.h"

TASK(long) fib(int n) {
  if (n < 2)
    RETURN n;
  long a = AWAIT fib(n - 1);
  RETURN a + AWAIT fib(n - 2);
}

int main() { printf("%ld\n", run(fib(25))); }
