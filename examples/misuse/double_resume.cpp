// Two timers wake the same coroutine.
#include "task.h"

std::coroutine_handle<> timers[2];

struct either {
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { timers[0] = timers[1] = h; }
  void await_resume() noexcept {}
};

task wait() {
  co_await either{};
  co_return 1;
}

int main() {
  task t = wait();
  t.frame.resume();
  for (auto timer : timers) timer.resume(); // the second one finds the coroutine at its final suspend point
  return t.frame.promise().result;
}
