// The last of several tasks that threads end continues the coroutine that waits for all.
#include <atomic>
#include <coroutine>
#include <thread>
#include <vector>

struct group {
  std::atomic<int> left;
  std::coroutine_handle<> waiter;
  explicit group(int n) : left(n + 1) {}
  void done() {
    if (left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      waiter.resume();
  }
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> h) {
    waiter = h;
    return left.fetch_sub(1, std::memory_order_acq_rel) != 1;
  }
  void await_resume() {}
};

struct task {
  struct promise_type {
    task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

int results[3], sum;
std::atomic<bool> finished;

task all(std::vector<std::thread> &threads) {
  group g(3);
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([i, &g] {
      results[i] = i + 1;
      g.done();
    });
  co_await g;
  for (int r : results)
    sum += r;
  finished.store(true, std::memory_order_release);
  finished.notify_one();
}

int main() {
  std::vector<std::thread> threads;
  all(threads);
  finished.wait(false, std::memory_order_acquire);
  for (auto &t : threads)
    t.join();
  return sum != 6;
}
