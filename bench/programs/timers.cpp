// An event loop with timers: coroutines sleep, and a queue ordered by time wakes them.
#include "coro.h"
#include <queue>
#include <vector>

struct timer {
  long at, order;
  std::coroutine_handle<> h;
  bool operator<(const timer &t) const { return at != t.at ? at > t.at : order > t.order; }
};
struct clock_loop {
  long now = 0, count = 0;
  std::priority_queue<timer> queue;
  void run() {
    while (!queue.empty()) {
      timer t = queue.top();
      queue.pop();
      now = t.at;
      t.h.resume();
    }
  }
};
struct sleep_for {
  clock_loop &loop;
  long ticks;
  bool await_ready() { return ticks <= 0; }
  void await_suspend(std::coroutine_handle<> h) { loop.queue.push({loop.now + ticks, loop.count++, h}); }
  long await_resume() { return loop.now; }
};
task<long> pause_twice(clock_loop &loop, long ticks) {
  long a = co_await sleep_for{loop, ticks};
  long b = co_await sleep_for{loop, ticks / 2};
  co_return a ^ b;
}
task<long> client(clock_loop &loop, long period, int rounds) {
  long sum = 0;
  for (int i = 0; i < rounds; i++)
    sum = sum * 3 + co_await pause_twice(loop, period + i % 3);
  co_return sum;
}
int main() {
  clock_loop loop;
  std::vector<task<long>> clients;
  for (int i = 0; i < 16; i++) {
    clients.push_back(client(loop, 3 + i % 5, 80000));
    clients.back().h.promise().waiting = std::noop_coroutine();
    clients.back().h.resume();
  }
  loop.run();
  long sum = loop.now;
  for (auto &c : clients)
    sum = sum * 7 + c.h.promise().value;
  finish(sum);
}
