// Tasks that a thread waits for. The waiting coroutine has a mutex and a condition variable in its
// promise, and starts at once. Its frame and the task's frame hold each other's handle. A task
// goes on on another thread keeps both.
// E2E: threads
#include "coro_lib.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using lib::counted;
using lib::task;

template <class T> struct blocking {
  struct promise_type {
    std::mutex m;
    std::condition_variable changed;
    bool done = false;
    T value{};
    blocking get_return_object() { return blocking{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    struct last {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        std::unique_lock lock(h.promise().m);
        h.promise().done = true;
        h.promise().changed.notify_all();
      }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit blocking(std::coroutine_handle<promise_type> h) : h(h) {}
  blocking(const blocking &) = delete;
  ~blocking() { h.destroy(); }
  T get() {
    std::unique_lock lock(h.promise().m);
    while (!h.promise().done)
      h.promise().changed.wait(lock);
    return h.promise().value;
  }
};

struct worker {
  std::mutex m;
  std::condition_variable given;
  std::coroutine_handle<> next;
  std::thread runner{[this] {
    std::unique_lock lock(m);
    while (!next)
      given.wait(lock);
    std::coroutine_handle<> h = next;
    lock.unlock();
    h.resume();
  }};
  ~worker() { runner.join(); }
};

struct other_thread {
  worker &to;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    worker &w = to; // the awaiter may be gone when the worker has the handle
    std::unique_lock lock(w.m);
    w.next = h;
    w.given.notify_one();
  }
  void await_resume() {}
};

static blocking<int> wait_for(task<int> t) { co_return co_await std::move(t); }

static task<int> next(int n) {
  counted c("next");
  co_return n + 1;
}

static task<int> elsewhere(worker &w, int n) {
  counted c("elsewhere");
  co_await other_thread{w};
  co_return n * 2;
}

static int twice(int n) { return wait_for(next(wait_for(next(n)).get())).get(); }

int main() {
  int sum = 0;
  for (int n = 0; n < 4; n++)
    sum += wait_for(next(n)).get();
  std::printf("%d %d\n", sum, twice(sum));
  {
    worker w;
    std::printf("%d\n", wait_for(elsewhere(w, sum)).get());
  }
  std::printf("%d alive\n", counted::alive);
}
