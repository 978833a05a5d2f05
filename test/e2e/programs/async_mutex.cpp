// An asynchronous mutex with a FIFO of awaiters linked through their frames,
// and a lock guard that lives across suspends.
// E2E: clang14
#include "coro_lib.h"
#include <deque>

static std::deque<std::coroutine_handle<>> ready;

struct yield_turn {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { ready.push_back(h); }
  void await_resume() {}
};

class mutex {
public:
  class guard {
  public:
    explicit guard(mutex *m) : m_(m) {}
    guard(guard &&o) noexcept : m_(std::exchange(o.m_, nullptr)) {}
    ~guard() {
      if (m_)
        m_->unlock();
    }

  private:
    mutex *m_;
  };
  struct waiter {
    mutex &m;
    std::coroutine_handle<> h;
    waiter *next = nullptr;
    bool await_ready() { return !m.locked_ && (m.locked_ = true); }
    void await_suspend(std::coroutine_handle<> me) {
      h = me;
      *m.tail_ = this;
      m.tail_ = &next;
      m.contended++;
    }
    guard await_resume() { return guard(&m); }
  };
  waiter lock() { return {*this, {}}; }
  int contended = 0;

private:
  void unlock() {
    waiter *w = first_;
    if (!w) {
      locked_ = false;
      return;
    }
    first_ = w->next;
    if (!first_)
      tail_ = &first_;
    ready.push_back(w->h); // the lock passes on, still held
  }
  bool locked_ = false;
  waiter *first_ = nullptr, **tail_ = &first_;
};

struct bank {
  mutex m;
  int balance = 100, inside = 0, overlaps = 0;
};

static lib::task<> customer(bank &b, char name, int n) {
  for (int i = 0; i < n; i++) {
    {
      auto g = co_await b.m.lock();
      b.overlaps += b.inside++ > 0;
      int seen = b.balance;
      std::printf("%c%d ", name, seen);
      for (int k = 0; k <= i; k++)
        co_await yield_turn{};
      b.balance = seen + (name - 'a') - i;
      b.inside--;
      if (b.balance > 113)
        throw name;
    }
    co_await yield_turn{};
  }
}

int main() {
  bank b;
  lib::task<> all[] = {customer(b, 'a', 3), customer(b, 'b', 4), customer(b, 'e', 5),
                       customer(b, 'c', 2)};
  for (auto &t : all)
    t.start();
  while (!ready.empty()) {
    auto h = ready.front();
    ready.pop_front();
    h.resume();
  }
  std::printf("\nbalance %d overlaps %d contended %d\n", b.balance, b.overlaps, b.m.contended);
  for (auto &t : all) {
    try {
      t.get();
      std::printf("done ");
    } catch (char c) {
      std::printf("%c threw ", c);
    }
  }
  std::printf("\n");
}
