// The members of a promise, read in the coroutine's body; a coroutine that is a member function, with this.
#include "lib.h"
struct meter {
  struct stream {
    struct promise_type {
      int current = 0;
      int seen = 0;
      double mean = 0;
      promise_type(meter &, int start) : current(start) {}
      stream get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
      std::suspend_always initial_suspend() noexcept { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      std::suspend_always yield_value(int v) {
        ++seen;
        mean = (mean * (seen - 1) + v) / seen;
        current = v;
        return {};
      }
      void return_void() {}
      void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
  };
  int level = 10;
  int limit = 14;
  stream read(int start);
};
__attribute__((noinline)) meter::stream meter::read(int start) {
  STOP;
  while (level < limit) {
    co_yield level + start;
    STOP;
    level += 2;
    start *= 2;
    STOP;
  }
  STOP;
  co_yield start;
  STOP;
}
int main() {
  meter m;
  m.level = opaque(10);
  meter::stream s = m.read(opaque(3));
  while (!s.handle.done())
    s.handle.resume();
  s.handle.destroy();
  return m.level == 0;
}
