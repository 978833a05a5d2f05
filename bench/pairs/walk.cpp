// A generator that creates generators of its own kind, and the loop with a stack that does the same.
#include "task.h"

static const int depth = 12;

#ifdef PLAIN
static long total() {
  long sum = 0;
  struct entry {
    int depth;
    unsigned value;
  } stack[2 * depth + 2];
  int n = 0;
  stack[n++] = {depth, 1};
  while (n) {
    entry e = stack[--n];
    sum += e.value & 1023;
    if (e.depth) {
      stack[n++] = {e.depth - 1, e.value * 2 + 1};
      stack[n++] = {e.depth - 1, e.value * 2};
    }
  }
  return sum;
}
#else
static generator<unsigned> walk(int depth, unsigned value) {
  co_yield value;
  if (depth == 0)
    co_return;
  for (auto g = walk(depth - 1, value * 2); g.next();)
    co_yield g.value();
  for (auto g = walk(depth - 1, value * 2 + 1); g.next();)
    co_yield g.value();
}
static long total() {
  long sum = 0;
  for (auto g = walk(depth, 1); g.next();)
    sum += g.value() & 1023;
  return sum;
}
#endif

int main() {
  long sum = 0;
  for (int i = 0; i < 20; i++)
    sum += total();
  printf("%ld\n", sum);
}
