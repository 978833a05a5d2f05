// A million lazy tasks, each awaiting the next, by symmetric transfer: without
// a true tail call at every hop the stack overflows, at -O0 too.
// E2E: short
#include "coro_lib.h"

static lib::task<long> down(int n) {
  if (n == 0)
    co_return 0;
  long rest = co_await down(n - 1);
  co_return rest + n % 7;
}

static lib::task<long> ready(long i) { co_return i & 3; }

// flat awaits a million tasks one after the other: the stack must not grow
// when a task completes at once.
static lib::task<long> flat(int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += co_await ready(i);
  co_return sum;
}

// chain fails a ten thousand levels down; each level adds one on the way.
static lib::task<int> chain(int n) {
  if (n == 0)
    throw 100;
  int level;
  try {
    level = co_await chain(n - 1);
  } catch (int up) {
    level = up + 1;
  }
  if (n % 2)
    throw level;
  co_return level + 1;
}

#ifdef SHORT
constexpr int million = 3000;
#else
constexpr int million = 1000000;
#endif

int main() {
  std::printf("down %ld\n", lib::run(down(million)));
  std::printf("flat %ld\n", lib::run(flat(million)));
  std::printf("chain %d\n", lib::run(chain(million / 100)));
}
