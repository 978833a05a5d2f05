// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two tasks are awaited in one expression, so the first frame is alive while control is transferred to
// the second, which may throw to whoever runs it. The awaiting coroutine is suspended then, and its
// owner destroys it, and the first task with it: a task that was resumed, one inside a try, and one
// that starts at once, so that the exception leaves its ramp.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <utility>

static int objects;
struct counted {
  int v;
  counted(int v) : v(v) { ++objects; }
  ~counted() {
    --objects;
    std::printf("~%d ", v);
  }
};

template <class T, class Initial> struct basic {
  struct promise_type {
    T value{};
    std::coroutine_handle<> next;
    basic get_return_object() { return basic{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    Initial initial_suspend() noexcept { return {}; }
    struct final_awaiter {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto n = h.promise().next;
        return n ? n : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { throw; } // to whoever resumes
  };
  std::coroutine_handle<promise_type> h;
  explicit basic(std::coroutine_handle<promise_type> h) : h(h) {}
  basic(basic &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~basic() {
    if (h)
      h.destroy();
  }
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> n) noexcept {
    h.promise().next = n;
    return h;
  }
  T await_resume() { return h.promise().value; }
};
using task = basic<int, std::suspend_always>;
using eager = basic<int, std::suspend_never>;

static std::coroutine_handle<> seen;

struct note { // learns the handle of the coroutine that awaits it
  bool await_ready() noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> h) noexcept {
    seen = h;
    return false;
  }
  void await_resume() noexcept {}
};

static task a(int x) {
  counted c(x);
  co_return x + 1;
}

static task b(int x) {
  counted c(100 + x);
  if (x % 2)
    throw x;
  co_return x * 2;
}

static task product(int x) {
  counted c(200);
  co_return co_await a(x) * co_await b(x);
}

static task guarded(int x) {
  counted c(300);
  int r = 0;
  try {
    r = co_await product(x) + co_await a(x) * co_await b(x + 1);
  } catch (int e) {
    std::printf("not reached %d ", e);
  }
  co_return r;
}

static eager quick(int x) {
  co_await note{};
  counted c(400);
  co_return co_await a(x) * co_await b(x);
}

__attribute__((noinline)) static void overwrite() {
  volatile char buffer[4096];
  for (auto &c : buffer)
    c = 7;
}

__attribute__((noinline)) static void drive(task t) {
  try {
    t.h.resume();
    std::printf("value %d ", t.h.promise().value);
  } catch (int e) {
    std::printf("out %d done %d ", e, t.h.done());
  }
}

int main() {
  for (int i = 1; i < 5; i++) {
    drive(product(i));
    std::printf("objects %d\n", objects);
    drive(guarded(i));
    std::printf("objects %d\n", objects);
    try {
      eager t = quick(i);
      std::printf("value %d ", t.h.promise().value);
    } catch (int e) {
      overwrite();
      std::printf("out of the ramp %d ", e);
      seen.destroy();
    }
    std::printf("objects %d\n", objects);
    try {
      task t = product(i);
      t.h.resume();
    } catch (int e) {
      std::printf("owner left %d ", e);
    }
    std::printf("objects %d\n", objects);
  }
}
