// Detached coroutines that end themselves: started at once or by a queue, after
// the function that made them is gone, and one that destroys its frame while it
// is suspended. Nobody destroys them where they are made.
#include "coro_lib.h"

using lib::counted;

static std::coroutine_handle<> queue[16];
static int queued;

struct later {
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { queue[queued++] = h; }
  void await_resume() noexcept {}
};

struct end_me {
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { h.destroy(); }
  void await_resume() noexcept {}
};

struct detached {
  struct promise_type {
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

static detached say(const char *name, int times) {
  counted c(name);
  int history[6] = {};
  for (int i = 0; i < times; i++) {
    co_await later{};
    history[i % 6] += 1 + i;
    std::printf("%s %d ", name, history[i % 6]);
  }
}

static detached ends_itself(const char *name) {
  counted c(name);
  co_await later{};
  std::printf("ending ");
  co_await end_me{};
  std::printf("not reached ");
}

[[gnu::noinline]] static void start_all() {
  say("one", 1);
  for (int i = 0; i < 3; i++)
    say(i % 2 ? "odd" : "even", 2);
  say("none", 0);
  ends_itself("self");
}

[[gnu::noinline]] static int drain() {
  volatile unsigned char stack[1500];
  for (auto &b : stack)
    b = 0xa5;
  int rounds = 0;
  while (queued > 0) {
    int n = std::exchange(queued, 0);
    std::coroutine_handle<> ready[16];
    for (int i = 0; i < n; i++)
      ready[i] = queue[i];
    for (int i = 0; i < n; i++)
      ready[i].resume();
    rounds++;
    std::printf("| ");
  }
  return rounds + (stack[3] != 0xa5);
}

int main() {
  start_all();
  std::printf("started, alive %d\n", counted::alive);
  int rounds = drain();
  std::printf("rounds %d alive %d\n", rounds, counted::alive);
}
