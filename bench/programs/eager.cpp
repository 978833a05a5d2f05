// Tasks that start at once and are mostly finished when they are awaited.
#include "coro.h"

struct eager {
  struct promise_type {
    long value;
    std::coroutine_handle<> waiting;
    eager get_return_object() { return eager{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().waiting ? h.promise().waiting : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit eager(std::coroutine_handle<promise_type> h) : h(h) {}
  eager(eager &&e) : h(std::exchange(e.h, nullptr)) {}
  ~eager() { if (h) h.destroy(); }
  bool await_ready() { return h.done(); }
  void await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; }
  long await_resume() { return h.promise().value; }
};
std::coroutine_handle<> parked;
struct park {
  bool skip;
  bool await_ready() { return skip; }
  void await_suspend(std::coroutine_handle<> h) { parked = h; }
  void await_resume() {}
};
eager leaf(long n) {
  co_await park{n % 8 != 0};
  co_return n * 5 + 1;
}
eager middle(long n) { co_return co_await leaf(n) ^ co_await leaf(n + 3); }
eager top(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 3 + co_await middle(i);
  co_return sum;
}
int main() {
  eager e = top(4000000);
  while (!e.h.done())
    std::exchange(parked, nullptr).resume();
  finish(e.h.promise().value);
}
