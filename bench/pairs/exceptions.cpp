// An exception that leaves two tasks, once in 64 rounds.
#include "task.h"

TASK(int) check(int x) {
  if (x % 64 == 0)
    throw x;
  RETURN x * 2;
}
TASK(int) middle(int x) {
  int a = AWAIT check(x);
  RETURN a + 1;
}
TASK(long) loop(int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    try {
      sum += AWAIT middle(i);
    } catch (int e) {
      sum -= e;
    }
  RETURN sum;
}

int main() { printf("%ld\n", run(loop(100000))); }
