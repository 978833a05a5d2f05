// A state machine, written as a coroutine that events resume: a connection that opens, retries and closes.
#include "coro.h"

enum event { dial, accept, data, timeout, hangup };

struct machine {
  struct promise_type {
    event in;
    machine get_return_object() { return machine{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  void send(event e) { h.promise().in = e; h.resume(); }
};
struct next_event {
  machine::promise_type *p;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<machine::promise_type> h) { p = &h.promise(); }
  event await_resume() { return p->in; }
};
machine connection(long *bytes) {
  for (;;) {
    while (co_await next_event{} != dial)
      ;
    int retries = 0;
    event e;
    while ((e = co_await next_event{}) != accept && e != hangup)
      if (e == timeout && ++retries == 3)
        break;
    if (e != accept)
      continue;
    for (;;) {
      e = co_await next_event{};
      if (e == data)
        *bytes += retries + 1;
      else if (e == hangup)
        break;
    }
  }
}
int main() {
  long bytes[8] = {}, sum = 0;
  machine machines[8];
  for (int k = 0; k < 8; k++)
    machines[k] = connection(&bytes[k]);
  unsigned state = 7;
  for (int i = 0; i < 30000000; i++) {
    state = state * 1664525 + 1013904223;
    machines[state >> 29].send(event((state >> 20 & 255) % 5));
  }
  for (int k = 0; k < 8; k++) {
    sum = sum * 7 + bytes[k];
    machines[k].h.destroy();
  }
  finish(sum);
}
