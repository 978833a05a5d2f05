// What the generated programs share.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

using H = std::coroutine_handle<>;
#define NI __attribute__((noinline))
#ifdef __cpp_exceptions
#define TRY try
#define CATCH(e) catch (int e)
#define CATCH_ALL catch (...)
#define THROW(x) throw int(x)
#define AGAIN throw
#else
#define TRY if (true)
#define CATCH(e) if (int e = 0; false)
#define CATCH_ALL if (false)
#define THROW(x) T(x)
#define AGAIN (void)0
#endif

static unsigned long hash;
static int alive, fuel, cell, waiters;
static int *shared;
static thread_local int tls;
static void *last;
static H waiting[64];
static bool traced;

static NI void T(long n) {
  hash = hash * 6364136223846793005ul + n + 1;
  if (traced) std::printf("%ld ", n);
}
static NI int side(int *p, int v) { return *p = (*p + v) & 0xffff; }
static NI int get(const int *p) { return *p; }
static int mix(int a, int b) { return (a * 7 + b) & 1023; }
static int add(int a, int b) { return (a + b) & 0xffff; }

struct obj {
  int id;
  obj(int id) : id(id) { alive++; T(id); }
  obj(const obj &o) : id(o.id + 1000) { alive++; T(id); }
  ~obj() { alive--; T(-id); }
};
static obj fixed(5);
struct keep { // shared is an address for a time
  int *old;
  keep(int *p) : old(std::exchange(shared, p)) {}
  ~keep() { shared = old; }
};
struct own { // can only be moved
  int v;
  own(int v = 0) : v(v) {}
  own(own &&o) noexcept : v(std::exchange(o.v, 0)) {}
  own &operator=(own &&o) noexcept {
    std::swap(v, o.v);
    return *this;
  }
  ~own() {
    if (v) T(v);
  }
};
struct pair {
  long a;
  int b;
};
struct big {
  long x[6];
};
static int num(int v) { return v & 1023; }
static int num(long v) { return v & 1023; }
static int num(const own &v) { return v.v & 1023; }
static int num(const pair &v) { return (v.a + v.b) & 1023; }
static int num(const big &v) { return (v.x[1] + v.x[4]) & 1023; }
template <class R> static R make(int v) { return R(v); }
template <> pair make(int v) { return {v, 1}; }
template <> big make(int v) { return {{0, v, 0, 0, 1, 2}}; }
template <> int &make(int v) { cell = v; return cell; }

struct park { // until the driver resumes it
  bool await_ready() { return waiters == 64; }
  void await_suspend(H h) { waiting[waiters++] = h; }
  void await_resume() {}
};
struct self { // the coroutine's own handle
  H h;
  bool await_ready() { return false; }
  bool await_suspend(H w) {
    h = w;
    return false;
  }
  H await_resume() { return h; }
};
template <class K> static K &&pass(K &&k, int) { return static_cast<K &&>(k); }

struct gen {
  struct promise_type {
    int v;
    gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      v = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { AGAIN; }
  };
  std::coroutine_handle<promise_type> h;
  ~gen() { h.destroy(); }
  bool next() {
    h.resume();
    return !h.done();
  }
};

// drive runs a task to its end.
template <class K> static int drive(K &&t) {
  if (!K::eager) t.h.resume();
  while (!t.h.done() && waiters > 0) waiting[--waiters].resume();
  if (!t.h.done()) {
    T(-9999);
    return 0;
  }
  return t.result();
}
template <class F> static void run(const char *name, int n, int limit, F f) {
  hash = 1, alive = cell = tls = waiters = 0, fuel = limit;
  last = nullptr, shared = &cell;
  int r = 0;
  TRY { r = f(n); }
  CATCH(e) { T(e); }
  T(r);
  std::printf("%s %d %lx %d %d\n", name, n, hash, alive, fuel);
}
