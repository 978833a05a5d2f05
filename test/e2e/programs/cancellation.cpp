// Cancellation: a token that makes awaits throw, and one that destroys the
// whole chain of frames from outside, innermost locals first.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

struct cancelled {};

struct token {
  bool stop = false;
  std::coroutine_handle<> parked = {};
  struct awaiter {
    token &t;
    bool await_ready() { return t.stop; }
    void await_suspend(std::coroutine_handle<> h) { t.parked = h; }
    void await_resume() {
      if (t.stop)
        throw cancelled{};
    }
  };
  awaiter checkpoint() { return {*this}; }
  bool poll() {
    if (!parked)
      return false;
    std::exchange(parked, nullptr).resume();
    return true;
  }
};

static lib::task<int> leaf(token &t, int n) {
  lib::counted c("leaf");
  int sum = 0;
  for (int i = 0; i < n; i++) {
    co_await t.checkpoint();
    sum += i;
  }
  co_return sum;
}

static lib::task<int> middle(token &t, int n) {
  lib::counted c("middle");
  int sum = 0;
  for (int i = 1; i <= n; i++) {
    lib::counted round("round");
    try {
      sum += co_await leaf(t, i);
    } catch (cancelled) {
      std::printf("[cleanup] ");
      if (i == 3)
        throw;
      t.stop = false;
      sum += 1000;
    }
  }
  co_return sum;
}

static lib::task<> root(token &t, int &out) {
  lib::counted c("root");
  try {
    out = co_await middle(t, 3);
  } catch (cancelled) {
    out = -1;
  }
  std::printf("[finishing] ");
}

int main() {
  for (int stop_at : {0, 1, 2, 4, 5, 100}) {
    for (bool destroy : {false, true}) {
      token t;
      int out = -2;
      {
        auto r = root(t, out);
        r.start();
        for (int i = 0; t.parked; i++) {
          if (i == stop_at) {
            if (destroy)
              break;
            t.stop = true;
          }
          t.poll();
        }
        std::printf("| ");
      }
      std::printf("%d %s: %d alive %d\n", stop_at, destroy ? "destroy" : "throw", out,
                  lib::counted::alive);
    }
  }
}
