// A branch on a flag that other branches set, behind a load and a select on that flag: jump threading copies the block, and the values that are used
// behind it come from both copies. Once all edges are threaded, once some.
#include <coroutine>
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
  ~gen() { if (h) h.destroy(); }
  bool next() { h.resume(); return !h.done(); }
};
gen counter(int n) { for (int i = 0; i < n; i++) co_yield i; }
int summed(int a, int b, int *q, int *r) {
  gen g = counter(a);
  int sum = 0;
  while (g.next()) {
    bool small;
    if (g.h.promise().v < b) {
      *r += 1;
      small = true;
    } else {
      *r += 2;
      small = false;
    }
    int x = *q;
    int s = small ? x : 0;
    sum += s;
    if (small) *q += 5; else *q += 6;
  }
  return sum;
}
int stored(int a, int b, int *q, int *r) {
  gen g = counter(a);
  int sum = 0;
  while (g.next()) {
    bool p = g.h.promise().v > 1 || *r < b;
    int x = *q;
    int s = p ? x : 0;
    *r = s;
    if (p) *q += 5; else *q += 6;
    sum += *q;
  }
  return sum;
}
int main() {
  int q = 3, r = 1;
  int s = summed(5, 3, &q, &r);
  std::printf("%d %d %d\n", s, q, r);
  q = 3, r = 1;
  s = stored(5, 10, &q, &r);
  std::printf("%d %d %d\n", s, q, r);
}
