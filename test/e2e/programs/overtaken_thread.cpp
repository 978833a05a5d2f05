// Another thread resumes the coroutine while await_suspend still uses the awaiter.
// E2E: threads
#include <atomic>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <chrono>
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
static std::atomic<bool> there;
__attribute__((noinline)) static void on_thread(std::coroutine_handle<> h) { std::thread([h] { h.resume(); there = true; }).detach(); }
struct Hop {
  int hops = 0;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    on_thread(h);
    while (!there) std::this_thread::sleep_for(std::chrono::milliseconds(1)); // as a slow thread would
    hops++;
  }
  int await_resume() { return hops; }
};
__attribute__((noinline)) static long id(long x) { asm volatile("" : "+r"(x)); return x; }
task f() {
  Hop hop;
  long r = co_await hop;
  long a = id(10), b = id(20), c = id(30);
  co_await std::suspend_always{};
  printf("%ld: %ld %ld %ld\n", r, a, b, c);
}
int main() { task t = f(); t.h.resume(); t.h.destroy(); }
