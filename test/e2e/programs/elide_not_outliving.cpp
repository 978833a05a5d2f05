// Coroutines that outlive the function that made them, which ends some and hands
// on others: released from their wrapper, through an out parameter, in a moved
// wrapper, in a loop that keeps an earlier one. Their frames cannot lie in it.
#include "coro_lib.h"

using lib::counted;
using lib::generator;

// scribble overwrites the stack on which a wrongly placed frame would lie.
[[gnu::noinline]] static int scribble(int n) {
  volatile unsigned char stack[2048];
  for (auto &b : stack)
    b = static_cast<unsigned char>(n++);
  return stack[n % 2048];
}

struct fiber {
  struct promise_type {
    long value = 0;
    fiber get_return_object() { return fiber(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using handle = std::coroutine_handle<promise_type>;
  handle h;
  explicit fiber(handle h) : h(h) {}
  fiber(fiber &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~fiber() {
    if (h)
      h.destroy();
  }
  handle release() { return std::exchange(h, nullptr); }
};

static fiber counting(const char *name, long from) {
  counted c(name);
  for (;;)
    co_yield from++;
}

// started advances a coroutine and keeps it only when its value is even.
static fiber::handle started(const char *name, long from) {
  fiber f = counting(name, from);
  f.h.resume();
  if (f.h.promise().value % 2)
    return nullptr;
  return f.release();
}

static bool into(fiber::handle &out, long from) {
  fiber f = counting("out", from);
  f.h.resume();
  if (from < 0)
    return false;
  out = f.release();
  return true;
}

// best makes one coroutine in each round and returns that of the highest value.
static fiber best(int rounds) {
  fiber keep = counting("seed", 0);
  keep.h.resume();
  for (int i = 1; i < rounds; i++) {
    fiber next = counting("round", (i * 7) % 5);
    next.h.resume();
    if (next.h.promise().value > keep.h.promise().value)
      std::swap(keep.h, next.h);
  }
  return keep;
}

static void show(const char *what, fiber::handle h) {
  int mark = scribble(11);
  h.resume();
  std::printf("%s %ld (%d)\n", what, h.promise().value, mark);
  h.destroy();
}

int main() {
  for (long from : {4L, 5L, 6L}) {
    if (auto h = started("s", from))
      show("kept", h);
    else
      std::printf("ended\n");
  }
  fiber::handle h;
  if (into(h, 70))
    show("out", h);
  std::printf("into %d\n", into(h, -1));
  {
    fiber b = best(6);
    int mark = scribble(3);
    b.h.resume();
    std::printf("best %ld (%d)\n", b.h.promise().value, mark);
  }
  std::printf("alive %d\n", counted::alive);
}
