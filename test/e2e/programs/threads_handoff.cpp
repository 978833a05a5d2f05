// A coroutine that hops from thread to thread: each await ends the resume, and
// the rest of the body runs on a new thread, which the main thread joins.
// E2E: threads
#include "coro_lib.h"
#include <thread>
#include <vector>

static std::coroutine_handle<> parked;
static int hops;

struct hop {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { parked = h; }
  int await_resume() { return ++hops; }
};

struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

static detached wander(std::vector<int> &log, int n) {
  std::thread::id start = std::this_thread::get_id();
  int moved = 0;
  for (int i = 0; i < n; i++) {
    int local = i * i;
    int order = co_await hop{};
    moved += std::this_thread::get_id() != start;
    log.push_back(local + order);
  }
  log.push_back(moved);
}

int main() {
  std::vector<int> log;
  wander(log, 8);
  int threads = 0;
  // The join orders what a thread wrote before what the next one reads.
  while (parked) {
    std::coroutine_handle<> h = std::exchange(parked, nullptr);
    std::thread([h] { h.resume(); }).join();
    threads++;
  }
  for (int v : log)
    std::printf("%d ", v);
  std::printf("threads %d hops %d\n", threads, hops);
}
