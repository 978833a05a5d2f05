// Two coroutines to step through: work awaits an event, which main resumes, a value that is ready, and a
// child, which resumes its parent by symmetric transfer. The steps begin at the calls of `use`.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

std::coroutine_handle<> pending; // waits for the event

struct event {
  int payload;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { pending = h; }
  int await_resume() { return payload + 1; }
};

struct ready {
  int payload;
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return payload * 3; }
};

struct task {
  struct promise_type {
    int value = 0;
    std::coroutine_handle<> continuation;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    struct final_awaiter {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto next = h.promise().continuation;
        return next ? next : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  bool await_ready() { return h.done(); }
  void await_suspend(std::coroutine_handle<> caller) { h.promise().continuation = caller; }
  int await_resume() { return h.promise().value; }
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h)
      h.destroy();
  }
  std::coroutine_handle<promise_type> h;
};

extern "C" __attribute__((noinline)) void use(const char *what, int n) { std::printf("%s %d\n", what, n); }

task child(int seed) {
  int doubled = seed * 2;
  use("child", doubled);
  int got = co_await event{doubled};
  use("resumed", got + doubled);
  co_return got;
}

task work(int first) {
  int sum = first + 5;
  use("before", sum);
  int got = co_await event{sum};
  use("after", got + sum);
  sum += co_await ready{got};
  use("quick", sum);
  int more = co_await child(sum);
  use("end", more + sum + got);
  co_return sum + more;
}

int main() {
  int rounds = 0;
  task t = work(10);
  while (!t.h.done()) {
    rounds++;
    use("round", rounds);
    pending.resume();
  }
  use("done", t.h.promise().value);
}
