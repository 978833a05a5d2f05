// A task with many awaiters and a reference count: it runs once, wakes all who
// wait, and its frame is destroyed when the last reference goes.
// E2E: clang14
#include "coro_lib.h"
#include <vector>

static int frames, runs;

template <class T> class shared {
public:
  struct promise_type {
    int references = 1;
    bool started = false, finished = false;
    T value{};
    std::exception_ptr error;
    std::vector<std::coroutine_handle<>> waiters;
    promise_type() { frames++; }
    ~promise_type() { frames--; }
    shared get_return_object() { return shared(this); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct awaiter {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<promise_type> h) noexcept {
          // Resuming the waiters may drop the last reference: take them out.
          auto waiting = std::move(h.promise().waiters);
          h.promise().finished = true;
          for (auto w : waiting)
            w.resume();
        }
        void await_resume() noexcept {}
      };
      return awaiter{};
    }
    void return_value(T v) { value = std::move(v); }
    void unhandled_exception() { error = std::current_exception(); }
  };
  explicit shared(promise_type *p) : p_(p) {}
  shared(const shared &o) : p_(o.p_) { p_->references++; }
  shared &operator=(const shared &) = delete;
  ~shared() {
    if (--p_->references == 0)
      handle().destroy();
  }
  bool await_ready() const { return p_->finished; }
  bool await_suspend(std::coroutine_handle<> h) const {
    if (!p_->started) {
      p_->started = true;
      handle().resume();
      if (p_->finished)
        return false;
    }
    p_->waiters.push_back(h);
    return true;
  }
  const T &await_resume() const {
    if (p_->error)
      std::rethrow_exception(p_->error);
    return p_->value;
  }

private:
  auto handle() const { return std::coroutine_handle<promise_type>::from_promise(*p_); }
  promise_type *p_;
};

static std::coroutine_handle<> gate;
struct at_gate {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { gate = h; }
  void await_resume() {}
};

static shared<int> compute(int n, bool wait) {
  runs++;
  if (wait)
    co_await at_gate{};
  if (n < 0)
    throw n;
  co_return n *n;
}

static lib::task<> use(char name, shared<int> s, int times, int *sum) {
  for (int i = 0; i < times; i++) {
    try {
      *sum += co_await s;
      std::printf("%c%d ", name, *sum);
    } catch (int e) {
      std::printf("%c threw %d ", name, e);
    }
  }
}

int main() {
  const int cases[][2] = {{7, 0}, {8, 1}, {-3, 0}, {-4, 1}};
  for (auto [n, wait] : cases) {
    int sum = 0;
    {
      shared<int> s = compute(n, wait);
      lib::task<> users[] = {use('a', s, 1, &sum), use('b', s, 3, &sum), use('c', s, 2, &sum)};
      for (auto &u : users)
        u.start();
      if (wait)
        gate.resume();
      std::printf("| frames %d ", frames);
    }
    std::printf("| sum %d runs %d frames %d\n", sum, runs, frames);
  }
}
