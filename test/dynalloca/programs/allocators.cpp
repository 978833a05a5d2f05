// Other allocators of frames: operator new and delete of the promise, with and without a size, with
// an alignment, and without exceptions; a coroutine whose exceptions leave it; arrays before the
// first suspend.
#include "new.h"

inline long own; // bytes or blocks of the promise's allocator

template <class P> struct Handle {
  std::coroutine_handle<P> h;
  Handle(std::coroutine_handle<P> h) : h(h) {}
  Handle(Handle &&o) : h(std::exchange(o.h, nullptr)) {}
  ~Handle() {
    if (h)
      h.destroy();
  }
};

template <class Self> struct Base {
  int value = 0;
  auto get_return_object() {
    return Handle<Self>(std::coroutine_handle<Self>::from_promise(static_cast<Self &>(*this)));
  }
  std::suspend_always final_suspend() noexcept { return {}; }
  std::suspend_always yield_value(int v) {
    value = v;
    return {};
  }
  void return_void() {}
  void unhandled_exception() { throw; }
};

struct SizedPromise : Base<SizedPromise> {
  std::suspend_always initial_suspend() { return {}; }
  static void *operator new(std::size_t n) {
    own += n;
    return std::malloc(n);
  }
  static void operator delete(void *p, std::size_t n) {
    own -= n;
    std::free(p);
  }
};

struct PlainPromise : Base<PlainPromise> {
  std::suspend_never initial_suspend() { return {}; } // the array is allocated in the ramp
  static void *operator new(std::size_t n) {
    own++;
    return std::malloc(n);
  }
  static void operator delete(void *p) {
    own--;
    std::free(p);
  }
};

struct NothrowPromise : Base<NothrowPromise> {
  std::suspend_always initial_suspend() { return {}; }
  static Handle<NothrowPromise> get_return_object_on_allocation_failure() {
    return {std::coroutine_handle<NothrowPromise>()};
  }
  static void *operator new(std::size_t n) noexcept {
    own++;
    return std::malloc(n);
  }
  static void operator delete(void *p) noexcept {
    own--;
    std::free(p);
  }
};

struct GlobalPromise : Base<GlobalPromise> { // ::operator new(std::size_t, std::nothrow_t)
  std::suspend_always initial_suspend() { return {}; }
  static Handle<GlobalPromise> get_return_object_on_allocation_failure() {
    return {std::coroutine_handle<GlobalPromise>()};
  }
};

template <class P> struct std::coroutine_traits<Handle<P>, P *, int> {
  using promise_type = P;
};

// Every coroutine of this file.
template <class P, class T> Handle<P> body(P *, T n) {
  for (T k = 1; k < n; k++) {
    int a[N(k)];
    Obj o(k);
    a[k - 1] = k;
    co_yield 1;
    if (k == 6)
      throw a[k - 1];
    co_yield a[k - 1] + o.v;
  }
  long b[N(n)];
  b[1] = 3;
  co_yield 8;
  co_yield int(b[1]);
}

template <class P> unsigned long test(int n) {
  unsigned long sum = 0;
  long blocks = taken;
  for (int limit = 0; limit < 20; limit++) {
    auto g = body<P>(nullptr, n);
    try {
      for (int k = 0; k < limit && !g.h.done(); k++) {
        sum = sum * 31 + g.h.promise().value;
        g.h.resume();
      }
    } catch (int e) {
      sum = sum * 31 + e;
      CHECK(g.h.done());
    }
  }
  CHECK(own == 0 && live == 0 && taken == blocks);
  return sum;
}

// An exception leaves the ramp, in which an array is alive.
struct EagerPromise : Base<EagerPromise> {
  std::suspend_never initial_suspend() { return {}; }
};
template <class T> Handle<EagerPromise> eager(EagerPromise *, T n) {
  int a[N(n)];
  a[n - 1] = n;
#if __clang_major__ >= 19 // clang 14 destroys the object that holds the handle, and then the frame
  if (n == 4)
    throw a[n - 1];
#endif
  co_yield a[n - 1];
  if (n == 5)
    throw a[n - 1];
  co_yield a[n - 1] + 1;
}
template <> struct std::coroutine_traits<Handle<EagerPromise>, EagerPromise *, int> {
  using promise_type = EagerPromise;
};

int main() {
  for (int n : {2, 4, 9}) {
    std::printf("sized %lu\n", test<SizedPromise>(n));
    std::printf("plain %lu\n", test<PlainPromise>(n));
    std::printf("nothrow %lu\n", test<NothrowPromise>(n));
    std::printf("global %lu\n", test<GlobalPromise>(n));
  }
  for (int n = 2; n < 7; n++) {
    long blocks = taken;
    try {
      auto g = eager(nullptr, n);
      std::printf("eager %d\n", g.h.promise().value);
      g.h.resume();
      std::printf("eager %d\n", g.h.promise().value);
    } catch (int e) {
      std::printf("eager threw %d\n", e);
    }
    CHECK(taken == blocks);
  }
}
