// Awaiters one after the other whose destructors may throw, and whose addresses other code knows.
// They share bytes of the frame. The last run throws from a destructor during another exception:
// the handler of std::terminate then reads the awaiter that is alive.
#include "coro_lib.h"
#include <cstdlib>

struct awaiter;
static awaiter *first; // the awaiters that are alive
static std::coroutine_handle<> waiting;
static int armed, armed_resume;

struct awaiter {
  awaiter *next, *self;
  long a[4];
  int id;
  explicit awaiter(int i);
  awaiter(const awaiter &) = delete;
  ~awaiter() noexcept(false);
  bool await_ready() const noexcept { return id == 7; }
  void await_suspend(std::coroutine_handle<> h) noexcept { waiting = h; }
  long await_resume();
};

// check reads all awaiters that are alive.
__attribute__((noinline)) static void check(const char *where) {
  std::printf("%s:", where);
  for (awaiter *p = first; p; p = p->next)
    std::printf(" %d%s", p->id, p->self == p && p->a[0] == p->id && p->a[3] == p->id * 4 ? "" : "!");
  std::printf("\n");
}

__attribute__((noinline)) awaiter::awaiter(int i) : next(first), self(this), a{i, i * 2, i * 3, i * 4}, id(i) { first = this; }

__attribute__((noinline)) awaiter::~awaiter() noexcept(false) {
  check("~");
  if (armed != 9)
    first = next;
  if (armed == 9 || (armed == id && std::uncaught_exceptions() == 0))
    throw id;
}

__attribute__((noinline)) long awaiter::await_resume() {
  check("resume");
  if (armed_resume == id)
    throw -id;
  return a[3];
}

static lib::task<long> work(int n) {
  long sum = 0;
  for (int k = 0; k < 2; k++) {
    int failed = 0;
    try {
      sum += co_await awaiter(n + 1);
      check("between");
      sum += co_await awaiter(n + 2);
      sum += co_await awaiter(7) + co_await awaiter(n + 3);
      sum += co_await awaiter(n + 4);
    } catch (int e) {
      check("caught");
      failed = e;
    }
    if (failed)
      sum += co_await awaiter(5 + (failed < 0));
  }
  co_return sum;
}

// Keeps the frame on the heap: its layout is what this program is about.
static lib::task<long> (*volatile make)(int) = work;

static void run(int destroy_after) {
  auto t = make(0);
  try {
    t.start();
    for (int k = 0; !t.done() && k != destroy_after; k++) {
      check("suspended");
      waiting.resume();
    }
    if (t.done())
      std::printf("= %ld\n", t.get());
  } catch (int e) {
    std::printf("threw %d\n", e);
  }
  check("left");
}

int main() {
  for (armed = 0; armed < 8; armed++)
    for (armed_resume = 0; armed_resume < 5; armed_resume++)
      run(-1);
  armed = armed_resume = 0;
  for (int k = 0; k < 10; k++) {
    run(k);
    check("after");
  }
  std::set_terminate([] {
    check("terminate");
    std::fflush(stdout);
    std::_Exit(3);
  });
  armed_resume = 2;
  auto t = make(0);
  t.start();
  waiting.resume();
  armed = 9;
  waiting.resume();
}
