// Assertions of a test framework around a generator: three objects with destructors each, so that the function has many exceptions to clean up after. The frame
// is destroyed on each path.
#include "coro_lib.h"

using lib::counted;

struct failure { int line; };
static int checks, fails;

struct message { [[gnu::weak]] message() { checks++; } [[gnu::weak]] ~message() { checks++; } };
struct helper { // weak: what it does is not known
  int line;
  [[gnu::weak]] explicit helper(int n) : line(n) {}
  [[gnu::weak]] ~helper() { checks++; }
  [[gnu::weak]] void operator=(const message &) {
    fails++;
    if (fails == 3) throw failure{line};
  }
};
struct result {
  bool good;
  [[gnu::weak]] explicit result(bool b) : good(b) { checks++; }
  [[gnu::weak]] ~result() { checks++; }
  explicit operator bool() const { return good; }
};
#define EXPECT(x) if (result r = result(x)) ; else helper(__LINE__) = message()

// A generator whose promise has pointers to itself.
struct generator {
  struct promise_type {
    promise_type *root = this;
    const int *value = nullptr;
    generator get_return_object() noexcept { return generator{*this}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void unhandled_exception() { throw; }
    void return_void() noexcept {}
    std::suspend_always yield_value(const int &v) noexcept {
      root->value = &v;
      return {};
    }
    auto handle() noexcept { return std::coroutine_handle<promise_type>::from_promise(*this); }
  };
  promise_type *p;
  explicit generator(promise_type &q) noexcept : p(&q) {}
  generator(generator &&o) noexcept : p(std::exchange(o.p, nullptr)) {}
  ~generator() {
    if (p) p->handle().destroy();
  }
  int next() {
    p->handle().resume();
    return *p->value;
  }
};

static generator numbers(const char *name, int from) {
  counted c(name);
  for (int n = from;; n++) co_yield n;
}

[[gnu::noinline]] static void use(int first, int skip) {
  auto g = numbers("numbers", first);
  EXPECT(g.next() == 1);
  EXPECT(g.next() == 2);
  EXPECT(g.next() == 3);
  if (skip == 1) return;
  EXPECT(g.next() == 4);
  EXPECT(g.next() == 5);
  EXPECT(g.next() == 6);
  if (skip == 2) g.next();
  EXPECT(g.next() == 7);
  EXPECT(g.next() == 8);
  EXPECT(g.next() == 9);
  EXPECT(g.next() == 10);
}

int main() {
  for (int n = 0; n < 6; n++) {
    checks = fails = 0;
    try {
      use(n / 3 + 1, n % 3);
      std::printf("%d: %d checks, %d fails, %d alive\n", n, checks, fails, counted::alive);
    } catch (const failure &f) {
      std::printf("%d: failed, %d checks, %d fails, %d alive\n", n, checks, fails, counted::alive);
    }
  }
}
