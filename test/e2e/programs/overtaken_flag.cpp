// An awaiter that await_resume writes to while its await_suspend still runs, and reads it behind resume().
#include <coroutine>
#include <cstdio>
#include <cstdlib>
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
__attribute__((noinline)) static int rnd(int x) { return x * 3; }
struct A {
  bool resumed = false;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { h.resume(); printf("resumed: %d\n", resumed); }
  void await_resume() { resumed = true; }
};
task f() {
  A a;
  co_await a;
  long b = rnd(10), c = rnd(11);
  co_await std::suspend_always{};
  printf("%ld %ld\n", b, c);
}
int main() { task t = f(); t.h.resume(); t.h.destroy(); }
