// An awaiter keeps its own address in a queue, and is gone when the queue is read.
#include "task.h"

struct ready;
ready *queue;

struct ready {
  std::coroutine_handle<> waiting;
  int value = 0;
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept {
    waiting = h;
    queue = this;
  }
  int await_resume() noexcept { return value; }
};

task reader() { co_return co_await ready{}; }

int main() {
  task t = reader();
  t.frame.resume();
  queue->waiting.resume(); // the coroutine goes on, and its awaiter ends
  queue->value = 7;        // too late
  return t.frame.promise().result;
}
