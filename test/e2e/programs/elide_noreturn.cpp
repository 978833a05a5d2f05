// [[noreturn]] functions beside coroutines: checks that fail, on their own, in callees, and between the awaits of a task. They throw or end the program. Each
// frame is destroyed by the destructor of its owner.
#include "coro_lib.h"

using lib::counted;

struct failure { const char *text; };

[[gnu::weak, noreturn]] void die(const char *text) { throw failure{text}; }
[[gnu::weak]] int source(int n) { return n; }

// A generator whose promise has pointers to itself, as recursive generators have.
struct generator {
  struct promise_type {
    promise_type *root = this, *leaf = this;
    const unsigned *value = nullptr;
    generator get_return_object() noexcept { return generator{*this}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void unhandled_exception() { throw; }
    void return_void() noexcept {}
    std::suspend_always yield_value(const unsigned &v) noexcept {
      root->value = &v;
      return {};
    }
    auto handle() noexcept { return std::coroutine_handle<promise_type>::from_promise(*this); }
    void pull() { leaf->handle().resume(); }
  };
  promise_type *p;
  explicit generator(promise_type &q) noexcept : p(&q) {}
  generator(generator &&o) noexcept : p(o.p) { o.p = nullptr; }
  ~generator() {
    if (p) p->handle().destroy();
  }
};

struct task {
  struct promise_type {
    std::coroutine_handle<> up = std::noop_coroutine();
    std::exception_ptr error;
    int value = 0;
    task get_return_object() noexcept { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct last {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().up; }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {}; }
    void unhandled_exception() noexcept { error = std::current_exception(); }
    void return_value(int v) noexcept { value = v; }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> x) noexcept : h(x) {}
  task(task &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h) h.destroy();
  }
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> u) noexcept {
    h.promise().up = u;
    return h;
  }
  int await_resume() {
    if (h.promise().error) std::rethrow_exception(h.promise().error);
    return h.promise().value;
  }
};

static generator numbers(const char *name) {
  counted c(name);
  co_yield 1u;
  co_yield 2u;
  co_yield 3u;
}

[[gnu::noinline]] static unsigned checked(int n) {
  generator g = numbers("checked");
  if (n == 0) die("before the first");
  g.p->pull();
  if (*g.p->value != 1) die("not 1");
  if (n == 1) die("behind the first");
  g.p->pull();
  return *g.p->value;
}

[[gnu::noinline]] static void verify(bool good, const char *text) {
  counted c(text);
  if (!good) die(text);
}

[[gnu::noinline]] static unsigned verified(int n) {
  generator g = numbers("verified");
  verify(n != 0, "first check");
  g.p->pull();
  verify(n != 1, "second check");
  return *g.p->value;
}

static task child(int n) {
  counted c("child");
  if (n == 2) die("in the child");
  co_return n + 1;
}

static task parent(int n) {
  task t = child(n);
  int r = co_await t;
  if (r == 1) die("in the parent");
  co_return r;
}

[[gnu::noinline]] static int run(int n) {
  task t = parent(n);
  t.h.resume();
  return t.await_resume();
}

template <class F> static void attempt(const char *name, F f) {
  try {
    std::printf("%s: %d\n", name, static_cast<int>(f()));
  } catch (const failure &e) {
    std::printf("%s: failed %s\n", name, e.text);
  }
  std::printf("alive: %d\n", counted::alive);
}

int main() {
  for (int n = 0; n < 3; n++) {
    attempt("checked", [n] { return checked(source(n)); });
    attempt("verified", [n] { return verified(source(n)); });
    attempt("run", [n] { return run(source(n)); });
  }
}
