// An asynchronous generator and its consumer, which transfer control to each other.
#include "library.h"
struct agen {
  struct promise_type {
    std::coroutine_handle<> consumer;
    int val = 0;
    bool end = false;
    agen get_return_object() { return agen{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().consumer;
      }
      void await_resume() noexcept {}
    };
    back final_suspend() noexcept {
      end = true;
      return {};
    }
    back yield_value(int v) {
      val = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  agen(std::coroutine_handle<promise_type> h) : h(h) {}
  agen(agen &&o) : h(std::exchange(o.h, {})) {}
  ~agen() {
    if (h) h.destroy();
  }
  struct nx {
    std::coroutine_handle<promise_type> h;
    bool await_ready() { return false; }
    auto await_suspend(std::coroutine_handle<> c) {
      h.promise().consumer = c;
      return h;
    }
    std::optional<int> await_resume() {
      if (h.promise().end) return {};
      return h.promise().val;
    }
  };
  nx next() { return nx{h}; }
};
task<int> fetch(int k) { co_return k * 5 % 17; }
agen produce(int n) {
  for (int i = 0; i < n; ++i) {
    int v = co_await fetch(i);
    if (v & 1) co_yield v;
    else co_yield i;
  }
}
task<long> total(int n) {
  long s = 0;
  agen g = produce(n);
  while (auto v = co_await g.next()) s += *v;
  co_return s;
}
int main() {
  unsigned long s = 0;
  for (int r = 0; r < 800; ++r) s += total(20000).get();
  finish(s);
}
