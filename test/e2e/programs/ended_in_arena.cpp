// A coroutine that ran to its end in the ramp, and whose memory belongs to its caller: operator delete
// does nothing. The caller looks at the handle later. That is undefined, but works with clang, and a
// public library does it. So the frame stays in the memory.
#include <coroutine>
#include <cstdio>
#include <cstddef>
struct state {
  alignas(16) char buffer[4096];
  std::size_t used = 0;
  int users = 0;
  void *take(std::size_t n) { void *p = buffer + used; used += (n + 15) & ~std::size_t(15); return p; }
};
struct forked {
  struct promise_type {
    state *of;
    promise_type(state &s, int &) : of(&s) { ++s.users; }
    ~promise_type() { if (of) --of->users; }
    static void *operator new(std::size_t n, state &s, int) { return s.take(n); }
    static void operator delete(void *) noexcept {} // the memory belongs to the state
    forked get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    struct last {
      promise_type *self;
      bool await_ready() noexcept { return self->of->users != 1; }
      void await_suspend(std::coroutine_handle<promise_type> h) noexcept { h.destroy(); }
      void await_resume() noexcept {}
    };
    last final_suspend() noexcept { return {this}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
static forked work(state &s, int n) {
  s.buffer[4095] = n;
  co_return;
}
struct waiter {
  state s;
  forked last{};
  __attribute__((noinline)) bool ready(int n) {
    last = work(s, n);
    return last.h.done();
  }
};
__attribute__((noinline)) int burn(int n) { volatile char c[600]; for (int i = 0; i < 600; ++i) c[i] = 1; return c[n]; }
int main() {
  waiter w;
  bool r = w.ready(3);
  burn(5);
  std::printf("%d %d %d %d\n", r, w.last.h.done(), w.s.users, w.s.used > 0);
}
