// A task for each node of a tree, awaited by that of its parent.
#include "coro.h"

task<long> count(int depth, unsigned seed) {
  if (depth == 0)
    co_return seed & 1;
  long left = co_await count(depth - 1, seed * 2654435761u);
  long right = co_await count(depth - 1, seed * 2246822519u + 1);
  co_return left + right + 1;
}
int main() {
  long sum = 0;
  for (unsigned i = 0; i < 300; i++)
    sum += count(16, i).run();
  finish(sum);
}
