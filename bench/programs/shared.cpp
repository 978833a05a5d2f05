// A task that several coroutines await, with a count of the references to its frame.
#include "library.h"
struct shared {
  struct promise_type {
    struct wait {
      wait *next;
      std::coroutine_handle<> h;
    } *list = nullptr;
    int references = 1;
    long value = 0;
    bool ready = false;
    shared get_return_object() { return shared{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct wake {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        h.promise().ready = true;
        for (wait *l = std::exchange(h.promise().list, nullptr); l;) {
          wait *next = l->next;
          l->h.resume();
          l = next;
        }
      }
      void await_resume() noexcept {}
    };
    wake final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit shared(std::coroutine_handle<promise_type> h) : h(h) {}
  shared(const shared &o) : h(o.h) { h.promise().references++; }
  ~shared() {
    if (--h.promise().references == 0) h.destroy();
  }
  struct awaiter : promise_type::wait {
    std::coroutine_handle<promise_type> task;
    bool await_ready() { return task.promise().ready; }
    void await_suspend(std::coroutine_handle<> waiting) {
      h = waiting;
      next = std::exchange(task.promise().list, this);
      if (!next) task.resume();
    }
    long await_resume() { return task.promise().value; }
  };
  awaiter operator co_await() { return awaiter{{nullptr, {}}, h}; }
};
struct gate {
  std::coroutine_handle<> h;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> w) { h = w; }
  void await_resume() {}
};
shared compute(gate &g, long n) {
  co_await g;
  unsigned long v = n;
  for (int i = 0; i < 10; i++) v = v * 31 + 7;
  co_return long(v);
}
task<long> user(shared s, int k) {
  long v = co_await s;
  co_return v * k;
}
int main() {
  unsigned long h = 0;
  for (int r = 0; r < 2000000; r++) {
    gate g;
    shared s = compute(g, r);
    std::vector<task<long>> users;
    users.reserve(5);
    for (int k = 0; k < 5; k++) {
      users.push_back(user(s, k));
      users.back().start();
    }
    g.h.resume();
    for (auto &u : users) h = h * 3 + u.h.promise().result();
  }
  finish(h);
}
