// Coroutines that a vector holds, half of which are destroyed, and one that only the kernel holds, for
// test/debugger. It prints those that live, and its comments name the lines. Its argument is their number. It
// ends when its input does.
#include "task.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/epoll.h>
#include <unistd.h>
#include <vector>

struct nothing {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() {}
};
struct input {
  int epoll;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.ptr = h.address();
    epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &e);
  }
  void await_resume() {}
};

volatile int sink;
__attribute__((noinline)) task<int> worker(int n) {
  co_await nothing{}; // worker
  sink = n;
  co_return n;
}
__attribute__((noinline)) task<int> reader(int epoll) {
  co_await input{epoll}; // reader
  sink = epoll;
  co_return epoll;
}

std::vector<task<int>> all;

__attribute__((noinline)) void begin(int n) {
  all.reserve(n);
  for (int k = 0; k < n; k++) {
    all.push_back(worker(k));
    all.back().h.resume();
  }
  for (int k = 0; k < n; k += 2)
    std::exchange(all[k].h, nullptr).destroy();
  task<int> r = reader(epoll_create1(0));
  r.h.resume();
  r.h = nullptr;
}
__attribute__((noinline)) void wipe() { // what calls left on the stack
  char old[1 << 15];
  std::memset(old, 0, sizeof old);
  asm volatile("" : : "r"(old) : "memory");
}

int main(int, char **argv) {
  int n = std::atoi(argv[1]);
  begin(n);
  wipe();
  std::printf("worker %d\nreader 1\nready\n", n / 2);
  std::fflush(stdout);
  char c;
  return read(0, &c, 1) > 0;
}
