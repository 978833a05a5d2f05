// A round-robin scheduler over a queue of handles of different coroutines.
#include "device.h"

namespace {
struct Queue {
  std::coroutine_handle<> ring[8];
  u32 head = 0, tail = 0;
  void push(std::coroutine_handle<> h) { ring[tail++ % 8] = h; }
  std::coroutine_handle<> pop() { return ring[head++ % 8]; }
  bool empty() const { return head == tail; }
};

struct Job {
  struct promise_type {
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; } // a job frees itself
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

struct Yield {
  Queue &queue;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { queue.push(h); }
  void await_resume() {}
};
} // namespace

static Job count(Queue &queue, u32 n, u32 &hash) {
  for (u32 i = 0; i < n; i++) {
    hash = mix(hash, i);
    co_await Yield{queue};
  }
}

static Job twice(Queue &queue, u32 x, u32 &hash) {
  hash += x;
  co_await Yield{queue};
  hash = mix(hash, x);
}

extern "C" u32 shape(u32 seed) {
  Queue queue;
  u32 hash = seed;
  queue.push(count(queue, seed % 5, hash).handle);
  queue.push(twice(queue, seed, hash).handle);
  queue.push(count(queue, seed % 3, hash).handle);
  while (!queue.empty())
    queue.pop().resume();
  return hash;
}
