// Layers that each await the layer below twice, around a call of unknown code that may fail.
#include "task.h"

__attribute__((noinline)) int io(int x) {
  asm volatile("" : "+r"(x));
  return (x + 1) & 0xffff;
}
TASK(int) read1(int k) {
  int a = io(k);
  if (a < 0)
    throw 1;
  RETURN a;
}
TASK(int) read2(int k) {
  int a = AWAIT read1(k);
  int b = AWAIT read1(a);
  RETURN a + b;
}
TASK(int) read4(int k) {
  int a = AWAIT read2(k);
  int b = AWAIT read2(a);
  RETURN a ^ b;
}
TASK(int) read8(int k) {
  int a = AWAIT read4(k);
  int b = AWAIT read4(a);
  RETURN a + b;
}
TASK(long) loop(int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += AWAIT read8(i);
  RETURN sum;
}

int main() { printf("%ld\n", run(loop(50000))); }
