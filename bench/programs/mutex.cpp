// A mutex of coroutines with a queue in their awaiters, and a loop that runs those that are ready.
#include "coro.h"
#include <deque>

std::deque<std::coroutine_handle<>> ready;

struct yield {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { ready.push_back(h); }
  void await_resume() {}
};
struct mutex {
  struct lock_op {
    mutex &m;
    std::coroutine_handle<> h;
    lock_op *next = nullptr;
    bool await_ready() { return !std::exchange(m.held, true); }
    void await_suspend(std::coroutine_handle<> waiter) {
      h = waiter;
      *m.last = this;
      m.last = &next;
    }
    void await_resume() {}
  };
  bool held = false;
  lock_op *first = nullptr, **last = &first;
  lock_op lock() { return {*this, {}}; }
  void unlock() {
    lock_op *op = first;
    if (!op) {
      held = false;
      return;
    }
    first = op->next;
    if (!first)
      last = &first;
    ready.push_back(op->h);
  }
};
task<long> worker(mutex &m, long &shared, int id, int rounds) {
  long mine = 0;
  for (int i = 0; i < rounds; i++) {
    co_await m.lock();
    long seen = shared;
    if ((i + id) % 4 == 0)
      co_await yield{};
    shared = seen * 3 + id;
    mine += seen & 1;
    m.unlock();
    co_await yield{};
  }
  co_return mine;
}
int main() {
  mutex m;
  long shared = 1, sum = 0;
  task<long> workers[] = {worker(m, shared, 1, 2500000), worker(m, shared, 2, 2500000), worker(m, shared, 3, 2500000)};
  for (auto &w : workers) {
    w.h.promise().waiting = std::noop_coroutine();
    ready.push_back(w.h);
  }
  while (!ready.empty()) {
    auto h = ready.front();
    ready.pop_front();
    h.resume();
  }
  for (auto &w : workers)
    sum = sum * 5 + w.h.promise().value;
  finish(sum + shared);
}
