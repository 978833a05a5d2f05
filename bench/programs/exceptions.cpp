// Tasks that throw: an exception crosses two frames before it is caught.
#include "coro.h"
#include <exception>

struct failed { long code; };

struct result {
  struct promise_type {
    long value;
    std::exception_ptr error;
    std::coroutine_handle<> waiting;
    result get_return_object() { return result{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit result(std::coroutine_handle<promise_type> h) : h(h) {}
  result(result &&r) : h(std::exchange(r.h, nullptr)) {}
  ~result() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  long await_resume() {
    if (h.promise().error)
      std::rethrow_exception(h.promise().error);
    return h.promise().value;
  }
};
result check(long n) {
  if (n % 64 == 0)
    throw failed{n};
  co_return n * 3;
}
result twice(long n) { co_return co_await check(n) + co_await check(n + 1); }
result all(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    try {
      sum += co_await twice(i);
    } catch (failed &f) {
      sum ^= f.code;
    }
  co_return sum;
}
int main() {
  result r = all(1500000);
  r.h.promise().waiting = std::noop_coroutine();
  r.h.resume();
  finish(r.await_resume());
}
