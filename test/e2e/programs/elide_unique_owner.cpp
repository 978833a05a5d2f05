// Coroutines owned by std::unique_ptr with a deleter that destroys the frame,
// by a scope guard, and by a base class; and handles compared and asked before
// their end.
#include "coro_lib.h"
#include <memory>

using lib::counted;

struct fiber_promise;
using fiber_handle = std::coroutine_handle<fiber_promise>;

struct fiber_promise {
  int at = 0;
  fiber_handle get_return_object() { return fiber_handle::from_promise(*this); }
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  std::suspend_always yield_value(int v) noexcept {
    at = v;
    return {};
  }
  void return_void() {}
  void unhandled_exception() { std::terminate(); }
};

// fiber is only a handle: whoever makes one has to end it.
struct fiber {
  using promise_type = fiber_promise;
  fiber_handle h;
  fiber(fiber_handle h) : h(h) {}
};

static fiber climb(const char *name, int n) {
  counted c(name);
  for (int i = 0; i < n; i++)
    co_yield i * n;
}

struct destroyer {
  void operator()(fiber_promise *p) const { fiber_handle::from_promise(*p).destroy(); }
};
using owner = std::unique_ptr<fiber_promise, destroyer>;

template <class F> struct guard {
  F f;
  ~guard() { f(); }
};
template <class F> guard(F) -> guard<F>;

class runner {
public:
  explicit runner(fiber f) : h_(f.h) {}
  runner(const runner &) = delete;
  ~runner() { h_.destroy(); }
  int step() {
    h_.resume();
    return h_.done() ? -1 : h_.promise().at;
  }

private:
  fiber_handle h_;
};

class double_runner : runner {
public:
  explicit double_runner(fiber f) : runner(f) {}
  int step() {
    int a = runner::step();
    return a < 0 ? a : 2 * a;
  }
};

static int owned(int n) {
  owner o(&climb("owned", n).h.promise());
  auto h = fiber_handle::from_promise(*o);
  int sum = 0;
  for (h.resume(); !h.done(); h.resume())
    sum += o->at;
  return sum;
}

static int guarded(int n) {
  fiber f = climb("guarded", n);
  guard end{[&] { f.h.destroy(); }};
  f.h.resume();
  if (f.h.done())
    return -1;
  f.h.resume();
  return f.h.promise().at;
}

static bool compared() {
  fiber a = climb("a", 2), b = climb("b", 2);
  bool same = a.h == b.h || !a.h || a.h.address() == nullptr;
  a.h.resume();
  b.h.destroy();
  a.h.destroy();
  return same;
}

int main() {
  std::printf("owned %d\n", owned(5));
  std::printf("guarded %d\n", guarded(6));
  std::printf("guarded %d\n", guarded(0));
  {
    double_runner r(climb("runner", 3));
    int last = 0;
    for (int s; (s = r.step()) >= 0;)
      last = s;
    std::printf("runner %d\n", last);
  }
  std::printf("compared %d\n", compared());
  std::printf("alive %d\n", counted::alive);
}
