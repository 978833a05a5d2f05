// A server with 1,000 suspended coroutines: 333 sessions, each of which waits for a request, which
// waits for a read, which waits for data that never comes; and one timer that waits by itself.
// Everything is suspended when `stopped` is called.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>
#include <vector>

template <class T> struct task {
  struct promise_type {
    T value{};
    std::coroutine_handle<> continuation;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct final_awaiter {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto next = h.promise().continuation;
        return next ? next : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  struct awaiter {
    std::coroutine_handle<promise_type> callee;
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
      callee.promise().continuation = caller;
      return callee;
    }
    T await_resume() { return callee.promise().value; }
  };
  awaiter operator co_await() && { return {h}; }
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h)
      h.destroy();
  }
  std::coroutine_handle<promise_type> h;
};

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
