// A coroutine that is created transfers to another, out of which an exception comes: its creator is left before it can destroy the
// new one, whose handle is known elsewhere. The frame has to outlive the creator.
#include <coroutine>
#include <cstdio>
#include <stdexcept>

static std::coroutine_handle<> waiting;

struct job {
  struct promise_type {
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    struct transfer {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) const noexcept {
        auto other = waiting;
        waiting = h;
        return other ? other : std::noop_coroutine();
      }
      void await_resume() const noexcept {}
    };
    transfer initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
};

static job thrower() {
  throw std::runtime_error("out of the other");
  co_return;
}

static job worker(int n) {
  int values[8];
  for (int i = 0; i < 8; i++)
    values[i] = n * i;
  co_await std::suspend_always{};
  int sum = 0;
  for (int v : values)
    sum += v;
  std::printf("sum %d\n", sum);
}

__attribute__((noinline)) static void create(int n) {
  job j = worker(n);
  j.h.destroy();
}

__attribute__((noinline)) static void overwrite(int n) {
  volatile char buffer[4096];
  for (unsigned i = 0; i < sizeof buffer; i++)
    buffer[i] = static_cast<char>(n + i);
}

int main() {
  job t = thrower();
  try {
    create(3);
    std::printf("not reached\n");
  } catch (const std::runtime_error &e) {
    std::printf("%s\n", e.what());
  }
  overwrite(5);
  auto left = waiting;
  left.resume();
  left.resume();
  std::printf("done %d\n", left.done());
  left.destroy();
  t.h.destroy();
}
