// Awaiters whose destructors may throw, and whose addresses other code keeps: thrown from the
// constructor, the destructor and await_resume, at each await, and at the end two at once, so that
// the handler of terminate reads and writes the awaiter that is alive.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>

struct awaiter;
static awaiter *alive[8];
static int count;
static std::coroutine_handle<> waiting;
static int thrown_at, thrown_too = -1;

__attribute__((noinline)) static void step(int where) {
  if (where == thrown_at || where == thrown_too)
    throw where;
}

struct awaiter {
  long a[5];
  __attribute__((noinline)) awaiter(long n) : a{n, n + 1, n + 2, n + 3, n + 4} {
    step((int)n * 4);
    alive[count++] = this;
  }
  __attribute__((noinline)) ~awaiter() noexcept(false) {
    alive[--count] = nullptr;
    std::printf(" ~%ld", a[0]);
    step((int)a[0] % 10 * 4 + 1);
  }
  bool await_ready() const noexcept { return false; }
  __attribute__((noinline)) void await_suspend(std::coroutine_handle<> h) noexcept { waiting = h; }
  __attribute__((noinline)) long await_resume() {
    step((int)a[0] % 10 * 4 + 2);
    return a[0] + a[4];
  }
};

static void change_all() {
  for (int k = 0; k < count; k++)
    for (long &x : alive[k]->a)
      x += 10;
}

struct task {
  struct promise_type {
    long value = -1;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() {
      try {
        throw;
      } catch (int n) {
        std::printf(" caught %d", n);
      }
    }
  };
  std::coroutine_handle<promise_type> h;
};

static task add(int i) {
  long sum = 0;
  sum += co_await awaiter(i);
  {
    awaiter held(7);
    sum += co_await awaiter(i + 1);
    sum += held.a[2];
  }
  try {
    sum += co_await awaiter(i + 2);
  } catch (int n) {
    std::printf(" inside %d", n);
    sum = -n;
  }
  sum += co_await awaiter(i + 3);
  for (int k = 0; k < 3; k++)
    sum += co_await awaiter(i + 4) + k;
  co_return sum;
}

static void run(int at, int stop) {
  thrown_at = at;
  count = 0;
  task t = add(1);
  t.h.resume();
  for (int n = 0; n < stop && !t.h.done(); n++) {
    change_all();
    waiting.resume();
  }
  std::printf(" value %ld alive %d\n", t.h.promise().value, count);
  thrown_at = -1;
  t.h.destroy();
}

int main() {
  for (int at = 0; at < 32; at++)
    run(at, 100);
  for (int stop = 0; stop < 8; stop++)
    run(-1, stop);
  // The destructor throws while await_resume's exception is on its way.
  std::set_terminate([] {
    change_all();
    std::printf(" terminate with %d alive:", count);
    for (int k = 0; k < count; k++)
      std::printf(" %ld", alive[k]->a[4]);
    std::printf("\n");
    std::fflush(stdout);
    std::_Exit(0);
  });
  thrown_at = 2 * 4 + 2;
  thrown_too = 2 * 4 + 1;
  task t = add(1);
  t.h.resume();
  waiting.resume();
  waiting.resume();
  std::printf(" not reached\n");
  return 1;
}
