// Coroutines without a suspend: all awaiters are ready, so the ramp runs the
// whole body and frees the frame, if it ever makes one.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <cstdlib>

static int live;

struct eager {
  struct promise_type {
    int *out;
    promise_type(int *out, int) : out(out) { live++; }
    ~promise_type() { live--; }
    eager get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_never yield_value(int v) {
      *out += v;
      return {};
    }
    void return_value(int v) { *out ^= v; }
    void unhandled_exception() { *out = -1; }
  };
};

struct ready_value {
  int v;
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) { std::abort(); }
  int await_resume() { return v * 2; }
};

[[gnu::noinline]] static eager sum(int *out, int n) {
  for (int i = 0; i < n; i++)
    co_yield i *co_await ready_value{i};
  co_return n;
}

[[gnu::noinline]] static eager only_return(int *, int n) { co_return n; }

[[gnu::noinline]] static eager throws(int *, int n) {
  if (n > 1)
    throw n;
  co_await ready_value{n};
  co_return 77;
}

[[gnu::noinline]] static eager calls(int *out, int n) {
  int nested = 0;
  if (n > 0)
    calls(&nested, n - 1);
  co_yield nested + n;
  co_return 0;
}

int main() {
  for (int n = 0; n < 6; n++) {
    int a = 1, b = 2, c = 3, d = 0;
    sum(&a, n);
    only_return(&b, n);
    throws(&c, n);
    calls(&d, n);
    std::printf("%d: %d %d %d %d live %d\n", n, a, b, c, d, live);
  }
}
