// Stages that pass numbers through channels of fixed size, on a scheduler with a ready queue.
#include "library.h"
struct sched {
  std::deque<std::coroutine_handle<>> q;
  void run() {
    while (!q.empty()) {
      auto h = q.front();
      q.pop_front();
      h.resume();
    }
  }
  auto yield() {
    struct a {
      sched &s;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<> h) { s.q.push_back(h); }
      void await_resume() {}
    };
    return a{*this};
  }
};
struct fire {
  struct promise_type {
    fire get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
template <class T, int N> struct chan {
  sched &s;
  std::array<T, N> buf;
  unsigned r = 0, w = 0;
  std::coroutine_handle<> rd, wr;
  auto put(T v) {
    struct a {
      chan &c;
      T v;
      bool await_ready() { return c.w - c.r < N; }
      void await_suspend(std::coroutine_handle<> h) { c.wr = h; }
      void await_resume() {
        c.buf[c.w++ % N] = v;
        if (c.rd) c.s.q.push_back(std::exchange(c.rd, {}));
      }
    };
    return a{*this, v};
  }
  auto get() {
    struct a {
      chan &c;
      bool await_ready() { return c.w != c.r; }
      void await_suspend(std::coroutine_handle<> h) { c.rd = h; }
      T await_resume() {
        T v = c.buf[c.r++ % N];
        if (c.wr) c.s.q.push_back(std::exchange(c.wr, {}));
        return v;
      }
    };
    return a{*this};
  }
};
fire producer(chan<long, 8> &c, int n) {
  for (int i = 1; i <= n; ++i) co_await c.put(i * 3 + (i & 5));
  co_await c.put(0);
}
fire stage(chan<long, 8> &a, chan<long, 8> &b) {
  for (;;) {
    long v = co_await a.get();
    if (!v) break;
    co_await b.put(v * v % 1009 + 1);
  }
  co_await b.put(0);
}
fire consumer(chan<long, 8> &c, unsigned long &sum) {
  while (long v = co_await c.get()) sum = sum * 7 + v;
}
fire ticker(sched &s, unsigned long &n, int k) {
  for (int i = 0; i < k; ++i) {
    n += i;
    co_await s.yield();
  }
}
int main() {
  unsigned long sum = 0, n = 0;
  for (int r = 0; r < 150; ++r) {
    sched s;
    chan<long, 8> a{s}, b{s};
    consumer(b, sum);
    stage(a, b);
    producer(a, 50000);
    ticker(s, n, 1000);
    s.run();
  }
  finish(sum + n);
}
