// await_suspend resumes its coroutine at once and then writes to the awaiter, a local variable, all of it.
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
struct A {
  int n = 0; int pad[16];
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { n = 1; for (int &x : pad) x = 1; h.resume(); n = 99; for (int &x : pad) x = 99; }
  int await_resume() { return n + pad[3]; }
};
extern int (*volatile rnd)(int);
static int rnd_(int x) { return x * 3; }
int (*volatile rnd)(int) = rnd_;
task f() {
  A a;
  int r = co_await a;
  int b[17];
  for (int i = 0; i < 17; i++) b[i] = rnd(i);
  co_await std::suspend_always{};
  unsigned s = 0;
  for (int i = 0; i < 17; i++) s = s * 31 + b[i];
  printf("%d %u\n", r, s);
  co_return;
}
task g() {
  int r;
  A a;
  r = co_await a;
  long b = rnd(r), c = rnd(r + 1), d = rnd(r + 2), e = rnd(r + 3);
  co_await std::suspend_always{};
  printf("%d %ld %ld %ld %ld\n", r, b, c, d, e);
}
int main() { task t = f(); t.h.resume(); t.h.destroy(); task u = g(); u.h.resume(); u.h.destroy(); }
