// Functions that end early when they await an empty optional. They never suspend otherwise.
#include "library.h"
template <class T> struct opt {
  std::optional<T> v;
  opt() = default;
  opt(T t) : v(t) {}
  struct promise_type {
    std::optional<T> *out;
    struct ro {
      promise_type *p;
      std::optional<T> s;
      ro(promise_type *p) : p(p) { p->out = &s; }
      ro(const ro &) = delete;
      operator opt() {
        opt o;
        o.v = s;
        return o;
      }
    };
    ro get_return_object() { return ro(this); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(T t) { *out = t; }
    void unhandled_exception() { throw; }
    struct aw {
      std::optional<T> v;
      bool await_ready() { return v.has_value(); }
      void await_suspend(std::coroutine_handle<> h) { h.destroy(); }
      T await_resume() { return *v; }
    };
    aw await_transform(const opt &o) { return {o.v}; }
  };
};
opt<int> half(int x) {
  if (x & 1) return {};
  return opt<int>(x / 2);
}
opt<int> eighth(int x) {
  int a = co_await half(x);
  int b = co_await half(a);
  co_return co_await half(b);
}
opt<int> sumq(int x) {
  int a = co_await eighth(x);
  int b = co_await eighth(x + 8);
  co_return a + b;
}
int main() {
  unsigned long s = 0;
  for (int i = 0; i < 8000000; ++i) {
    auto o = sumq(i);
    s += o.v ? *o.v : 1;
  }
  finish(s);
}
