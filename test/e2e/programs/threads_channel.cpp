// Two threads with a run loop each: coroutines send batches of work to the
// other thread and back through locked queues, in lock step.
// E2E: threads
#include "coro_lib.h"
#include <condition_variable>
#include <mutex>
#include <thread>

class loop {
public:
  void post(std::coroutine_handle<> h) {
    std::lock_guard lock(m_);
    next_ = h;
    posted_ = true;
    wake_.notify_one();
  }
  // run resumes what is posted, until it is sent an empty handle.
  void run() {
    for (;;) {
      std::unique_lock lock(m_);
      wake_.wait(lock, [this] { return posted_; });
      auto h = next_;
      posted_ = false;
      lock.unlock();
      if (!h)
        return;
      runs++;
      h.resume();
    }
  }
  struct hop {
    loop &l;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h) { l.post(h); }
    std::thread::id await_resume() { return std::this_thread::get_id(); }
  };
  hop enter() { return {*this}; }
  int runs = 0;

private:
  std::mutex m_;
  std::condition_variable wake_;
  std::coroutine_handle<> next_;
  bool posted_ = false;
};

static lib::task<long> crunch(loop &there, loop &back, int n) {
  long part = n;
  co_await there.enter();
  for (int i = 0; i < 1000; i++)
    part = (part * 48271 + i) % 2147483647;
  co_await back.enter();
  co_return part;
}

static lib::task<> driver(loop &a, loop &b, long &total, int &moves) {
  auto home = co_await a.enter();
  for (int i = 0; i < 100; i++) {
    total += co_await crunch(b, a, i);
    moves += std::this_thread::get_id() == home;
    if (i % 10 == 0) {
      auto other = co_await b.enter();
      moves += other != home;
      co_await a.enter();
    }
    try {
      if (i % 33 == 0)
        throw i;
    } catch (int e) {
      total += e;
    }
  }
  b.post(nullptr);
  a.post(nullptr);
}

int main() {
  loop a, b;
  long total = 0;
  int moves = 0;
  std::thread other([&b] { b.run(); });
  auto d = driver(a, b, total, moves);
  d.start();
  a.run();
  other.join();
  d.get();
  std::printf("total %ld moves %d runs %d %d\n", total, moves, a.runs, b.runs);
}
