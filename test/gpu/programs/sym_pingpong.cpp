// Two coroutines that hand control to each other 4000 times without a scheduler between them.
// GPU: local symmetric deep
#include "device.h"

namespace {
struct Player {
  struct promise_type {
    Player get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

struct Table {
  std::coroutine_handle<> other[2];
  u32 ball;
  u32 left;
};

struct PassTo {
  std::coroutine_handle<> next;
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept { return next; }
  void await_resume() noexcept {}
};
} // namespace

static Player player(Table &table, u32 me) {
  while (table.left != 0) {
    table.left--;
    table.ball = mix(table.ball, me);
    co_await PassTo{table.other[me]};
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Table table{{}, in[t], 4000};
  Player a = player(table, 0), b = player(table, 1);
  table.other[0] = b.handle;
  table.other[1] = a.handle;
  a.handle.resume();
  a.handle.destroy();
  b.handle.destroy();
  out[t] = table.ball;
}
