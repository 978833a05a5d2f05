// A generator that yields references to its variables, with iterators, as std::generator does.
#include "coro.h"
#include <iterator>

struct point { double x, y; };

template <class T> struct references {
  struct promise_type {
    T *value;
    references get_return_object() { return references{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T &v) { value = &v; return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  struct iterator {
    std::coroutine_handle<promise_type> h;
    iterator &operator++() { h.resume(); return *this; }
    T &operator*() const { return *h.promise().value; }
    bool operator==(std::default_sentinel_t) const { return h.done(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit references(std::coroutine_handle<promise_type> h) : h(h) {}
  references(references &&r) : h(std::exchange(r.h, nullptr)) {}
  ~references() { if (h) h.destroy(); }
  iterator begin() { h.resume(); return {h}; }
  std::default_sentinel_t end() { return {}; }
};

references<point> spiral(int steps, double turn) {
  point p{1, 0};
  for (int i = 0; i < steps; i++) {
    co_yield p;
    p = {p.x * 0.5 - p.y * turn, p.x * turn + p.y * 0.5};
  }
}
int main() {
  double sum = 0;
  for (int round = 0; round < 2000; round++)
    for (point &p : spiral(10000, 0.5 + round % 7 * 0.03125)) {
      p.x += 0.125;
      sum += p.y;
    }
  finish(long(sum * 16));
}
