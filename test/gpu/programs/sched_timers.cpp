// Coroutines that sleep for a number of ticks; a small priority queue decides who goes on.
// GPU: heap
#include "device.h"

namespace {
struct Queue {
  std::coroutine_handle<> waiting[4];
  u32 due[4];
  u32 size = 0;
  u32 now = 0;

  void push(std::coroutine_handle<> h, u32 at) {
    u32 i = size++;
    for (; i > 0 && due[i - 1] < at; i--) {
      due[i] = due[i - 1];
      waiting[i] = waiting[i - 1];
    }
    due[i] = at;
    waiting[i] = h;
  }
  void run() {
    while (size != 0) {
      size--;
      now = due[size];
      waiting[size].resume();
    }
  }
};

struct Sleep {
  Queue &queue;
  u32 ticks;
  bool await_ready() noexcept { return ticks == 0; }
  void await_suspend(std::coroutine_handle<> h) noexcept { queue.push(h, queue.now + ticks); }
  void await_resume() noexcept {}
};

struct Job {
  struct promise_type {
    Job get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
} // namespace

static Job blink(Queue &queue, u32 &trace, u32 id, u32 period) {
  for (u32 i = 0; i < 6; i++) {
    co_await Sleep{queue, period};
    trace = mix(trace, queue.now * 4 + id);
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Queue queue;
  u32 trace = in[t];
  blink(queue, trace, 0, in[t] % 5);
  blink(queue, trace, 1, in[t] % 7 + 1);
  blink(queue, trace, 2, in[t] % 11 + 2);
  queue.run();
  out[t] = trace;
}
