// A round-robin scheduler: tasks that yield their turn, sleep for rounds,
// spawn others and wait for them to end.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <deque>
#include <utility>

struct scheduler {
  std::deque<std::pair<std::coroutine_handle<>, int>> ready;
  int round = 0;
  void post(std::coroutine_handle<> h, int delay = 0) { ready.push_back({h, delay}); }
  void run() {
    while (!ready.empty()) {
      std::size_t n = ready.size();
      while (n--) {
        auto [h, delay] = ready.front();
        ready.pop_front();
        if (delay > 0)
          post(h, delay - 1);
        else
          h.resume();
      }
      round++;
    }
  }
};
static scheduler sched;

struct fiber {
  struct promise_type {
    std::coroutine_handle<> waiter;
    bool *finished = nullptr;
    fiber get_return_object() {
      auto h = std::coroutine_handle<promise_type>::from_promise(*this);
      sched.post(h);
      return {h};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    // A fiber destroys itself at its end, after it woke who waits for it.
    std::suspend_never final_suspend() noexcept {
      if (waiter)
        sched.post(waiter);
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> w) { h.promise().waiter = w; }
  void await_resume() {}
};

struct pass {
  int delay;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { sched.post(h, delay); }
  int await_resume() { return sched.round; }
};

static fiber worker(char name, int steps, int delay) {
  for (int i = 0; i < steps; i++) {
    int before = sched.round;
    int now = co_await pass{delay};
    std::printf("%c%d@%d+%d ", name, i, now, now - before);
  }
}

static fiber parent(int children) {
  for (int i = 0; i < children; i++) {
    fiber child = worker(static_cast<char>('p' + i), i + 1, i);
    co_await child;
    std::printf("(child %d done @%d) ", i, sched.round);
  }
}

int main() {
  worker('a', 5, 0);
  worker('b', 3, 2);
  parent(4);
  worker('c', 1, 7);
  sched.run();
  std::printf("\nrounds %d\n", sched.round);
}
