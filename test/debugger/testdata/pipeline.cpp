// A pipeline in the manner of cppcoro, for test/debugger: asynchronous generators, a task that waits for
// several, events with one consumer, and a mutex. It prints who waits for whom, and its comments name the
// lines. Its argument is the number of pipelines. It ends when its input does.
#include "task.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

// An event that one coroutine waits for. It keeps its handle until it is set.
struct single_consumer_event {
  std::coroutine_handle<> waiter;
  auto operator co_await() {
    struct awaiter {
      single_consumer_event &e;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<> h) { e.waiter = h; }
      void await_resume() {}
    };
    return awaiter{*this};
  }
};

// A sequence whose next value is awaited. The producer's promise has the consumer's handle, and the
// consumer continues when the producer yields.
template <class T> struct async_generator {
  struct promise_type {
    T *value = nullptr;
    std::coroutine_handle<> consumer;
    async_generator get_return_object() { return async_generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct to_consumer {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().consumer; }
      void await_resume() noexcept {}
    };
    to_consumer final_suspend() noexcept {
      value = nullptr;
      return {};
    }
    to_consumer yield_value(T &v) {
      value = &v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  struct advance {
    std::coroutine_handle<promise_type> producer;
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
      producer.promise().consumer = h;
      return producer;
    }
    T *await_resume() { return producer.promise().value; }
  };
  advance next() { return {h}; }
  explicit async_generator(std::coroutine_handle<promise_type> h) : h(h) {}
  async_generator(async_generator &&o) : h(std::exchange(o.h, nullptr)) {}
  ~async_generator() {
    if (h)
      h.destroy();
  }
  std::coroutine_handle<promise_type> h;
};

// A task that waits until all of some tasks have ended. A coroutine of its own waits for each, and the
// last one continues the task.
struct counter {
  std::size_t left;
  std::coroutine_handle<> parent;
  bool await_ready() { return left == 0; }
  void await_suspend(std::coroutine_handle<> h) { parent = h; }
  void await_resume() {}
};
struct part {
  struct promise_type {
    counter *all = nullptr;
    part get_return_object() { return part{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct done {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        counter *all = h.promise().all;
        return --all->left == 0 && all->parent ? all->parent : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    done final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit part(std::coroutine_handle<promise_type> h) : h(h) {}
  part(part &&o) : h(std::exchange(o.h, nullptr)) {}
  ~part() {
    if (h)
      h.destroy();
  }
  std::coroutine_handle<promise_type> h;
};
part one_of(task<int> t) {
  co_await std::move(t); // one_of
}
task<int> when_all(std::vector<task<int>> tasks) {
  counter all{tasks.size(), {}};
  std::vector<part> parts;
  for (auto &t : tasks)
    parts.push_back(one_of(std::move(t)));
  for (auto &p : parts) {
    p.h.promise().all = &all;
    p.h.resume();
  }
  co_await all; // when_all
  co_return 0;
}

// The pipeline: numbers, of which some are taken and added up, in each of several tasks.
async_generator<int> source(single_consumer_event &more, int n) {
  for (int k = 0;; k++) {
    if (k == n)
      co_await more; // source
    co_yield k;
  }
}
async_generator<int> even(async_generator<int> from) {
  while (int *v = co_await from.next()) { // even
    if (*v % 2 == 0)
      co_yield *v;
  }
}
task<int> add(single_consumer_event &more, int n) {
  int sum = 0;
  auto numbers = even(source(more, n));
  while (int *v = co_await numbers.next()) { // add
    sum += *v;
  }
  co_return sum;
}
task<int> join(single_consumer_event *events) {
  std::vector<task<int>> list;
  for (int k = 0; k < 3; k++)
    list.push_back(add(events[k], 5 + k));
  co_return co_await when_all(std::move(list)); // join
}

int main(int, char **argv) {
  int n = std::atoi(argv[1]);
  std::vector<single_consumer_event> events(3 * n);
  std::vector<task<int>> all;
  for (int k = 0; k < n; k++)
    all.push_back(join(&events[3 * k]));
  for (auto &t : all)
    t.h.resume();
  std::printf("join;when_all;one_of;add;even;source %d\nready\n", 3 * n);
  std::fflush(stdout);
  return std::getchar() != EOF;
}
