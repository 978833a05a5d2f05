// [[clang::coro_only_destroy_when_complete]] where clang has it: frames that
// are destroyed at their final suspend only, so destroy has a single case.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#if __has_cpp_attribute(clang::coro_only_destroy_when_complete)
#define WHEN_COMPLETE [[clang::coro_only_destroy_when_complete]]
#else
#define WHEN_COMPLETE
#endif

static int alive, frames;

struct tracked {
  int v;
  explicit tracked(int v) : v(v) { alive++; }
  tracked(tracked &&o) noexcept : v(o.v) { alive++; }
  ~tracked() { alive--; }
};

struct WHEN_COMPLETE job {
  struct promise_type {
    int value = 0;
    static void *operator new(std::size_t n) {
      frames++;
      return std::malloc(n);
    }
    static void operator delete(void *p) {
      frames--;
      std::free(p);
    }
    job get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_value(int v) { value = -v; }
    void unhandled_exception() { value = 9999; }
  };
  std::coroutine_handle<promise_type> h;
};

[[gnu::noinline]] static job walk(tracked start, int n) {
  tracked sum(0);
  for (int i = 0; i < n; i++) {
    tracked step(start.v + i);
    sum.v += step.v;
    co_yield sum.v;
    if (sum.v > 500)
      throw sum.v;
    if (sum.v == 45)
      co_return sum.v;
  }
  co_return 1;
}

int main() {
  for (int start : {0, 5, 9, 44, 300}) {
    job j = walk(tracked(start), start == 300 ? 4 : 10);
    std::printf("start %d:", start);
    while (!j.h.done()) {
      j.h.resume();
      std::printf(" %d", j.h.promise().value);
    }
    std::printf(" | alive %d frames %d", alive, frames);
    j.h.destroy();
    std::printf(" | alive %d frames %d\n", alive, frames);
  }
}
