// The program of docs/tour.md. It prints how many digits some numbers have, and how many heap allocations that took.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

static int allocations;
void *operator new(std::size_t n) { ++allocations; return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }

struct task {
  struct promise_type {
    int result = 0;
    std::coroutine_handle<> waiting;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(int r) { result = r; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&) = delete;
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  int await_resume() { return h.promise().result; }
  std::coroutine_handle<promise_type> release() { return std::exchange(h, nullptr); }
};

// An event: main resumes who waits for it.
struct event {
  static inline std::coroutine_handle<> waiting;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { waiting = h; }
  void await_resume() {}
};

// How a number is written. Other code may replace it.
int decimal(char *text, std::size_t size, int n) { return std::snprintf(text, size, "%d", n); }
int (*spell)(char *text, std::size_t size, int n) = decimal;

task digits(int n) {
  char text[200];
  spell(text, sizeof text, n);
  int length = std::strlen(text);
  co_await event{};
  co_return length;
}

task total(int from, int to) {
  int sum = 0;
  for (int n = from; n <= to; n *= 10) {
    task t = digits(n);
    sum += co_await t;
  }
  co_return sum;
}

std::coroutine_handle<task::promise_type> job;

void start(int from, int to) {
  task t = total(from, to);
  t.h.promise().waiting = std::noop_coroutine();
  t.h.resume();
  job = t.release();
}

int main() {
  start(1, 100000);
  while (!job.done())
    event::waiting.resume();
  std::printf("%d digits, %d allocations\n", job.promise().result, allocations);
  job.destroy();
}
