// Tasks that await themselves: deeper than their frames are on the stack, in loops, in arguments, with exceptions
// from below, with objects that die on the way, and with one that waits in the middle.
// E2E: short
#include "coro_lib.h"

#include <memory>
#include <string>

static int alive = 0;
struct counted {
  counted() { alive++; }
  counted(const counted &) { alive++; }
  ~counted() { alive--; }
};

template <class T> struct task {
  struct promise_type {
    std::coroutine_handle<> waiting;
    T value{};
    std::exception_ptr error;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto w = h.promise().waiting;
        return w ? w : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    back final_suspend() noexcept { return {}; }
    void return_value(T v) { value = std::move(v); }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~task() {
    if (h)
      h.destroy();
  }
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) noexcept {
    h.promise().waiting = w;
    return h;
  }
  T await_resume() {
    if (h.promise().error)
      std::rethrow_exception(h.promise().error);
    return std::move(h.promise().value);
  }
};

template <class T> static T run(task<T> t) {
  t.h.resume();
  if (!t.h.done())
    printf("not done\n");
  return t.await_resume();
}

static task<long> sum(long n) {
  if (n == 0)
    co_return 0;
  co_return n + co_await sum(n - 1);
}
static task<long> fib(int n) {
  if (n < 2)
    co_return n;
  co_return co_await fib(n - 1) + co_await fib(n - 2);
}
// The second task is created while the first one lives.
static task<long> beside(long n) {
  if (n == 0)
    co_return 1;
  char buf[2000];
  buf[n % 2000] = 1;
  long x = co_await beside(0) + co_await beside(n - 1);
  co_return x + buf[n % 2000];
}
static task<int> ackermann(int m, int n) {
  if (m == 0)
    co_return n + 1;
  if (n == 0)
    co_return co_await ackermann(m - 1, 1);
  co_return co_await ackermann(m - 1, co_await ackermann(m, n - 1));
}
static task<int> thrower(int n) {
  counted c;
  if (n == 0)
    throw 42;
  int k = co_await thrower(n - 1);
  co_return k + 1;
}
static task<int> catcher(int n) {
  if (n == 0)
    throw 7;
  try {
    co_return co_await catcher(n - 1) + 1;
  } catch (int e) {
    if (n % 3 == 0)
      throw e + 1;
    co_return e;
  }
}
static task<int> walk(int n, std::string &out, counted c) {
  for (int i = 0; i < n; i++) {
    out += char('a' + n);
    counted inside;
    co_await walk(n - 1, out, inside);
  }
  co_return n;
}
static task<long> big(int n) {
  char buf[3000];
  for (int i = 0; i < 3000; i++)
    buf[i] = char(n + i);
  if (n == 0)
    co_return 0;
  long x = co_await big(n - 1);
  co_return x + buf[n % 3000];
}
static task<bool> odd(unsigned n);
static task<bool> even(unsigned n) {
  if (n == 0)
    co_return true;
  co_return co_await odd(n - 1);
}
static task<bool> odd(unsigned n) {
  if (n == 0)
    co_return false;
  co_return co_await even(n - 1);
}

// A variable that is used only between the creation of a task and its end keeps its value in a loop.
__attribute__((noinline)) static int put(int *p, int v) { return *p = v; }
__attribute__((noinline)) static int get(int *p) { return *p; }
__attribute__((noinline)) static int join(int a, int b) { return a * 3 + b; }
static task<int> remembers(int n) {
  if (n == 0)
    co_return 1;
  int x, s = 0;
  for (int i = 0; i < 3; i++)
    s = s * 5 + join(co_await remembers(n - 1), i == 0 ? put(&x, n) : get(&x));
  co_return s % 1000;
}
// A variable that only the task is told lives on.
static int *told;
static task<int> tells(int n, int *out) {
  *out = n;
  told = out;
  if (n == 0)
    co_return 0;
  int x;
  int r = co_await tells(n - 1, &x);
  join(r, n);
  r += *told;
  told = out;
  co_return r;
}
// An address in a variable outlives the await.
static task<int> points(int n) {
  if (n == 0)
    co_return 1;
  int x[4], k = 0;
  int *p = (k += co_await points(n - 1), &x[n & 3]);
  put(p, n);
  join(k, n);
  co_return k + *p;
}
// It handles what the await throws, and no exception leaves it.
static task<int> silent(int n) noexcept {
  if (n == 0)
    throw 3;
  int r;
  try {
    r = co_await silent(n - 1);
  } catch (int e) {
    r = e + 1;
  }
  if (n % 2)
    throw r;
  co_return r;
}
// The handler uses what was computed while the task lived.
static int seven(int n) noexcept { return n * 7; }
static task<int> &&pass(task<int> &&t, int) noexcept { return std::move(t); }
static task<int> late(int n) noexcept {
  if (n == 0)
    throw 3;
  int x = 0, r;
  try {
    r = co_await pass(late(n - 1), x = seven(n));
  } catch (int e) {
    r = x + e;
  }
  if (n % 2)
    throw r;
  co_return r;
}

static std::coroutine_handle<> parked;
struct park {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { parked = h; }
  void await_resume() {}
};
static task<int> waits(int n) {
  if (n == 0)
    co_return 1;
  if (n == 5)
    co_await park{};
  int x = co_await waits(n - 1);
  co_return x + 1;
}

#ifdef SHORT
constexpr int deep = 1000;
#else
constexpr int deep = 20000;
#endif

int main() {
  for (long n : {0L, 1L, 200L, 341L, 342L, long(deep)})
    printf("%ld ", run(sum(n)));
  printf("%ld %d %ld\n", run(fib(15)), run(ackermann(2, 20)), run(beside(deep * 2 / 5)));
  for (int n : {0, 1, 10, 1000})
    try {
      run(thrower(n));
    } catch (int e) {
      printf("%d %d ", e, alive);
    }
  for (int n : {1, 2, 3, 4, 100})
    try {
      printf("%d ", run(catcher(n)));
    } catch (int e) {
      printf("thrown %d ", e);
    }
  std::string out;
  run(walk(4, out, {}));
  printf("\n%zu %d %ld %d %d\n", out.size(), alive, run(big(100)), run(even(3000)), run(odd(777)));
  int x;
  printf("%d %d\n", run(remembers(6)), run(tells(100, &x)));
  printf("%d %d %d\n", run(points(100)), run(silent(100)), run(late(100)));
  auto t = waits(9);
  t.h.resume();
  printf("%d ", int(t.h.done()));
  parked.resume();
  printf("%d\n", t.await_resume());
}
