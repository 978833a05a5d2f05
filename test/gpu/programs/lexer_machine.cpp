// A lexer that is pushed a character at a time, as a coroutine and as a state machine written by hand; the
// kernel runs both over the same text.
// GPU: local
#include "device.h"

namespace {
struct Counts {
  u32 words = 0, numbers = 0, other = 0, sum = 0;
  bool operator==(const Counts &c) const {
    return words == c.words && numbers == c.numbers && other == c.other && sum == c.sum;
  }
};

struct Lexer {
  struct promise_type {
    char next = 0;
    Lexer get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  void push(char c) {
    handle.promise().next = c;
    handle.resume();
  }
};

struct Next {
  std::coroutine_handle<Lexer::promise_type> handle;
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<Lexer::promise_type> h) noexcept { handle = h; }
  char await_resume() noexcept { return handle.promise().next; }
};

struct Machine {
  Counts counts;
  u32 state = 0, value = 0;
  void push(char c) {
    bool letter = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (state == 1 && !letter && !digit)
      state = 0;
    if (state == 2) {
      if (digit) {
        value = value * 10 + u32(c - '0');
        return;
      }
      counts.sum += value;
      state = 0;
    }
    if (state == 0) {
      if (letter) {
        counts.words++;
        state = 1;
      } else if (digit) {
        counts.numbers++;
        value = u32(c - '0');
        state = 2;
      } else if (c != ' ') {
        counts.other++;
      }
    }
  }
};
} // namespace

static Lexer lexer(Counts &counts) {
  char c = co_await Next{};
  for (;;) {
    if (c >= 'a' && c <= 'z') {
      counts.words++;
      while ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
        c = co_await Next{};
    } else if (c >= '0' && c <= '9') {
      counts.numbers++;
      u32 value = 0;
      for (; c >= '0' && c <= '9'; c = co_await Next{})
        value = value * 10 + u32(c - '0');
      counts.sum += value;
    } else {
      if (c != ' ')
        counts.other++;
      c = co_await Next{};
    }
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Counts counts;
  Machine machine;
  Lexer l = lexer(counts);
  for (u32 i = 0; i < 200; i++) {
    u32 r = mix(in[t], i);
    char c = r % 8 == 0 ? ' ' : r % 8 < 4 ? char('a' + r / 8 % 26) : r % 8 < 7 ? char('0' + r / 8 % 10) : '+';
    l.push(c);
    machine.push(c);
  }
  l.handle.destroy();
  out[t] = counts == machine.counts ? mix(counts.words * 64 + counts.numbers, counts.sum) : 0;
}
