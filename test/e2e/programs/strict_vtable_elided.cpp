// An elided frame in a loop into which the part was inlined: its addresses stand for memory before an object is constructed as well.
// E2E: -fstrict-vtable-pointers
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
struct Base { int n[8]; virtual int get() { return n[0]; } virtual void set(int k) { for (int &x : n) x = k; } };
struct Der : Base { int m[8]; int get() override { return n[0] + m[3]; } void set(int k) override { for (int &x : n) x = k; for (int &x : m) x = 2 * k; } };
__attribute__((noinline)) static int id(int x) { return x; }
task f(int k) {
  Der d; d.set(k);
  Base *p = &d;
  co_await std::suspend_always{};
  printf("%d\n", p->get());
  d.set(k + 5);
  long b = id(1), c = id(2), e = id(3);
  co_await std::suspend_always{};
  printf("%d %ld %ld %ld\n", p->get(), b, c, e);
  { alignas(Der) char buf[sizeof(Der)]; auto *q = new (buf) Der; q->set(id(7)); auto *r = std::launder(reinterpret_cast<Der *>(buf));
    co_await std::suspend_always{}; printf("%d\n", r->get()); }
  { int z[16]; for (int i = 0; i < 16; i++) z[i] = id(i); co_await std::suspend_always{}; int s = 0; for (int x : z) s += x; printf("%d %d\n", s, p->get()); }
}
static int driver() { task t = f(3); while (!t.h.done()) t.h.resume(); t.h.destroy(); return 0; }
int main() { return driver(); }
