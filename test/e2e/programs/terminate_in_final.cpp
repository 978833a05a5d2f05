// An exception that leaves a noexcept final awaiter ends in std::terminate,
// whose handler here prints and exits with a status of its own.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>

static int stage;

struct local {
  ~local() { std::printf("~local "); }
};

struct co {
  struct promise_type {
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct awaiter {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<>) noexcept {
        stage++;
        if (stage == 3)
          fail();
      }
      void await_resume() noexcept {}
      static void fail() { throw stage; }
    };
    awaiter final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::printf("unhandled "); }
  };
  std::coroutine_handle<promise_type> h;
};

static co body(int n) {
  local l;
  co_await std::suspend_always{};
  if (n % 2)
    throw n;
}

int main() {
  std::set_terminate([] {
    std::printf("terminate at stage %d\n", stage);
    std::fflush(stdout);
    std::_Exit(40 + stage);
  });
  for (int i = 0; i < 5; i++) {
    co c = body(i);
    try {
      while (!c.h.done())
        c.h.resume();
    } catch (int e) {
      std::printf("never reached %d\n", e);
    }
    std::printf("stage %d\n", stage);
    c.h.destroy();
  }
  return 1;
}
