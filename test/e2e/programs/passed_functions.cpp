// Coroutines that create others through pointers to functions: where the caller passes a known function, it
// may call a copy of the coroutine for that function.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

static long live; // frames

template <class T> struct task {
  struct promise_type {
    std::coroutine_handle<> waiting;
    T value{};
    std::exception_ptr error;
    static void *operator new(std::size_t n) { return live++, ::operator new(n); }
    static void operator delete(void *p, std::size_t n) { live--, ::operator delete(p, n); }
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void unhandled_exception() { error = std::current_exception(); }
    void return_value(T v) { value = std::move(v); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) noexcept : h(std::exchange(t.h, {})) {}
  ~task() { if (h) h.destroy(); }
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

static std::coroutine_handle<> stopped; // what wait() suspends
struct wait {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { stopped = h; }
  void await_resume() {}
};

struct input {
  const char *p;
  int depth = 0;
};
using parser = task<bool> (*)(input &);

task<bool> digit(input &in) {
  if (*in.p < '0' || *in.p > '9')
    co_return false;
  ++in.p;
  co_return true;
}
task<bool> letter(input &in) {
  if (*in.p < 'a' || *in.p > 'z')
    co_return false;
  if (*in.p == 'q')
    throw std::runtime_error("q");
  ++in.p;
  co_return true;
}
task<bool> slow(input &in) { // suspends
  if (*in.p != '_')
    co_return false;
  co_await wait{};
  ++in.p;
  co_return true;
}

// Loops, one coroutine that passes its function on, and one that calls two.
task<int> many(input &in, parser f) {
  int n = 0;
  while (co_await f(in))
    n++;
  co_return n;
}
task<int> some(input &in, parser f) {
  if (!co_await f(in))
    co_return 0;
  co_return 1 + co_await many(in, f);
}
task<int> either(input &in, parser f, parser g) {
  int n = 0;
  for (;;) {
    if (co_await f(in))
      n += 1;
    else if (co_await g(in))
      n += 100;
    else
      co_return n;
  }
}
// It passes the function to itself.
task<int> count(input &in, parser f, int most) {
  if (most == 0 || !co_await f(in))
    co_return 0;
  co_return 1 + co_await count(in, f, most - 1);
}
// It passes the functions to itself, in the other order.
task<int> alternately(input &in, parser f, parser g, int most) {
  if (most == 0 || !co_await f(in))
    co_return 0;
  co_return 1 + co_await alternately(in, g, f, most - 1);
}
// It calls what it is given at the end only, after the variable has changed.
task<int> changed(input &in, parser f) {
  int n = co_await f(in) ? 1 : 0;
  f = f == letter ? digit : letter;
  n += co_await f(in) ? 10 : 0;
  parser *at = &f;
  *at = slow;
  co_return n + (co_await (*at)(in) ? 100 : 0);
}
// It keeps the function, and others change it.
static parser *shared;
task<int> stored(input &in, parser f) {
  shared = &f;
  co_await wait{};
  co_return co_await f(in) ? 1 : 0;
}
// The same by a reference to the function, and a template.
template <class F> task<int> forwarded(input &in, F &&f) { co_return (co_await f(in) ? 1 : 0) + (co_await f(in) ? 2 : 0); }

// Functions that lead back to the one that passes them.
task<int> value(input &in);
task<int> within(input &in, char open, char close, task<int> (*f)(input &)) {
  if (*in.p != open)
    co_return -1;
  ++in.p;
  int n = co_await f(in);
  if (*in.p != close)
    throw std::runtime_error("not closed");
  ++in.p;
  co_return n + 1;
}
task<int> value(input &in) {
  int n = co_await within(in, '(', ')', value);
  if (n < 0)
    n = co_await within(in, '[', ']', value);
  co_return n < 0 ? co_await many(in, digit) : n * 2;
}

// Lambdas as pointers, functions that only create, and functions without coroutines.
task<int> with_lambda(input &in) {
  co_return co_await many(in, [](input &i) -> task<bool> {
    if (*i.p != '+')
      co_return false;
    ++i.p;
    co_return true;
  });
}
task<bool> made(input &in) {
  in.depth++;
  return digit(in);
}
static long applied(long (*f)(long), long x) { return f(x); }
task<long> plainly(long (*f)(long), long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += applied(f, i) + f(i);
  co_return sum;
}
static long twice(long n) { return 2 * n; }

template <class T> struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
template <class T> detached<T> start(const char *what, task<T> t) {
  try {
    T v = co_await t;
    std::printf("%s %ld\n", what, (long)v);
  } catch (const std::exception &e) {
    std::printf("%s throws %s\n", what, e.what());
  }
}
// Nobody awaits it, so its final suspend is reached only by exceptions, if at all.
template <class T> detached<T> launch(const char *what, input &in, task<T> (*f)(input &)) {
  try {
    T v = co_await f(in);
    std::printf("%s %ld\n", what, (long)v);
  } catch (const std::exception &e) {
    std::printf("%s throws %s\n", what, e.what());
  }
}

task<long> all(const char *text) {
  input in{text};
  long n = co_await many(in, digit);
  n = n * 10 + co_await many(in, letter);
  n = n * 10 + co_await some(in, digit);
  n = n * 1000 + co_await either(in, digit, letter);
  n = n * 1000 + co_await either(in, letter, digit);
  n = n * 10 + co_await count(in, slow, 2);
  n = n * 10 + co_await alternately(in, digit, letter, 4);
  n = n * 10 + co_await alternately(in, letter, digit, 4);
  co_return n;
}
task<int> counted(const char *text, int most) {
  input in{text};
  co_return co_await count(in, digit, most);
}
task<int> changes(const char *text) {
  input in{text};
  int n = co_await changed(in, letter);
  co_return n * 1000 + co_await changed(in, digit);
}
task<int> stores(const char *text) {
  input in{text};
  co_return co_await stored(in, digit);
}
task<int> forwards(const char *text) {
  input in{text};
  parser f = digit;
  int n = co_await forwarded(in, digit);
  n = n * 10 + co_await forwarded(in, f);
  co_return n * 10 + co_await forwarded(in, letter);
}
task<int> nested(const char *text) {
  input in{text};
  co_return co_await value(in);
}
task<int> others(const char *text) {
  input in{text};
  int n = co_await with_lambda(in);
  n = n * 10 + co_await many(in, made);
  co_return n * 10 + in.depth + (int)co_await plainly(twice, 5);
}
// The function is known only when the program runs.
task<int> chosen(const char *text, int which) {
  static const parser table[] = {digit, letter, slow};
  input in{text};
  int n = co_await many(in, table[which % 3]);
  co_return n * 10 + co_await many(in, which ? digit : letter);
}

int main(int argc, char **) {
  start("all", all("12ab3a4b56__1a2bc3d"));
  while (stopped)
    std::exchange(stopped, nullptr).resume();
  start("throws", all("1aq"));
  for (int k = 0; k < 3; k++)
    start("counted", counted("0123456789", k * 6));
  start("changes", changes("a1_1a_"));
  while (stopped)
    std::exchange(stopped, nullptr).resume();
  start("stores", stores("a"));
  *shared = letter;
  std::exchange(stopped, nullptr).resume();
  start("forwards", forwards("1234ab"));
  start("nested", nested("([((123))])"));
  start("nested", nested("([((1)"));
  start("others", others("++123"));
  input left{"1aq"};
  launch("launched", left, digit);
  for (int k = 0; k < 2; k++)
    launch("launched", left, letter);
  for (int k = 0; k < 3; k++) {
    start("chosen", chosen("12ab__", argc - 1 + k));
    while (stopped)
      std::exchange(stopped, nullptr).resume();
  }
  std::printf("live %ld\n", live);
}
