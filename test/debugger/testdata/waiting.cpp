// A program whose coroutines all wait, for test/debugger. It prints who waits for whom, and its
// comments name the lines at which they are suspended. Its arguments are the number of sessions, and
// "busy" if they are resumed all the time; then also after how many rounds it ends and prints its
// processor time. It ends when its input does, with a core file if the argument is "dump"; a line of input
// starts five more sessions.
#include "task.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <unistd.h>
#include <vector>

// The event loop: everything that waits for an event is in this queue.
std::vector<std::coroutine_handle<>> queue;

struct event {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { queue.push_back(h); }
  int await_resume() { return 1; }
};

volatile long sink;

// Chains of three. The inner frames may be part of the outer one.
task<int> read_some(int socket) {
  int got = 0;
  while (got < 1000000000) {
    got += co_await event{}; // read_some
    sink = socket;
  }
  co_return got;
}
task<long> request(int socket) {
  sink = 1;
  co_return co_await read_some(socket); // request
}
task<int> session(int socket) {
  long sum = 0;
  for (;;) {
    sum += co_await request(socket); // session
    sink = sum;
  }
}

// A coroutine that waits for two others. Their promises have a pointer to the awaiter.
struct both;
struct child {
  struct promise_type {
    both *all = nullptr;
    child get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
};
std::vector<child> children;
struct both {
  int first;
  std::coroutine_handle<> parent;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    parent = h;
    for (int k = first; k < first + 2; k++) {
      children[k].h.promise().all = this;
      children[k].h.resume();
    }
  }
  void await_resume() {}
};
__attribute__((noinline)) child fetch(int n) {
  co_await event{}; // fetch
  sink = n;
}
task<int> gather(int n) {
  children = {fetch(n), fetch(n + 1)};
  co_await both{0}; // gather
  sink = n;
  co_return n;
}

// A coroutine that has a generator, and waits for something else.
struct generator {
  struct promise_type {
    int value = 0;
    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
};
__attribute__((noinline)) generator numbers(int n) {
  for (;; n++) {
    co_yield n; // numbers
  }
}
task<int> consumer(int n) {
  generator g = numbers(n);
  for (;;) {
    g.h.resume();
    co_await event{}; // consumer
    sink = g.h.promise().value;
  }
}

// A coroutine that started another one, which would continue it, and waits for a third.
extern std::vector<task<int>> all;
__attribute__((noinline)) task<int> worker(int n) {
  for (;;) {
    co_await event{}; // worker
    sink = n;
  }
}
__attribute__((noinline)) task<int> step(int n) {
  for (;;) {
    co_await event{}; // step
    sink = n;
  }
}
task<int> boss(int n) {
  task<int> w = worker(n);
  w.h.promise().continuation = all.back().h; // of this coroutine
  w.h.resume();
  sink = co_await step(n); // boss
  sink = w.h.promise().value;
  co_return n;
}

// Two coroutines that wait for each other.
std::coroutine_handle<task<int>::promise_type> ping_handle, pong_handle;
struct join {
  std::coroutine_handle<task<int>::promise_type> other;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { other.promise().continuation = h; }
  int await_resume() { return other.promise().value; }
};
task<int> ping(int n) {
  sink = co_await join{pong_handle}; // ping
  co_return n;
}
task<int> pong(int n) {
  sink = co_await join{ping_handle}; // pong
  co_return n;
}

// A coroutine that nobody will resume or destroy.
struct nothing {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() {}
};
task<int> lost(int n) {
  co_await nothing{}; // lost
  sink = n;
  co_return n;
}
void *volatile known;
__attribute__((noinline)) void lose() {
  task<int> t = lost(1);
  known = t.h.address();
  t.h.resume();
  t.h = nullptr;
  known = nullptr;
}
__attribute__((noinline)) void wipe() { // what calls left on the stack
  char old[1 << 15];
  std::memset(old, 0, sizeof old);
  asm volatile("" : : "r"(old) : "memory");
}

std::vector<task<int>> all;

template <class F> __attribute__((noinline)) void start(F coroutine, int n) {
  all.push_back(coroutine(n));
  all.back().h.resume();
}

void print(int sessions) {
  if (sessions > 0)
    std::printf("session;request;read_some %d\n", sessions);
  std::puts("gather;fetch 2\nconsumer 1\nnumbers 1\nboss;step 1\nworker 1\n[ring of 2];ping;pong 1\n[nothing refers to it];lost 1\nready");
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  int sessions = std::atoi(argv[1]);
  bool busy = argc > 2 && !std::strcmp(argv[2], "busy");
  for (int n = 0; n < sessions; n++)
    start(session, n);
  start(gather, 7);
  start(consumer, 3);
  start(boss, 4);
  all.push_back(ping(1));
  all.push_back(pong(2));
  ping_handle = all[all.size() - 2].h;
  pong_handle = all.back().h;
  ping_handle.resume();
  pong_handle.resume();
  lose();
  wipe();
  print(sessions);
  std::fflush(stdout);
  long rounds = argc > 3 ? std::atol(argv[3]) : -1;
  for (pollfd in{0, POLLIN, 0};;) {
    if (rounds-- == 0)
      return !std::printf("%.2f seconds\n", double(std::clock()) / CLOCKS_PER_SEC);
    int n = poll(&in, 1, busy ? 0 : -1);
    char line[80];
    if (n > 0 && read(0, line, sizeof line) <= 0)
      return argc > 2 && !std::strcmp(argv[2], "dump") ? std::abort(), 0 : 0;
    for (int k = 0; n > 0 && k < 5; k++)
      start(session, k);
    if (n > 0) {
      wipe();
      print(sessions += 5);
    }
    if (busy)
      for (auto h : std::exchange(queue, {}))
        h.resume();
  }
}
