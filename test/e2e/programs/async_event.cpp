// Manual-reset and auto-reset events: awaiters kept in an intrusive stack that
// set() drains, some of which are destroyed before the event comes.
// E2E: clang14
#include "coro_lib.h"
#include <optional>

class event {
public:
  explicit event(bool auto_reset) : auto_reset_(auto_reset) {}
  struct waiter {
    event &e;
    std::coroutine_handle<> h;
    waiter *next = nullptr, **link = nullptr;
    waiter(event &e) : e(e) {}
    // A frame that is destroyed while it waits takes itself off the list.
    ~waiter() { unlink(); }
    void unlink() {
      if (!link)
        return;
      *link = next;
      if (next)
        next->link = link;
      link = nullptr;
    }
    bool await_ready() {
      if (!e.set_)
        return false;
      e.set_ = !e.auto_reset_;
      return true;
    }
    void await_suspend(std::coroutine_handle<> me) {
      h = me;
      waiter **end = &e.first_;
      while (*end)
        end = &(*end)->next;
      link = end;
      *end = this;
    }
    void await_resume() {}
  };
  waiter operator co_await() { return waiter(*this); }
  int set() {
    int woken = 0;
    while (waiter *w = first_) {
      w->unlink();
      woken++;
      w->h.resume();
      if (auto_reset_)
        return woken;
    }
    set_ = true;
    return woken;
  }
  void reset() { set_ = false; }

private:
  bool auto_reset_, set_ = false;
  waiter *first_ = nullptr;
};

static lib::task<> wait_for(event &e, int id, int rounds) {
  lib::counted c("c");
  for (int i = 0; i < rounds; i++) {
    co_await e;
    std::printf("%d.%d ", id, i);
  }
}

static void play(event &e) {
  std::optional<lib::task<>> tasks[5];
  for (int i = 0; i < 5; i++) {
    tasks[i].emplace(wait_for(e, i, i % 3 + 1));
    tasks[i]->start();
  }
  std::printf("| set %d | ", e.set());
  tasks[2].reset();
  tasks[4].reset();
  e.reset();
  for (int i = 0; i < 4; i++)
    std::printf("| set %d | ", e.set());
  int done = 0;
  for (auto &t : tasks)
    done += t && t->done();
  std::printf("done %d ", done);
}

int main() {
  event manual(false), automatic(true);
  play(manual);
  std::printf("| alive %d\n", lib::counted::alive);
  play(automatic);
  std::printf("| alive %d\n", lib::counted::alive);
}
