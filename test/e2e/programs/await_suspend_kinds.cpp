// await_suspend that returns void, bool and handles, and each of them when the
// awaiter resumes or destroys the coroutine before it returns.
// E2E: clang14
#include <coroutine>
#include <cstdio>

static int destroyed;

struct co {
  struct promise_type {
    int log = 0;
    ~promise_type() { destroyed++; }
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

struct as_void {
  bool ready;
  bool await_ready() { return ready; }
  void await_suspend(std::coroutine_handle<co::promise_type> h) { h.promise().log |= 1; }
  int await_resume() { return 1; }
};
struct as_bool {
  bool suspend;
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<co::promise_type> h) {
    h.promise().log |= 2;
    return suspend;
  }
  int await_resume() { return 10; }
};
struct as_handle {
  std::coroutine_handle<> to; // null: back to the coroutine itself
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) { return to ? to : h; }
  int await_resume() { return 100; }
};
struct resumes_inside {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { h.resume(); }
  int await_resume() { return 1000; }
};
struct destroys_inside {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { h.destroy(); }
  void await_resume() {}
};

static co side(int *out) {
  for (;;) {
    ++*out;
    co_await std::suspend_always{};
  }
}

static co all(std::coroutine_handle<> other, int *out) {
  for (int i = 0; i < 2; i++) {
    *out += co_await as_void{i == 0};
    *out += co_await as_bool{i == 1};
    *out += co_await as_handle{i ? other : nullptr};
    *out += co_await resumes_inside{};
  }
}

static co ends_itself(int *out) {
  *out += 5;
  co_await destroys_inside{};
  *out += 50;
}

int main() {
  int visits = 0, out = 0;
  co other = side(&visits);
  co a = all(other.h, &out);
  for (int n = 1; !a.h.done(); n++) {
    a.h.resume();
    std::printf("resume %d: out %d log %d visits %d\n", n, out, a.h.promise().log, visits);
  }
  a.h.destroy();
  other.h.destroy();
  co e = ends_itself(&out);
  e.h.resume();
  std::printf("out %d destroyed %d\n", out, destroyed);
}
