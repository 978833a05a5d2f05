// An asynchronous stream: a coroutine that both yields and awaits, consumed by a task.
#include "coro.h"

struct stream {
  struct promise_type {
    long value;
    bool more = true;
    std::coroutine_handle<> consumer;
    stream get_return_object() { return stream{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct to_consumer {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().consumer; }
      void await_resume() noexcept {}
    };
    to_consumer yield_value(long v) { value = v; return {}; }
    to_consumer final_suspend() noexcept { more = false; return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit stream(std::coroutine_handle<promise_type> h) : h(h) {}
  stream(stream &&s) : h(std::exchange(s.h, nullptr)) {}
  ~stream() { if (h) h.destroy(); }
  struct next_op {
    std::coroutine_handle<promise_type> h;
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().consumer = w; return h; }
    bool await_resume() { return h.promise().more; }
  };
  next_op next() { return {h}; }
  long value() { return h.promise().value; }
};
task<long> fetch(long page) { co_return page * 2654435761 % 1009; }

stream items(long pages) {
  for (long p = 0; p < pages; p++) {
    long base = co_await fetch(p);
    for (long i = 0; i < 4; i++)
      co_yield base + i;
  }
}
task<long> total(long pages) {
  long sum = 0;
  stream s = items(pages);
  while (co_await s.next())
    sum = sum * 3 + s.value();
  co_return sum;
}
int main() { finish(total(4000000).run()); }
