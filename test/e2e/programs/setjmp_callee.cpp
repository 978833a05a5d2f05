// setjmp in a coroutine with the buffer in its frame: a callee that is given the buffer jumps back, and so does another coroutine, behind suspends of its own.
// The coroutines are not inlined, so that no frame is elided: clang elides two that a jump may leave alive.
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
struct buffer { jmp_buf jb; };
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
// The callee, and one that it calls, get the buffer by its address.
__attribute__((noinline)) static void back(buffer *b, int k) { longjmp(b->jb, k); }
__attribute__((noinline)) static void deep(buffer &b, int k) {
  int here[4];
  fill(here, 4, k);
  if (sum(here, 4) > 0) back(&b, k);
}
// What was made in front of a suspend is needed behind the second return, and objects of the first are not.
__attribute__((noinline)) static gen called(int k) {
  buffer b;
  int a[6];
  fill(a, 6, id(k));
  long x = id(k) * 3;
  volatile int changed = 1;
  co_yield 1;
  if (int r = setjmp(b.jb)) {
    printf("called %d: %d %ld %d\n", r, sum(a, 6), x, changed);
  } else {
    int c[6];
    fill(c, 6, 100);
    changed = 2;
    if (id(k) & 1) deep(b, 5);
    long y = id(100) + sum(c, 6);
    co_yield 2;
    printf("not called: %ld %d\n", y, changed);
  }
  co_yield 3;
  printf("end %d %ld\n", sum(a, 6), x);
}
// The buffer is used again behind a suspend: setjmp is called anew, for the activation is another.
__attribute__((noinline)) static gen again(int n) {
  buffer b;
  int total = id(n);
  for (volatile int k = 0; k < n; k = k + 1) {
    long x = id(k) * 7;
    co_yield k;
    if (setjmp(b.jb) == 0) {
      int c[3];
      fill(c, 3, k);
      if (k != 1) deep(b, k + 1);
      co_yield sum(c, 3);
      printf("round %d: no jump %d\n", k, sum(c, 3));
    } else {
      printf("round %d: jump %ld %d\n", k, x, total);
    }
  }
}
// A coroutine that jumps out of its third activation, to one that has been running all the time.
__attribute__((noinline)) static gen jumper(buffer *b, int k) {
  int a[5];
  fill(a, 5, k);
  co_yield sum(a, 5);
  co_yield sum(a, 5) + 1;
  back(b, sum(a, 5));
}
__attribute__((noinline)) static gen driven(int k) {
  buffer b;
  int a[5];
  fill(a, 5, id(k) * 2);
  long x = id(k) * 9;
  volatile int rounds = 0;
  co_yield 1;
  if (int r = setjmp(b.jb)) {
    printf("driven %d: %d %ld after %d\n", r, sum(a, 5), x, rounds);
  } else {
    gen g = jumper(&b, k);
    for (;;) {
      long y = id(rounds) + 1000;
      g.h.resume();
      rounds = rounds + 1;
      printf("%d %ld\n", g.h.promise().v, y);
    }
  }
  co_yield 2;
  printf("end %ld\n", x);
}
static void run(gen g) {
  while (!g.h.done()) g.h.resume();
  g.h.destroy();
}
int main() {
  for (int k = 3; k <= 4; k++) run(called(k));
  run(again(4));
  for (int k = 3; k <= 4; k++) run(driven(k));
}
