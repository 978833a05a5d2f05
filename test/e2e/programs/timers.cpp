// A simulated clock with a heap of sleepers: periodic timers, timeouts that
// race with work, and nested sleeps, all in order of time.
// E2E: clang14
#include "coro_lib.h"
#include <queue>
#include <vector>

struct simulation {
  struct sleeper {
    long at;
    int order;
    std::coroutine_handle<> h;
    bool operator<(const sleeper &o) const {
      return at != o.at ? at > o.at : order > o.order;
    }
  };
  std::priority_queue<sleeper> queue;
  long now = 0;
  int count = 0;
  void run(long until) {
    while (!queue.empty() && queue.top().at <= until) {
      sleeper s = queue.top();
      queue.pop();
      now = s.at;
      s.h.resume();
    }
    now = until;
  }
};
static simulation sim;

struct sleep_for {
  long d;
  bool await_ready() { return d <= 0; }
  void await_suspend(std::coroutine_handle<> h) {
    sim.queue.push({sim.now + d, sim.count++, h});
  }
  long await_resume() { return sim.now; }
};

static lib::task<> tick(const char *name, long period, int n) {
  for (int i = 1; i <= n; i++) {
    long t = co_await sleep_for{period};
    std::printf("%s%d@%ld ", name, i, t);
  }
}

static lib::task<long> fetch(int id) {
  long start = sim.now;
  co_await sleep_for{id * 7};
  if (id % 2)
    co_await tick("inner", 5, id);
  co_return sim.now - start;
}

static lib::task<> client(int id, long timeout, int *late) {
  co_await sleep_for{id};
  long took = co_await fetch(id);
  if (took > timeout) {
    ++*late;
    std::printf("late%d(%ld) ", id, took);
  } else {
    co_await sleep_for{timeout - took};
    std::printf("ok%d@%ld ", id, sim.now);
  }
}

int main() {
  int late = 0;
  lib::task<> all[] = {tick("a", 10, 6), tick("b", 15, 4),     client(1, 10, &late),
                       client(2, 20, &late), client(3, 30, &late), client(0, 25, &late)};
  for (auto &t : all)
    t.start();
  sim.run(30);
  std::printf("\n-- %ld, %zu asleep\n", sim.now, sim.queue.size());
  sim.run(1000);
  std::printf("\nlate %d:", late);
  for (auto &t : all)
    std::printf(" %d", t.done());
  std::printf("\n");
}
