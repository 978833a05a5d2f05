// setjmp in a coroutine: what the second return needs must not lie under what was stored since.
#include <coroutine>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
struct gen {
  struct promise_type {
    int v;
    gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) { v = x; return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
__attribute__((noinline)) static int id(int x) { asm volatile("" : "+r"(x)); return x; }
static jmp_buf jb;
gen f(int k) {
  long a;
  a = id(k) * 3;
  co_yield 1;
  if (setjmp(jb) == 0) {
    long b, c, d;
    b = id(100), c = id(200), d = id(300);
    if (id(k) == 3) longjmp(jb, 1);
    co_yield 2;
    long s = 0;
    s = b + c + d;
    printf("b %ld\n", s);
  } else {
    long s = 0;
    s = a;
    printf("a %ld\n", s);
  }
}
int main() {
  for (int k = 3; k <= 4; k++) {
    gen g = f(k);
    while (!g.h.done()) g.h.resume();
    g.h.destroy();
  }
}
