// Coroutines hop from thread to thread through a queue.
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
std::deque<std::coroutine_handle<>> ready;
int running = 4, total;

struct hop {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    std::lock_guard hold(lock);
    ready.push_back(h);
    changed.notify_one();
  }
  void await_resume() {}
};

struct job {
  struct promise_type {
    job get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

job work(int n) {
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += n;
    co_await hop{};
  }
  std::lock_guard hold(lock);
  total += sum;
  --running;
  changed.notify_all();
}

void serve() {
  for (;;) {
    std::unique_lock hold(lock);
    changed.wait(hold, [] { return !ready.empty() || !running; });
    if (ready.empty())
      return;
    auto h = ready.front();
    ready.pop_front();
    hold.unlock();
    h.resume();
  }
}

int main() {
  for (int i = 0; i < 4; ++i)
    work(i);
  std::thread a(serve), b(serve);
  serve();
  a.join();
  b.join();
  return total != 30;
}
