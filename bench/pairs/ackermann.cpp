// Calls of itself whose argument is the result of another one, and which nest deeply.
#include "task.h"

TASK(int) ack(int m, int n) {
  if (m == 0)
    RETURN n + 1;
  if (n == 0)
    RETURN AWAIT ack(m - 1, 1);
  int k = AWAIT ack(m, n - 1);
  RETURN AWAIT ack(m - 1, k);
}

int main() { printf("%d\n", run(ack(2, 200))); }
