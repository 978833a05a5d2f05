// Coroutines that somebody else may end: a flag, a callee or the coroutine
// itself decides. The maker destroys on one path only, so that a frame in the
// maker would be destroyed by the wrong means or freed from the stack.
#include "coro_lib.h"

using lib::counted;

static int frames;

struct job {
  struct promise_type {
    bool last = false;
    int value = 0;
    promise_type() = default; // else it is an aggregate, and made of compute's arguments
    static void *operator new(std::size_t n) {
      frames++;
      return ::operator new(n);
    }
    static void operator delete(void *p) {
      frames--;
      ::operator delete(p);
    }
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    // finish ends the frame at once when the promise says so.
    struct finish {
      bool last;
      bool await_ready() noexcept { return last; }
      void await_suspend(std::coroutine_handle<>) noexcept {}
      void await_resume() noexcept {}
    };
    finish final_suspend() noexcept { return {last}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
};

static job compute(const char *name, int n) {
  counted c(name);
  int local[8];
  for (int i = 0; i < 8; i++)
    local[i] = n + i;
  co_await std::suspend_always{};
  int sum = 0;
  for (int v : local)
    sum += v;
  co_return sum;
}

static job::promise_type *parked;

[[gnu::noinline]] static bool adopt(std::coroutine_handle<job::promise_type> h, bool take) {
  if (take)
    parked = &h.promise();
  return take;
}

static int by_callee(int n, bool take) {
  job j = compute("callee", n);
  j.h.resume();
  if (adopt(j.h, take))
    return -1;
  j.h.resume();
  int v = j.h.promise().value;
  j.h.destroy();
  return v;
}

// by_flag destroys the coroutine unless that has ended itself already.
static int by_flag(int n, bool self) {
  job j = compute("flag", n);
  j.h.promise().last = self;
  j.h.resume();
  j.h.resume();
  if (self)
    return frames;
  int v = j.h.promise().value;
  j.h.destroy();
  return v;
}

static int either_of_two(bool first) {
  job a = compute("first", 1), b = compute("second", 100);
  job chosen = first ? a : b;
  job other = first ? b : a;
  other.h.destroy();
  chosen.h.resume();
  chosen.h.resume();
  int v = chosen.h.promise().value;
  chosen.h.destroy();
  return v;
}

[[gnu::noinline]] static int collect() {
  volatile char stack[1024];
  for (auto &b : stack)
    b = 0x5a;
  auto h = std::coroutine_handle<job::promise_type>::from_promise(*std::exchange(parked, nullptr));
  h.resume();
  int v = h.promise().value;
  h.destroy();
  return v + (stack[17] - 0x5a);
}

int main() {
  std::printf("%d\n", by_callee(1, false));
  std::printf("%d\n", by_callee(2, true));
  std::printf("collected %d\n", collect());
  std::printf("%d\n", by_flag(3, false));
  std::printf("%d\n", by_flag(4, true));
  std::printf("%d\n", either_of_two(true));
  std::printf("%d\n", either_of_two(false));
  std::printf("frames %s alive %d\n", frames == 0 ? "gone" : "left", counted::alive);
}
