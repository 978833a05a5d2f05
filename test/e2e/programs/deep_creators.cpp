// A creator that calls itself: the large frames that it creates stay on the heap.
// E2E: clang14
#include "coro_lib.h"
#include <cstring>

static lib::generator<int> large(int k) {
  char bytes[100000];
  std::memset(bytes, k, sizeof bytes);
  for (int i = 0; i < 3; i++)
    co_yield bytes[i * 1000];
}

static int deep(int k) {
  if (k == 0)
    return 0;
  int sum = 0;
  for (int v : large(k))
    sum += v;
  return sum + deep(k - 1);
}

int main() { std::printf("%d\n", deep(100)); }
