// co_return from everywhere: before the first suspend, in loops, in try with
// cleanups on the way, in a lambda, and by flowing off the end.
// E2E: clang14
#include "coro_lib.h"

static lib::task<int> classify(int n) {
  lib::counted guard("g");
  if (n < 0)
    co_return -1;
  if (n == 0) {
    lib::counted zero("zero");
    co_return 0;
  }
  for (int i = 2; i < n; i++) {
    lib::counted loop("l");
    if (n % i == 0)
      co_return i;
    if (i > 4) {
      try {
        lib::counted inner("try");
        if (n > 50)
          throw n;
        co_return co_await classify(n - 40);
      } catch (int e) {
        co_return e * 10;
      }
    }
  }
  co_return n;
}

static lib::task<> maybe(int n, int *out) {
  if (n == 1)
    co_return;
  *out += 1;
  if (n == 2)
    co_return (void)(*out += 10);
  co_await [](int *o) -> lib::task<> {
    if (*o > 40)
      co_return;
    *o += 100;
  }(out);
  *out += 1000;
}

static lib::generator<int> until(int limit) {
  for (int i = 0;; i++)
    for (int j = 0; j < i; j++) {
      if (i * j > limit)
        co_return;
      co_yield i * j;
    }
}

int main() {
  const int inputs[] = {-5, 0, 1, 2, 9, 35, 7, 43, 49, 53};
  for (int n : inputs)
    std::printf("%d: %d\n", n, lib::run(classify(n)));
  int out = 0;
  for (int n = 1; n < 5; n++) {
    lib::run(maybe(n, &out));
    std::printf("%d ", out);
  }
  int count = 0, sum = 0;
  for (int v : until(60)) {
    count++;
    sum += v;
  }
  std::printf("| %d %d | alive %d\n", count, sum, lib::counted::alive);
  return sum % 100;
}
