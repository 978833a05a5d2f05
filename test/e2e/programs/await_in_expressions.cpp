// co_await as a part of expressions: conditions of if, while, for and switch,
// ternaries, short circuits, arguments, subscripts, initialisers and throw.
#include "coro_lib.h"

struct pause {
  static inline std::coroutine_handle<> waiting;
  static inline int count = 0;
  int v;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    waiting = h;
    count++;
  }
  int await_resume() { return v; }
};

static pause later(int v) { return {v}; }

static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }

static lib::task<int> expressions(int n) {
  int table[4] = {5, 6, 7, 8};
  int r = 0;
  if (co_await later(n) > 2)
    r += 1;
  else
    r += 2;
  int i = 0;
  while (co_await later(i) < n)
    i++;
  for (int k = co_await later(0); k < co_await later(3); k += co_await later(1))
    r += table[co_await later(k)];
  switch (co_await later(n % 3)) {
  case 0:
    r += co_await later(10);
    [[fallthrough]];
  case 1:
    r += 20;
    break;
  default:
    r += 30;
  }
  r += co_await later(n) % 2 ? co_await later(1000) : co_await later(2000) + 1;
  bool both = co_await later(n) > 1 && co_await later(n) < 4;
  bool any = co_await later(n) == 1 || co_await later(n) == 5;
  // The parts of a braced list are evaluated from left to right.
  int list[] = {co_await later(1), r, co_await later(i)};
  r += three(list[0], list[2], co_await later(3));
  table[n % 4] += co_await later(4);
  auto [x, y] = std::pair{co_await later(n), co_await later(n + 1)};
  r = r * 2 + both + 2 * any + x * y + table[n % 4];
  do {
    r -= co_await later(7);
  } while (co_await later(r) > 4000);
  try {
    throw co_await later(r);
  } catch (int e) {
    r = e + 1;
  }
  co_return co_await later(r) + i;
}

int main() {
  for (int n = 0; n < 7; n++) {
    pause::count = 0;
    auto t = expressions(n);
    t.start();
    while (!t.done())
      pause::waiting.resume();
    std::printf("%d: %d after %d awaits\n", n, t.get(), pause::count);
  }
}
