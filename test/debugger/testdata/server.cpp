// A server with 1,000 suspended coroutines: 333 sessions, each of which waits for a request, which
// waits for a read, which waits for data that never comes; and one timer that waits by itself.
// Everything is suspended when `stopped` is called.
#include "task.h"
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

std::vector<std::coroutine_handle<>> waiting; // for data

struct data {
  int socket;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { waiting.push_back(h); }
  int await_resume() { return std::rand(); }
};

__attribute__((noinline)) void use(const char *what, long n) { std::fprintf(stderr, "%s %ld\n", what, n); }

task<int> read_some(int socket, int length) {
  int got = 0;
  while (got < length) {
    int n = co_await data{socket};
    got += n;
    use("read", got);
  }
  co_return got;
}

task<long> handle_request(int socket, int number) {
  long checksum = 1000L * number + socket;
  int length = 64 + number;
  int got = co_await read_some(socket, length);
  use("request", checksum + got + length);
  co_return checksum;
}

task<int> session(int socket) {
  int requests = 0;
  for (;; requests++) {
    long sum = co_await handle_request(socket, requests + 7);
    use("session", sum + socket);
    if (sum < 0)
      break;
  }
  co_return requests;
}

task<int> timer(double seconds) {
  double left = seconds;
  while (left > 0) {
    int n = co_await data{-1};
    left -= n;
    use("timer", static_cast<long>(left + seconds));
  }
  co_return 0;
}

std::coroutine_handle<> sample; // the read of the session with socket 42

extern "C" __attribute__((noinline)) void stopped() { asm volatile("" ::: "memory"); }

int main() {
  std::vector<task<int>> all;
  for (int socket = 0; socket < 333; socket++) {
    all.push_back(session(socket));
    all.back().h.resume();
    if (socket == 42)
      sample = waiting.back();
  }
  all.push_back(timer(2.5));
  all.back().h.resume();
  stopped();
  std::printf("%zu\n", waiting.size());
}
