// A generator with its own promise: arithmetic, an empty range, and a range
// that is left before its end.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct ints {
  struct promise_type {
    int value;
    ints get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  ~ints() { h.destroy(); }
  bool next() {
    h.resume();
    return !h.done();
  }
  int value() { return h.promise().value; }
};

static ints range(int from, int to, int step) {
  for (int i = from; i < to; i += step)
    co_yield i;
}

static ints fibonacci() {
  int a = 0, b = 1;
  for (;;) {
    co_yield a;
    int c = a + b;
    a = b;
    b = c;
  }
}

static ints collatz(int n) {
  while (n != 1) {
    co_yield n;
    n = n % 2 ? 3 * n + 1 : n / 2;
  }
  co_yield 1;
}

int main() {
  int sum = 0;
  ints r = range(3, 40, 4);
  while (r.next()) {
    std::printf("%d ", r.value());
    sum += r.value();
  }
  std::printf("sum %d\n", sum);
  ints e = range(5, 5, 1);
  std::printf("empty %d\n", e.next());
  ints f = fibonacci();
  for (int i = 0; i < 30 && f.next(); i++)
    std::printf("%d ", f.value());
  std::printf("\n");
  ints c = collatz(27);
  int steps = 0, top = 0;
  for (; c.next(); steps++)
    if (c.value() > top)
      top = c.value();
  std::printf("collatz %d steps, top %d\n", steps, top);
}
