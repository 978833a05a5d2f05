// A thread pool that tasks schedule themselves on: fork and join sums over an
// array, with results that do not depend on the order of the threads.
// E2E: threads
#include "coro_lib.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

class pool {
public:
  explicit pool(int n) {
    while (n--)
      threads_.emplace_back([this] { work(); });
  }
  ~pool() {
    // An empty handle ends one thread; the threads join as they are destroyed.
    for (std::size_t i = 0; i < threads_.size(); i++)
      post(nullptr);
  }
  struct hop {
    pool &p;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h) { p.post(h); }
    void await_resume() {}
  };
  hop schedule() { return {*this}; }
  void post(std::coroutine_handle<> h) {
    std::lock_guard lock(m_); // the pool may end as soon as h can run
    queue_.push_back(h);
    wake_.notify_one();
  }

private:
  void work() {
    for (;;) {
      std::unique_lock lock(m_);
      wake_.wait(lock, [this] { return !queue_.empty(); });
      auto h = queue_.front();
      queue_.pop_front();
      lock.unlock();
      if (!h)
        return;
      h.resume();
    }
  }
  std::mutex m_;
  std::condition_variable wake_;
  std::deque<std::coroutine_handle<>> queue_;
  std::vector<std::jthread> threads_;
};

// join resumes its waiter when both branches have arrived.
struct join {
  std::atomic<int> left{3};
  std::coroutine_handle<> waiter;
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> h) {
    return waiter = h, left.fetch_sub(1) != 1;
  }
  void await_resume() {}
  void arrive() {
    if (left.fetch_sub(1) == 1)
      waiter.resume();
  }
};

struct detached {
  struct promise_type : lib::task_promise<void> {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
  };
};

static lib::task<long> sum(pool &p, const int *a, int n);

static detached branch(pool &p, const int *a, int n, long &out, join &j) {
  co_await p.schedule();
  out = co_await sum(p, a, n);
  j.arrive();
}

static lib::task<long> sum(pool &p, const int *a, int n) {
  if (n <= 64) {
    co_return std::accumulate(a, a + n, 0L);
  }
  long left = 0, right = 0;
  join j;
  branch(p, a, n / 2, left, j);
  branch(p, a + n / 2, n - n / 2, right, j);
  co_await j;
  co_return left + right;
}

static detached top(pool &p, const std::vector<int> &v, long &out, std::atomic<bool> &done) {
  co_await p.schedule();
  out = co_await sum(p, v.data(), static_cast<int>(v.size()));
  done = true;
  done.notify_one();
}

int main() {
  std::vector<int> v(5000);
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] = static_cast<int>(i * i % 1009);
  for (int threads = 1; threads <= 4; threads++) {
    long out = 0;
    std::atomic<bool> done{false};
    {
      pool p(threads);
      top(p, v, out, done);
      done.wait(false);
    }
    std::printf("%d threads: %ld\n", threads, out);
  }
}
