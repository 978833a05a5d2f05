// when_all over a tuple of tasks of unlike types and over a vector: they run
// interleaved, the last to end resumes the waiter, and failures are kept.
#include "coro_lib.h"
#include <deque>
#include <tuple>
#include <vector>

static std::deque<std::coroutine_handle<>> ready;

struct turns {
  int n;
  bool await_ready() { return n <= 0; }
  void await_suspend(std::coroutine_handle<> h) {
    waiting = h;
    step();
  }
  void step() { ready.push_back(--n > 0 ? again().h : waiting); }
  void await_resume() {}
  std::coroutine_handle<> waiting = {};
  struct relay {
    struct promise_type {
      relay get_return_object() {
        return {std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_always initial_suspend() noexcept { return {}; }
      std::suspend_never final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<> h;
  };
  relay again() {
    step();
    co_return;
  }
};

struct latch {
  int left;
  std::coroutine_handle<> waiter = {};
  bool await_ready() { return left == 0; }
  void await_suspend(std::coroutine_handle<> h) { waiter = h; }
  void await_resume() {}
  void arrive() {
    if (--left == 0 && waiter)
      ready.push_back(waiter);
  }
};

template <class T> static lib::task<> arrive_after(lib::task<T> &t, latch &l, T *out, int *failed) {
  try {
    *out = co_await t;
  } catch (int) {
    ++*failed;
  }
  l.arrive();
}

template <class... T>
static lib::task<std::tuple<T...>> when_all(int *failed, lib::task<T>... tasks) {
  latch l{sizeof...(T), {}};
  std::tuple<T...> results{};
  auto wrappers = std::apply(
      [&](T &...out) { return std::tuple(arrive_after(tasks, l, &out, failed)...); }, results);
  std::apply([](auto &...w) { (w.start(), ...); }, wrappers);
  co_await l;
  co_return results;
}

static lib::task<int> slow(int n) {
  co_await turns{n};
  std::printf("slow%d ", n);
  if (n == 4)
    throw n;
  co_return n *n;
}
static lib::task<double> quick(double d) { co_return d / 2; }

static lib::task<long> all_of(std::vector<lib::task<int>> tasks) {
  latch l{static_cast<int>(tasks.size()), {}};
  std::vector<int> out(tasks.size(), -1);
  int failed = 0;
  std::vector<lib::task<>> wrappers;
  for (std::size_t i = 0; i < tasks.size(); i++)
    wrappers.push_back(arrive_after(tasks[i], l, &out[i], &failed));
  for (auto &w : wrappers)
    w.start();
  co_await l;
  long sum = failed * 1000;
  for (int v : out)
    sum += v;
  co_return sum;
}

int main() {
  int failed = 0;
  auto t = when_all(&failed, slow(3), quick(5), slow(1), slow(4));
  std::vector<lib::task<int>> v;
  for (int i = 6; i-- > 0;)
    v.push_back(slow(i));
  auto a = all_of(std::move(v));
  t.start();
  a.start();
  while (!ready.empty()) {
    auto h = ready.front();
    ready.pop_front();
    h.resume();
  }
  auto [x, y, z, w] = t.get();
  std::printf("\n%d %.1f %d %d failed %d | %ld\n", x, y, z, w, failed, a.get());
}
