// Allocation of a frame fails: get_return_object_on_allocation_failure gives
// the return value, and the parameters are destroyed once.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>

static int budget, live;

struct parcel {
  int id;
  explicit parcel(int i) : id(i) { live++; }
  parcel(parcel &&o) noexcept : id(o.id) { live++; }
  ~parcel() { live--; }
};

struct maybe_job {
  struct promise_type {
    int result = -1;
    static void *operator new(std::size_t n) noexcept {
      return budget-- > 0 ? std::malloc(n) : nullptr;
    }
    static void operator delete(void *p) { std::free(p); }
    static maybe_job get_return_object_on_allocation_failure() { return {nullptr}; }
    maybe_job get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { result = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};

[[gnu::noinline]] static maybe_job work(parcel p, int factor) {
  co_await std::suspend_always{};
  co_return p.id *factor;
}

int main() {
  budget = 3;
  int failures = 0;
  for (int i = 0; i < 6; i++) {
    maybe_job j = work(parcel(i), 10);
    if (!j.h) {
      std::printf("%d: no memory, live %d\n", i, live);
      failures++;
      continue;
    }
    j.h.resume();
    std::printf("%d: suspended, live %d\n", i, live);
    j.h.resume();
    std::printf("%d: result %d\n", i, j.h.promise().result);
    j.h.destroy();
  }
  std::printf("failures %d live %d\n", failures, live);
  return failures;
}
