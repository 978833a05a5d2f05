// A generator in C++20, for the pipes in the README. It prints the squares 1, 4, 9, 16, 25.
#include <coroutine>
#include <cstdio>
struct gen {
  struct promise_type {
    int value;
    gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  ~gen() { h.destroy(); }
};
gen squares(int n) { for (int i = 1; i <= n; i++) co_yield i * i; }
int main() {
  gen g = squares(5);
  for (g.h.resume(); !g.h.done(); g.h.resume()) std::printf("%d\n", g.h.promise().value);
}
