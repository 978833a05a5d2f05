#pragma once
#include <coroutine>
#include <exception>

// A sequence of numbers, computed when it is asked for.
class numbers {
public:
  struct promise_type {
    int value = 0;
    numbers get_return_object() { return numbers(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) noexcept {
      value = n;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using handle = std::coroutine_handle<promise_type>;

  explicit numbers(handle h) : h_(h) {}
  numbers(const numbers &) = delete;
  ~numbers() { h_.destroy(); }

  bool next() {
    h_.resume();
    return !h_.done();
  }
  int value() const { return h_.promise().value; }

private:
  handle h_;
};

inline numbers count(int n) {
  for (int i = 0; i < n; ++i)
    co_yield i;
}

numbers evens(int n);
