// Jobs of several priorities with dependencies: a ready queue ordered by
// priority, jobs that change theirs, fail, and skip what depends on them.
// E2E: clang14
#include "coro_lib.h"
#include <queue>
#include <vector>

struct job;
static int clock_now, sequence;

struct ready_entry {
  int priority, order;
  std::coroutine_handle<> h;
  bool operator<(const ready_entry &o) const {
    return priority != o.priority ? priority < o.priority : order > o.order;
  }
};
static std::priority_queue<ready_entry> queue;

enum class state { waiting, running, done, failed, skipped };
struct job {
  const char *name;
  int priority, cost, fails_at;
  std::vector<int> needs;
  state s = state::waiting;
  std::vector<std::coroutine_handle<>> waiters = {};
};

struct turn {
  int priority;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { queue.push({priority, sequence++, h}); }
  void await_resume() { clock_now++; }
};
struct ended {
  job &j;
  bool await_ready() { return j.s >= state::done; }
  void await_suspend(std::coroutine_handle<> h) { j.waiters.push_back(h); }
  bool await_resume() { return j.s == state::done; }
};

static lib::task<> run_job(std::vector<job> &all, int index) {
  job &me = all[static_cast<std::size_t>(index)];
  bool can_run = true;
  for (int need : me.needs)
    can_run = co_await ended{all[static_cast<std::size_t>(need)]} && can_run;
  if (can_run) {
    me.s = state::running;
    try {
      for (int i = 0; i < me.cost; i++) {
        co_await turn{me.priority - (i > 2 ? 2 : 0)};
        std::printf("%s%d ", me.name, i);
        if (i == me.fails_at)
          throw i;
      }
      me.s = state::done;
    } catch (int) {
      me.s = state::failed;
    }
  } else {
    me.s = state::skipped;
  }
  for (auto w : me.waiters)
    queue.push({100, sequence++, w});
}

int main() {
  std::vector<job> all = {
      {"a", 1, 3, -1, {}},     {"b", 5, 2, -1, {0}}, {"c", 3, 5, -1, {}}, {"d", 4, 2, 1, {2}},
      {"e", 9, 1, -1, {3, 1}}, {"f", 2, 4, -1, {}},  {"g", 7, 3, -1, {5, 1, 0}},
  };
  std::vector<lib::task<>> tasks;
  for (int i = 0; i < 7; i++) {
    tasks.push_back(run_job(all, i));
    tasks.back().start();
  }
  while (!queue.empty()) {
    auto h = queue.top().h;
    queue.pop();
    h.resume();
  }
  std::printf("\n");
  for (const job &j : all)
    std::printf("%s=%d ", j.name, static_cast<int>(j.s));
  std::printf("clock %d\n", clock_now);
}
