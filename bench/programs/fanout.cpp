// A vector of tasks that wait at a gate, joined by a counter.
#include "library.h"
struct latch {
  int n;
  std::coroutine_handle<> w;
  bool await_ready() { return n == 0; }
  void await_suspend(std::coroutine_handle<> h) { w = h; }
  void await_resume() {}
  void hit() {
    if (--n == 0 && w) w.resume();
  }
};
struct det {
  struct promise_type {
    det get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
struct gate {
  std::vector<std::coroutine_handle<>> ws;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { ws.push_back(h); }
  void await_resume() {}
  void open() {
    auto w = std::move(ws);
    ws.clear();
    for (auto h : w) h.resume();
  }
};
task<int> work(gate &g, int i) {
  int a = i * 3;
  co_await g;
  a += i % 7;
  co_await g;
  co_return a;
}
det join(task<int> &t, int &out, latch &l) {
  out = co_await t;
  l.hit();
}
task<long> fan(gate &g, int k) {
  std::vector<task<int>> ts;
  ts.reserve(k);
  std::vector<int> out(k);
  latch l{k, {}};
  for (int i = 0; i < k; ++i) ts.push_back(work(g, i));
  for (int i = 0; i < k; ++i) join(ts[i], out[i], l);
  co_await l;
  co_return std::accumulate(out.begin(), out.end(), 0L);
}
int main() {
  unsigned long s = 0;
  for (int r = 0; r < 12000; ++r) {
    gate g;
    auto t = fan(g, 100);
    t.start();
    g.open();
    g.open();
    s += std::get<1>(t.h.promise().r);
  }
  finish(s);
}
