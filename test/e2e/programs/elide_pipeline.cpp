// Pipelines of generators: each stage owns the generator before it, which it gets by value and keeps in
// its frame. The promise has an exception_ptr.
#include "coro_lib.h"

using lib::counted;

// Yields copies, so its frame holds no address within itself.
template <class T> struct generator {
  struct promise_type {
    T value;
    std::exception_ptr error;
    generator get_return_object() { return generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) {
      value = std::move(v);
      return {};
    }
    void unhandled_exception() { error = std::current_exception(); }
    void return_void() {}
  };
  std::coroutine_handle<promise_type> h;
  explicit generator(std::coroutine_handle<promise_type> h) : h(h) {}
  generator(generator &&other) noexcept : h(std::exchange(other.h, nullptr)) {}
  ~generator() {
    if (h)
      h.destroy();
  }
  bool next() {
    h.resume();
    if (h.promise().error)
      std::rethrow_exception(h.promise().error);
    return !h.done();
  }
  T &value() { return h.promise().value; }
  struct sentinel {};
  struct iterator {
    generator *g;
    bool more;
    void operator++() { more = g->next(); }
    T &operator*() { return g->value(); }
    bool operator!=(sentinel) const { return more; }
  };
  iterator begin() { return {this, next()}; }
  sentinel end() { return {}; }
};

static generator<int> iota(int from, int to) {
  for (; from < to; ++from)
    co_yield from;
}

static generator<int> guarded(int n) {
  counted c("guarded");
  for (int i = 0; i < n; ++i) {
    if (i == 7)
      throw i;
    co_yield i;
  }
}

template <class F> static generator<int> map(generator<int> g, F f) {
  for (int v : g)
    co_yield f(v);
}

template <class F> static generator<int> filter(generator<int> g, F f) {
  for (int v : g)
    if (f(v))
      co_yield v;
}

// Ends early, with the generator before it suspended.
static generator<int> take(generator<int> g, int n) {
  while (n-- > 0 && g.next())
    co_yield g.value();
}

// Keeps the generator for others.
static generator<int> *kept;
static generator<int> keep(generator<int> g) {
  kept = &g;
  for (int v : g)
    co_yield v;
  kept = nullptr;
}
[[gnu::noinline]] static int steal() { return kept && kept->next() ? kept->value() : -1; }

static int one(int n) {
  int sum = 0;
  for (int v : map(iota(0, n), [](int x) { return 3 * x; }))
    sum += v;
  return sum;
}

static int two(int n) {
  int sum = 0;
  for (int v : map(filter(iota(0, n), [](int x) { return x % 2 == 1; }), [n](int x) { return x * n; }))
    sum += v;
  return sum;
}

static int early(int n) {
  int sum = 0;
  for (int v : take(map(iota(5, 1000), [](int x) { return x * x; }), n)) {
    if (v > 400)
      break;
    sum += v;
  }
  return sum;
}

static int thrown(int n) {
  int sum = 0;
  try {
    for (int v : map(guarded(n), [](int x) { return x + 1; }))
      sum += v;
  } catch (int k) {
    sum += 1000 * k;
  }
  return sum;
}

static int stolen(int n) {
  int sum = 0;
  for (int v : keep(iota(0, n)))
    sum += v + 100 * steal();
  return sum;
}

int main() {
  std::printf("%d %d\n", one(10), two(11));
  std::printf("%d %d\n", early(5), early(100));
  std::printf("%d %d\n", thrown(5), thrown(9));
  std::printf("%d\n", stolen(8));
  int sum = 0;
  for (int i = 0; i < 5; ++i)
    for (int v : map(iota(i, 2 * i), [i](int x) { return x * i; }))
      sum += v;
  std::printf("%d\n", sum);
}
