// Destroys a coroutine at its n-th suspend point for every n, and counts which
// locals, temporaries and parameters had to be destroyed there.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <utility>

static int alive, total;

struct local {
  int id;
  explicit local(int i) : id(i) {
    alive++;
    total++;
  }
  local(local &&o) noexcept : id(o.id) {
    alive++;
    total++;
  }
  ~local() {
    alive--;
    std::printf(" %d", id);
  }
};

struct routine {
  struct promise_type {
    routine get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

struct pause_with {
  local held;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return held.id; }
};

static routine body(local parameter) {
  local a(1);
  co_await std::suspend_always{};
  for (int i = 0; i < 2; i++) {
    local b(10 + i);
    co_await std::suspend_always{};
    local c(20 + i);
    if (co_await pause_with{local(30 + i)} == 31) {
      local d(40);
      co_await std::suspend_always{};
    }
  }
  try {
    local e(50);
    co_await std::suspend_always{};
    throw 7;
  } catch (int) {
    local f(60);
  }
  co_await std::suspend_always{};
}

int main() {
  for (int stop = 0;; stop++) {
    total = 0;
    routine r = body(local(100));
    for (int i = 0; i < stop && !r.h.done(); i++)
      r.h.resume();
    bool done = r.h.done();
    std::printf(" | at %d: alive %d;", stop, alive);
    r.h.destroy();
    std::printf(" | alive %d total %d%s\n", alive, total, done ? " done" : "");
    if (done)
      break;
  }
}
