// Tasks that virtual functions create: the code that awaits one may have a copy for each known function.
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
  task &operator=(task &&t) noexcept { return std::swap(h, t.h), *this; }
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

struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void unhandled_exception() { std::terminate(); }
    void return_void() {}
  };
};
static detached start(task<long> t, long &value) {
  try {
    value = co_await std::move(t);
  } catch (std::exception &e) {
    std::printf("caught %s\n", e.what());
    value = -1;
  }
}
static long run(task<long> t) {
  long value = -2;
  start(std::move(t), value);
  while (stopped)
    std::exchange(stopped, {}).resume();
  return value;
}

struct shape {
  virtual ~shape() = default;
  virtual task<long> area(long scale) const = 0;
  virtual const char *name() const { return "shape"; }
};
struct square final : shape {
  long side;
  explicit square(long side) : side(side) {}
  task<long> area(long scale) const override {
    if (side == 9 && scale % 3 == 2)
      throw std::runtime_error("area");
    co_return side *side + scale;
  }
};
struct slow final : shape { // suspends
  task<long> area(long scale) const override {
    co_await wait{};
    co_return 7 * scale;
  }
};
struct tagged {
  int tag = 5;
  virtual ~tagged() = default;
  virtual int id() const { return tag; } // so that label has another place in tables than area
  virtual task<long> label(long n) const { co_return tag + n; }
};
struct both final : tagged, shape { // its area is called through a thunk
  task<long> area(long scale) const override { co_return tag + 10 * scale; }
  task<long> label(long n) const override { co_return tag - n; }
};
struct group final : shape { // creates tasks of its own kind
  const shape *a, *b;
  group(const shape *a, const shape *b) : a(a), b(b) {}
  task<long> area(long scale) const override { co_return co_await a->area(scale) + co_await b->area(scale); }
};

task<long> sum(const shape *const *list, int n, long scale) {
  long total = 0;
  for (int i = 0; i < n; i++)
    total += co_await list[i]->area(scale);
  co_return total;
}
// The handler runs for an exception of the task only.
task<long> guarded(const shape *s, long scale) {
  long n = 0;
  for (int k = 0; k < 4; k++)
    try {
      n += co_await s->area(scale + k);
    } catch (std::runtime_error &) {
      n += 1000;
    }
  co_return n;
}
// Two tasks are alive at the same time, and one of them is never awaited.
task<long> pair(const shape *a, const tagged *b, long n) {
  task<long> first = a->area(n), second = b->label(n), third = a->area(n);
  long x = co_await std::move(second);
  long y = co_await std::move(first);
  co_return 100 * x + y;
}
// What is awaited changes between the call and the await.
task<long> changed(const shape *&at, const shape *other, long n) {
  task<long> t = at->area(n);
  at = other;
  long x = co_await std::move(t);
  t = at->area(n);
  co_return x - co_await std::move(t);
}
// The result is used behind the copies, and so is what a branch between decides.
task<long> branches(const shape *s, long n) {
  long last = 1, kept = 0;
  for (long k = 0; k < n; k++) {
    task<long> t = s->area(k);
    if (k & 1)
      kept = last;
    else
      last = co_await std::move(t);
  }
  co_return 10 * last + kept;
}
static task<long> held{std::coroutine_handle<task<long>::promise_type>{}};
task<long> stores(const shape *s, long n) {
  held = s->area(n);
  co_return 1;
}

int main() {
  square s2(2), s3(3), th(9);
  slow sl;
  both bo;
  group g(&s3, &bo), deep(&g, &sl);
  const shape *all[] = {&s2, &s3, &bo, &g, &sl, &deep};
  for (long scale = 0; scale < 3; scale++)
    std::printf("sum %ld\n", run(sum(all, 6, scale)));
  for (const shape *s : {(const shape *)&s2, (const shape *)&th, (const shape *)&sl, (const shape *)&bo}) {
    std::printf("guarded %ld\n", run(guarded(s, 1)));
    std::printf("pair %ld\n", run(pair(s, &bo, 4)));
    const shape *at = s;
    std::printf("changed %ld\n", run(changed(at, &g, 3)));
    std::printf("branches %ld\n", run(branches(s, 7)));
    std::printf("stores %ld\n", run(stores(s, 6)));
    std::printf("held %ld\n", run(std::move(held)));
    std::printf("%s\n", s->name());
  }
  { // destroyed while it waits
    const shape *one = &sl;
    task<long> t = sum(&one, 1, 2);
    t.h.resume();
    std::printf("waiting %d\n", (int)!!stopped);
    stopped = {};
  }
  std::printf("live %ld\n", live);
}
