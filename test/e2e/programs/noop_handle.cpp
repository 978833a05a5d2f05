// std::noop_coroutine: never done, resume and destroy do nothing, and an
// await_suspend that returns it gives control back to the resumer.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct co {
  struct promise_type {
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

struct maybe_switch {
  std::coroutine_handle<> to;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return to; }
  void await_resume() {}
};

static co counter(const char *name, int n) {
  for (int i = 0; i < n; i++) {
    std::printf("%s%d ", name, i);
    co_await std::suspend_always{};
  }
}

static co switcher(std::coroutine_handle<> other, int n) {
  for (int i = 0; i < n; i++) {
    std::printf("s%d ", i);
    bool use_other = i % 2 && !other.done();
    co_await maybe_switch{use_other ? other : std::noop_coroutine()};
  }
}

int main() {
  auto noop = std::noop_coroutine();
  std::coroutine_handle<> erased = noop;
  for (int i = 0; i < 3; i++) {
    noop.resume();
    erased();
    erased.destroy();
  }
  std::printf("done %d %d bool %d same %d\n", noop.done(), erased.done(), bool(noop),
              std::coroutine_handle<>::from_address(noop.address()) == erased);
  co other = counter("c", 3);
  co s = switcher(other.h, 9);
  while (!s.h.done()) {
    s.h.resume();
    std::printf("| ");
  }
  std::printf("other done %d\n", other.h.done());
  s.h.destroy();
  other.h.destroy();
}
