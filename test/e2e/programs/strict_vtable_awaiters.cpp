// Awaiters with virtual functions, as locals and temporaries, and an object made anew in its place with another type.
// E2E: -fstrict-vtable-pointers
#include "poly_lib.h"
struct AwB { int k; AwB(int k) : k(k) {} virtual bool ready() const { return false; } virtual int res() { return k; }
  bool await_ready() { return ready(); } void await_suspend(std::coroutine_handle<>) {} int await_resume() { return res(); } };
struct AwD : AwB { int pad[4]; AwD(int k) : AwB(k) { for (int &x : pad) x = k; } bool ready() const override { return k % 3 == 0; } int res() override { return k + pad[2]; } };
task f(int n) {
  alignas(16) char buf[sizeof(Oth) > sizeof(Der) ? sizeof(Oth) : sizeof(Der)];
  Base *p = new (buf) Der;
  for (int i = 0; i < n; i++) {
    AwD a(i); AwB *q = &a;
    printf("%d\n", co_await *q);
    printf("%d\n", co_await AwB(i));
    p->set(i);
    printf("%d\n", use(*p));
    p->~Base();
    if (i & 1) p = new (buf) Der; else p = new (buf) Oth;
    printf("%d\n", co_await AwD(i + 1));
    printf("%d\n", use(*p));
  }
  p->~Base();
}
static void drive(int n) { task t = f(n); while (!t.h.done()) t.h.resume(); }
int main() { drive(5); drive(2); }
