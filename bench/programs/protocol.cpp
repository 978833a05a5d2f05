// A parser of a byte protocol: each byte is sent into the coroutine, which awaits it.
#include "library.h"
struct parser {
  struct promise_type {
    unsigned char in;
    unsigned long out = 0;
    int msgs = 0;
    parser get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    struct byte {};
    struct aw {
      promise_type &p;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      unsigned char await_resume() { return p.in; }
    };
    aw await_transform(byte) { return {*this}; }
    struct em {
      unsigned long v;
    };
    struct ae {
      bool await_ready() { return true; }
      void await_suspend(std::coroutine_handle<>) {}
      void await_resume() {}
    };
    ae await_transform(em e) {
      out = out * 31 + e.v;
      ++msgs;
      return {};
    }
  };
  std::coroutine_handle<promise_type> h;
  void feed(unsigned char c) {
    h.promise().in = c;
    h.resume();
  }
  ~parser() { h.destroy(); }
};
using B = parser::promise_type::byte;
using E = parser::promise_type::em;
parser parse() {
  for (;;) {
    unsigned char c;
    do c = co_await B{};
    while (c != 0x7e);
    unsigned len = co_await B{};
    len |= (co_await B{} & 3) << 8;
    unsigned long h = 5381;
    for (unsigned i = 0; i < len; ++i) {
      c = co_await B{};
      if (c == 0x7d) c = (co_await B{}) ^ 0x20;
      h = h * 33 + c;
    }
    unsigned char ck = co_await B{};
    if (ck == (unsigned char)h) co_await E{h};
    else co_await E{1};
  }
}
int main() {
  auto p = parse();
  unsigned x = 3;
  for (int i = 0; i < 24000000; ++i) {
    x = x * 1664525 + 1013904223;
    unsigned char c = x >> 24;
    p.feed(i % 64 == 0 ? 0x7e : c);
  }
  finish(p.h.promise().out + p.h.promise().msgs);
}
