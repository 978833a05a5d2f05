// Coroutines in an optional and in a hand-made slot: emplaced, started or not,
// replaced, reset early or by the scope's end.
#include "coro_lib.h"
#include <optional>

using lib::counted;
using lib::generator;
using lib::task;

static task<int> work(const char *name, int n) {
  counted c(name);
  co_return n * n;
}

static generator<int> ticks(int n) {
  while (n > 0)
    co_yield n--;
}

static int always() {
  std::optional<task<int>> t;
  t.emplace(work("always", 6));
  t->start();
  int result = t->get();
  t.reset();
  return result;
}

static int sometimes(bool wanted) {
  std::optional<task<int>> t;
  if (wanted)
    t = work("sometimes", 7);
  if (!t)
    return -1;
  t->start();
  return t->get();
}

static int never_started(int n) {
  std::optional<task<int>> t(work("never", n));
  return t->done();
}

static int replaced(int rounds) {
  int sum = 0;
  std::optional<generator<int>> g;
  for (int i = 1; i <= rounds; i++) {
    g.emplace(ticks(i));
    while (g->next())
      sum += g->value();
  }
  return sum;
}

// slot destroys its coroutine when it is told to, or at its end.
struct slot {
  lib::task<int>::handle h = nullptr;
  void clear() {
    if (h)
      std::exchange(h, nullptr).destroy();
  }
  ~slot() { clear(); }
};

struct raw {
  struct promise_type {
    int value = 0;
    promise_type() = default; // no aggregate, which would be made of the arguments
    raw get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
};

static raw eager(int n) {
  counted c("eager");
  if (n > 3)
    co_await std::suspend_always{};
  co_return n + 1;
}

static int by_hand(int n) {
  raw r = eager(n);
  if (!r.h.done())
    r.h.resume();
  int v = r.h.promise().value;
  r.h.destroy();
  return v;
}

int main() {
  std::printf("%d\n", always());
  std::printf("%d\n", sometimes(true));
  std::printf("%d\n", sometimes(false));
  std::printf("%d\n", never_started(3));
  std::printf("%d\n", replaced(5));
  std::printf("%d\n", by_hand(3));
  std::printf("%d\n", by_hand(4));
  std::printf("alive %d\n", counted::alive);
}
