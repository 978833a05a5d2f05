// A decoder that bytes are pushed into: runs of bytes, with an escape for long ones.
#include "coro.h"

struct sink {
  struct promise_type {
    unsigned char in;
    sink get_return_object() { return sink{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
    struct read {
      promise_type &p;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      unsigned char await_resume() { return p.in; }
    };
    struct byte {};
    read await_transform(byte) { return {*this}; }
  };
  std::coroutine_handle<promise_type> h;
  explicit sink(std::coroutine_handle<promise_type> h) : h(h) {}
  sink(sink &&) = delete;
  ~sink() { h.destroy(); }
  void push(unsigned char c) { h.promise().in = c; h.resume(); }
};
using byte = sink::promise_type::byte;

sink decode(long &sum) {
  for (;;) {
    unsigned c = co_await byte{};
    if (c < 128) {
      sum += c;
      continue;
    }
    unsigned run = c & 127;
    if (run == 0) {
      run = co_await byte{};
      run |= (co_await byte{}) << 8;
    }
    unsigned value = co_await byte{};
    sum = sum * 3 + value * run;
  }
}
int main() {
  long sum = 0;
  unsigned state = 1;
  sink s = decode(sum);
  for (int i = 0; i < 40000000; i++) {
    state = state * 1664525 + 1013904223;
    s.push(state >> 24);
  }
  finish(sum);
}
