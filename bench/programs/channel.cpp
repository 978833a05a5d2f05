// A producer and a consumer that exchange values through a channel of one place, by symmetric transfer.
#include "coro.h"

struct channel {
  long value;
  bool full = false;
  std::coroutine_handle<> reader, writer;

  struct send_op {
    channel &c;
    long v;
    bool await_ready() {
      if (c.full)
        return false;
      c.value = v;
      return c.full = true;
    }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
      c.writer = h;
      return c.reader ? std::exchange(c.reader, nullptr) : std::noop_coroutine();
    }
    void await_resume() {
      if (!c.full) {
        c.value = v;
        c.full = true;
      }
    }
  };
  struct receive_op {
    channel &c;
    bool await_ready() { return c.full; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
      c.reader = h;
      return c.writer ? std::exchange(c.writer, nullptr) : std::noop_coroutine();
    }
    long await_resume() {
      c.full = false;
      return c.value;
    }
  };
  send_op send(long v) { return {*this, v}; }
  receive_op receive() { return {*this}; }
};
task<long> producer(channel &c, long n) {
  unsigned long state = 1;
  for (long i = 0; i < n; i++) {
    state = state * 6364136223846793005 + 1442695040888963407;
    co_await c.send(long(state >> 33));
  }
  co_await c.send(-1);
  co_return 0;
}
task<long> consumer(channel &c) {
  long sum = 0;
  for (long v; (v = co_await c.receive()) >= 0;)
    sum = sum * 3 + v;
  co_return sum;
}
int main() {
  channel c;
  auto p = producer(c, 20000000);
  auto q = consumer(c);
  p.h.promise().waiting = q.h.promise().waiting = std::noop_coroutine();
  p.h.resume();
  q.h.resume();
  while (!q.h.done())
    std::exchange(c.reader, nullptr).resume();
  finish(q.h.promise().value);
}
