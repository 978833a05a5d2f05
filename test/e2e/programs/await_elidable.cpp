// [[clang::coro_await_elidable]] on the task type where clang has it: a child
// awaited at once may live in its parent's frame, with the same behaviour.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

#if __has_cpp_attribute(clang::coro_await_elidable)
#define ELIDABLE [[clang::coro_await_elidable]]
#else
#define ELIDABLE
#endif

static int alive;

struct tracked {
  int v;
  explicit tracked(int v) : v(v) { alive++; }
  tracked(const tracked &o) : v(o.v) { alive++; }
  ~tracked() { alive--; }
};

struct ELIDABLE task {
  struct promise_type {
    std::coroutine_handle<> caller = std::noop_coroutine();
    std::exception_ptr error;
    int value = 0;
    task get_return_object() {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().caller;
      }
      void await_resume() noexcept {}
    };
    back final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h)
      h.destroy();
  }
  bool await_ready() { return false; }
  auto await_suspend(std::coroutine_handle<> caller) {
    h.promise().caller = caller;
    return h;
  }
  int await_resume() {
    if (h.promise().error)
      std::rethrow_exception(h.promise().error);
    return h.promise().value;
  }
};

static task leaf(tracked t, int n) {
  tracked mine(t.v * n);
  if (n == 13)
    throw mine.v;
  co_return mine.v + 1;
}

static task middle(int n) {
  tracked t(n);
  int first = co_await leaf(t, n);
  int second = co_await leaf(tracked(first), n + 1);
  co_return first + second + t.v;
}

static task root(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    try {
      sum += co_await middle(i);
    } catch (int e) {
      std::printf("caught %d at %d, alive %d\n", e, i, alive);
    }
  }
  co_return sum;
}

int main() {
  {
    task t = root(16);
    t.h.resume();
    std::printf("sum %d alive %d\n", t.await_resume(), alive);
  }
  {
    task never_started = root(3);
    std::printf("done %d\n", never_started.h.done());
  }
  std::printf("alive %d\n", alive);
}
