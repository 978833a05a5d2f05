// Awaiters of all kinds whose await_suspend lets the coroutine run on and then goes on using the awaiter: what the coroutine keeps from there on must not
// lie over it.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <utility>
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
using handle = std::coroutine_handle<>;
static int three(int x) { return x * 3; }
static int (*volatile rnd)(int) = three;
static std::deque<handle> ready;
__attribute__((noinline)) static void run() {
  while (!ready.empty()) {
    handle h = ready.front();
    ready.pop_front();
    h.resume();
  }
}

// What each await_suspend does: fill the awaiter, let the coroutine run, overwrite the awaiter.
struct data {
  int n = 0, pad[12] = {};
  void fill(int x) {
    n = x;
    for (int &p : pad) p = x;
  }
  int sum() const {
    int s = n;
    for (int p : pad) s += p;
    return s;
  }
};
struct by_void : data {
  bool await_ready() { return false; }
  void await_suspend(handle h) { fill(1), h.resume(), fill(99); }
  int await_resume() { return sum(); }
};
struct by_bool : data {
  bool await_ready() { return false; }
  bool await_suspend(handle h) { return fill(2), h.resume(), fill(98), true; }
  int await_resume() { return sum(); }
};
struct by_handle : data {
  bool await_ready() { return false; }
  handle await_suspend(handle h) { return fill(3), h.resume(), fill(97), std::noop_coroutine(); }
  int await_resume() { return sum(); }
};
struct by_queue : data {
  bool await_ready() { return false; }
  void await_suspend(handle h) { fill(4), ready.push_back(h), run(), fill(96); }
  int await_resume() { return sum(); }
};
// The awaiter's address is kept in a variable of the call.
struct by_context : data {
  struct context {
    by_context *a;
    handle h;
  };
  __attribute__((noinline)) static void go(context &c) { c.h.resume(), c.a->fill(95); }
  bool await_ready() { return false; }
  void await_suspend(handle h) {
    context c{this, h};
    fill(5), go(c);
  }
  int await_resume() { return sum(); }
};
// The awaiter has nothing but the address of another variable.
struct by_reference {
  data &d;
  bool await_ready() { return false; }
  void await_suspend(handle h) { d.fill(6), h.resume(), d.fill(94); }
  int await_resume() { return d.sum(); }
};
// What is overtaken works on a copy.
struct by_copy : data {
  __attribute__((noinline)) static void go(by_copy a, handle h) { a.fill(7), h.resume(), a.fill(93), printf("copy %d\n", a.sum()); }
  bool await_ready() { return false; }
  void await_suspend(handle h) { go(*this, h); }
  int await_resume() { return sum(); }
};
// Where await_resume writes, await_suspend sees it.
struct by_answer : data {
  bool await_ready() { return false; }
  void await_suspend(handle h) { fill(8), h.resume(), printf("answer %d\n", sum()); }
  int await_resume() { return fill(9), 0; }
};
template <class F> struct by_lambda {
  F f;
  bool await_ready() { return false; }
  void await_suspend(handle h) { f(h); }
  int await_resume() { return 0; }
};
template <class F> by_lambda(F) -> by_lambda<F>;
struct by_throw : data {
  bool await_ready() { return false; }
  void await_suspend(handle) { fill(10), throw 5; }
  int await_resume() { return sum(); }
};
// What is thrown behind resume() comes to a coroutine that is suspended elsewhere by then.
struct by_late_throw : data {
  bool await_ready() { return false; }
  void await_suspend(handle h) { fill(13), h.resume(), fill(91), throw 6; }
  int await_resume() { return sum(); }
};
static int gone;
struct by_destroy : data {
  bool await_ready() { return false; }
  void await_suspend(handle h) { fill(11), h.destroy(), gone++; }
  int await_resume() { return sum(); }
};
struct noisy {
  int k;
  ~noisy() { printf("~%d\n", k); }
};
struct wide {
  long v[4];
  explicit wide(int x) {
    for (long &y : v) y = rnd(x++);
  }
};
static long add(int n, const wide &a, const wide &b, const wide &c) {
  long s = n;
  for (int k = 0; k < 4; k++) s = s * 7 + a.v[k] + b.v[k] * 3 + c.v[k] * 5;
  return s;
}
#define REST(what, r)                                                                   \
  do {                                                                                  \
    long b = rnd(r), c = rnd(r + 1), d = rnd(r + 2), e = rnd(r + 3), g = rnd(r + 4);     \
    co_await std::suspend_always{};                                                     \
    printf("%s %d: %ld %ld %ld %ld %ld\n", what, r, b, c, d, e, g);                     \
  } while (0)
template <class A> task named(const char *what) {
  A a;
  int r = co_await a;
  REST(what, r);
}
template <class A> task temporary(const char *what) {
  // The awaiter lives up to the end of the full-expression, in which the coroutine suspends once more.
  long r = add(co_await A{}, wide(1), wide(2), (co_await std::suspend_always{}, wide(3)));
  printf("%s %ld\n", what, r);
}
template <class A> task two(const char *what) {
  A a, b;
  int r = (co_await a) + (co_await b) * 2;
  REST(what, r);
}
template <class A> task member(const char *what) {
  struct {
    long before = 1;
    A a;
    long behind = 2;
  } s;
  int r = co_await s.a;
  REST(what, (int)(r + s.before + s.behind));
}
template <class A> task element(const char *what, int k) {
  A a[3];
  int r = co_await a[k];
  REST(what, r);
}
template <class A> task rounds(const char *what, int n) {
  for (int k = 0; k < n; k++) {
    A a;
    int r = co_await a;
    REST(what, r + k);
  }
}
task referred() {
  data d;
  by_reference a{d};
  int r = co_await a;
  REST("referred", r);
}
task captured() {
  data d;
  by_lambda a{[&d](handle h) { d.fill(12), h.resume(), d.fill(92); }};
  int r = co_await a;
  REST("captured", r);
}
task thrown() {
  by_throw a;
  int r = 0;
  try {
    r = co_await a;
  } catch (int x) {
    r = x + a.sum();
  }
  REST("thrown", r);
}
task late_thrown() {
  by_late_throw a;
  int r = 0;
  long x = rnd(70), y = rnd(71), z = rnd(72);
  try {
    r = co_await a;
  } catch (int e) {
    printf("late %ld %ld %ld\n", x, y, z);
    r = e + a.sum();
  }
  REST("late", r);
}
task destroyed() {
  noisy x{1};
  by_destroy a;
  noisy y{2};
  int r = co_await a;
  REST("destroyed", r);
}
static void end(task t) {
  for (int k = 0; k < 10 && !t.h.done(); k++) t.h.resume();
  t.h.destroy();
}
template <class A> static void all(const char *what) {
  end(named<A>(what));
  end(temporary<A>(what));
  end(member<A>(what));
  end(element<A>(what, 1));
  end(rounds<A>(what, 2));
}
int main() {
  all<by_void>("void");
  all<by_bool>("bool");
  all<by_handle>("handle");
  all<by_queue>("queue");
  all<by_context>("context");
  all<by_copy>("copy");
  all<by_answer>("answer");
  end(two<by_void>("two"));
  end(two<by_copy>("two"));
  end(referred());
  end(captured());
  end(thrown());
  end(late_thrown());
  destroyed();
  printf("gone %d\n", gone);
}
