// A creator that calls itself, and threads with small stacks: the large frames that they create stay on the heap.
// E2E: clang14
#include "coro_lib.h"
#include <cstring>
#include <pthread.h>

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

static void *thread(void *result) {
  for (int v : large(7))
    *static_cast<int *>(result) += v;
  return nullptr;
}

int main() {
  std::printf("%d\n", deep(100));
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, 160 * 1024);
  int result = 0;
  pthread_t t;
  pthread_create(&t, &attr, thread, &result);
  pthread_join(t, nullptr);
  std::printf("%d\n", result);
}
