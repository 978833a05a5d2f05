// Destructors that throw: of a local at its scope's end, of a temporary in an
// awaited expression, of a local on return, with other cleanups around them.
#include "coro_lib.h"

struct bomb {
  int id;
  bool armed;
  bomb(int i, bool a) : id(i), armed(a) {}
  bomb(const bomb &) = delete;
  ~bomb() noexcept(false) {
    std::printf("~bomb%d ", id);
    if (armed)
      throw id;
  }
};

struct pause {
  static inline std::coroutine_handle<> waiting;
  const bomb &b;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { waiting = h; }
  int await_resume() { return b.id; }
};

static lib::task<int> work(int armed) {
  lib::counted outer("outer");
  int sum = 0;
  try {
    lib::counted inner("inner");
    {
      bomb scope(1, armed == 1);
      lib::counted after("after");
      sum += co_await pause{scope};
    }
    sum += co_await pause{bomb(2, armed == 2)};
    std::printf("[between] ");
    sum += co_await pause{bomb(3, armed == 3)} + co_await pause{bomb(4, armed == 4)};
  } catch (int e) {
    sum += e * 100;
  }
  bomb last(5, armed == 5);
  lib::counted final_one("final");
  co_await pause{last};
  co_return sum;
}

int main() {
  for (int armed = 0; armed < 7; armed++) {
    auto t = work(armed);
    t.start();
    int resumes = 0;
    while (!t.done()) {
      pause::waiting.resume();
      resumes++;
    }
    try {
      int sum = t.get();
      std::printf("= %d after %d\n", sum, resumes);
    } catch (int e) {
      std::printf("threw %d after %d\n", e, resumes);
    }
  }
  std::printf("alive %d\n", lib::counted::alive);
}
