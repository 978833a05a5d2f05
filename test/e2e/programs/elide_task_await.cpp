// Tasks that are awaited where they are made: each frame could lie in its
// parent's, through loops, branches, failures and conversions of the result.
#include "coro_lib.h"

using lib::counted;
using lib::run;
using lib::task;

static task<int> add(int a, int b) { co_return a + b; }

static task<int> checked_divide(int a, int b) {
  counted c("div");
  if (b == 0)
    throw a;
  co_return a / b;
}

static task<void> report(const char *what, int value) {
  std::printf("%s %d\n", what, value);
  co_return;
}

static task<int> series(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      continue;
    sum = co_await add(sum, i);
    if (sum > 60)
      break;
  }
  co_return sum;
}

static task<int> guarded(int a, int b) {
  int caught;
  try {
    co_return co_await checked_divide(a, b);
  } catch (int e) {
    caught = e;
  }
  co_await report("caught", caught);
  co_return -1;
}

// named keeps the task in a variable for a while before it awaits it.
static task<long> named(int n) {
  task<int> first = add(n, 1);
  counted c("between");
  int x = co_await first;
  task<int> second = add(x, 1);
  co_return (co_await second) * 10L;
}

// unused makes a task that it awaits on one path only; it is destroyed on both.
static task<int> unused(int n) {
  task<int> maybe = add(n, n);
  if (n % 2)
    co_return n;
  co_return co_await maybe;
}

static task<void> all() {
  co_await report("series", co_await series(10));
  co_await report("series", co_await series(100));
  co_await report("divide", co_await guarded(42, 5));
  co_await report("divide", co_await guarded(43, 0));
  co_await report("named", static_cast<int>(co_await named(7)));
  for (int i = 3; i < 7; i++)
    co_await report("unused", co_await unused(i));
}

int main() {
  run(all());
  std::printf("alive %d\n", counted::alive);
  try {
    run(checked_divide(9, 0));
  } catch (int e) {
    std::printf("out of run %d, alive %d\n", e, counted::alive);
  }
}
