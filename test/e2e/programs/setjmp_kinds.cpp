// setjmp in coroutines: in a loop, in front of a suspend, behind one, with objects of which lives end between the two returns, and by its other names.
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
__attribute__((noinline)) static int id(int x) {
  asm volatile("" : "+r"(x));
  return x;
}
__attribute__((noinline)) static void fill(int *p, int n, int x) {
  for (int k = 0; k < n; k++) p[k] = x + k;
}
__attribute__((noinline)) static int sum(const int *p, int n) {
  int s = 0;
  for (int k = 0; k < n; k++) s += p[k];
  return s;
}
static jmp_buf jb;
static sigjmp_buf sb;
__attribute__((noinline)) static void leave(int k) {
  if (k) longjmp(jb, k);
}
// An object that only the second return reads, and others that live only up to the jump.
static gen objects(int k) {
  int a[8];
  fill(a, 8, id(k));
  co_yield 1;
  if (int r = setjmp(jb)) {
    printf("objects %d %d\n", r, sum(a, 8));
  } else {
    {
      int b[8];
      fill(b, 8, 100);
      leave(id(k) == 3 ? 7 : 0);
      co_yield sum(b, 8);
    }
    int c[8];
    fill(c, 8, 200);
    co_yield sum(c, 8);
    printf("objects %d\n", sum(c, 8));
  }
}
// The buffer is set anew in each round.
static gen rounds(int n) {
  for (int k = 0; k < n; k++) {
    long a = id(k) * 5;
    co_yield k;
    if (_setjmp(jb) == 0) {
      long b = id(k) * 7, c = id(k) * 11;
      if (k & 1) leave(1);
      co_yield 2;
      printf("%ld %ld\n", b, c);
    } else {
      co_yield 3;
      printf("back %ld\n", a);
    }
  }
}
static gen signals(int k) {
  long a = id(k) * 3, b = id(k) * 4;
  co_yield 1;
  if (sigsetjmp(sb, 0) == 0) {
    long c = id(100), d = id(200);
    co_yield 2;
    printf("%ld %ld\n", c, d);
  }
  if (sigsetjmp(sb, 0) == 0) {
    long c = id(100), d = id(200);
    if (id(k) == 3) siglongjmp(sb, 1);
    co_yield 3;
    printf("%ld %ld\n", c, d);
  } else {
    printf("signal %ld %ld\n", a, b);
  }
}
static void run(gen g) {
  while (!g.h.done()) g.h.resume();
  g.h.destroy();
}
int main() {
  for (int k = 3; k <= 4; k++) run(objects(k)), run(signals(k));
  run(rounds(4));
}
