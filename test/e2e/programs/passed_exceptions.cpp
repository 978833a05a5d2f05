// Exceptions that leave tasks which keep them for whoever awaits: through tasks with and without objects to destroy, with
// handlers of other types on the way, from below the limit of the stack, at the end of a task, and in a promise that notices.
// E2E: short
#include "coro_lib.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

static std::string said;
static void say(const char *what, int n) { said += what + std::to_string(n) + " "; }
static void show(const char *title) {
  if (said.size() > 300)
    said = said.substr(0, 150) + "..." + said.substr(said.size() - 150);
  printf("%s: %s\n", title, said.c_str());
  said.clear();
}

struct noisy {
  int n;
  noisy(int n) : n(n) {}
  noisy(const noisy &o) : n(o.n + 1000) {}
  ~noisy() { say(std::current_exception() ? "~!" : "~", n + 100000 * std::uncaught_exceptions()); }
};

template <class T, int Kind = 0> struct task {
  struct promise_type {
    std::coroutine_handle<> waiting;
    T value{};
    std::exception_ptr error;
    int how = 0;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    back final_suspend() noexcept { return {}; }
    void return_value(T v) {
      value = std::move(v);
      how = 1;
    }
    void unhandled_exception() {
      if (Kind == 1)
        say("kept", std::uncaught_exceptions());
      error = std::current_exception();
      how = 2;
    }
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
    if (Kind == 2 ? h.promise().how == 2 : bool(h.promise().error)) {
      if (Kind == 3)
        say("thrown", h.promise().how);
      std::rethrow_exception(h.promise().error);
    }
    return std::move(h.promise().value);
  }
};

struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void unhandled_exception() { std::terminate(); }
    void return_void() {}
  };
};
template <class T, int K> static detached start(task<T, K> t) {
  try {
    say("result", int(co_await std::move(t)));
  } catch (int e) {
    say("int", e);
  } catch (long e) {
    say("long", int(e));
  } catch (const std::exception &e) {
    said += e.what();
    said += " ";
  }
}

static const void *thrown;
struct failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] static void fail(int how) {
  if (how % 3 == 0)
    throw how;
  if (how % 3 == 1)
    throw failure("failure" + std::to_string(how));
  throw long(how);
}

template <int K> static task<int, K> leaf(int n) {
  noisy a(n);
  if (n % 4 == 1)
    fail(n);
  co_return n;
}
template <int K> static task<int, K> plain(int n) { co_return 1 + co_await leaf<K>(n); }
template <int K> static task<int, K> guarded(int n, noisy p) {
  noisy b(n + 10);
  int r = 0;
  try {
    r = co_await plain<K>(n);
  } catch (long e) {
    say(std::uncaught_exceptions() ? "?" : "long", int(e));
    r = int(e) * 100;
  }
  co_return r + co_await plain<K>(n + 2);
}
template <int K> static task<int, K> again(int n) {
  try {
    co_return co_await guarded<K>(n, noisy(n + 50));
  } catch (failure &e) {
    thrown = &e;
    throw;
  }
}
template <int K> static task<int, K> top(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    try {
      sum += co_await again<K>(i);
    } catch (failure &e) {
      say(thrown == &e ? "same" : "other", i);
      std::exception_ptr p = std::current_exception();
      try {
        std::rethrow_exception(p);
      } catch (failure &f) {
        say(&f == &e ? "same" : "other", i);
      }
    } catch (int e) {
      say("caught", e);
    }
  co_return sum;
}

// Recursive ones.
static task<long> down(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  co_return 1 + co_await down(n + 1, bottom);
}
static task<long> last(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  co_return co_await last(n + 1, bottom);
}
static task<long> objects(long n, long bottom) {
  noisy a{int(n)};
  if (n == bottom)
    fail(int(bottom));
  long r = co_await objects(n + 1, bottom);
  noisy b{int(n + 500)};
  co_return r + 1;
}
static task<long, 2> tagged(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  co_return 1 + co_await tagged(n + 1, bottom);
}
static task<long, 1> noticed(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  co_return 1 + co_await noticed(n + 1, bottom);
}
static task<long, 3> announced(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  co_return 1 + co_await announced(n + 1, bottom);
}
static task<long> handled(long n, long bottom) {
  if (n == bottom)
    fail(int(bottom));
  try {
    co_return 1 + co_await handled(n + 1, bottom);
  } catch (long e) {
    if (n % 5 == 0)
      throw int(e);
    throw e + 1;
  }
}
static task<long> fewer(long n) {
  if (n == 0)
    co_return 7;
  co_return co_await fewer(n - 1);
}

#ifdef SHORT
static const int bottoms[] = {3, 4, 5, 40, 513}, length = 1000;
#else
static const int bottoms[] = {3, 4, 5, 40, 511, 512, 513, 1500, 4000}, length = 100000;
#endif

template <class F> static void tries(const char *title, F f) {
  for (int bottom : bottoms) {
    try {
      start(f(bottom));
    } catch (...) {
      say("escaped", bottom);
    }
    show(title);
  }
}

template <class T, int K> static task<int> absorb(task<T, K> t) {
  try {
    (void)co_await std::move(t);
  } catch (long e) {
    co_return int(-e);
  }
  co_return 0;
}

int main() {
  start(top<0>(14));
  show("plain");
  start(top<1>(14));
  show("noticed");
  start(top<2>(14));
  show("tagged");
  start(top<3>(14));
  show("announced");
  tries("down", [](long n) { return absorb(down(0, n)); });
  tries("last", [](long n) { return absorb(last(0, n)); });
  tries("objects", [](long n) { return absorb(objects(0, n)); });
  tries("tagged", [](long n) { return absorb(tagged(0, n)); });
  tries("noticed", [](long n) { return absorb(noticed(0, n)); });
  tries("announced", [](long n) { return absorb(announced(0, n)); });
  tries("handled", [](long n) { return absorb(handled(0, n)); });
  start(fewer(length));
  show("fewer");
  // Without a handler, the objects still die.
  std::set_terminate([] {
    show("end");
    fflush(stdout);
    std::_Exit(0);
  });
  auto t = plain<0>(5);
  t.h.promise().waiting = std::noop_coroutine();
  t.h.resume();
  printf("%d\n", t.await_resume());
}
