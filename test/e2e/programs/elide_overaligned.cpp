// Frames with locals of greater alignment, with large arrays and with a promise
// that is aligned, used and ended in one function: a frame in the caller has to
// be placed as well as one on the heap.
// E2E: -fcoro-aligned-allocation
#include "coro_lib.h"
#include <cstdint>

using lib::generator;

struct alignas(64) line {
  unsigned words[16];
  unsigned sum() const {
    unsigned s = 0;
    for (unsigned w : words)
      s += w;
    return s;
  }
};

static bool aligned(const void *p, std::uintptr_t a) { return reinterpret_cast<std::uintptr_t>(p) % a == 0; }

static generator<unsigned> lines(unsigned seed) {
  line l;
  for (unsigned i = 0; i < 16; i++)
    l.words[i] = seed + i;
  while (seed++ < 5) {
    co_yield aligned(&l, alignof(line)) ? l.sum() : 0;
    l.words[seed] *= 2;
  }
}

struct alignas(32) wide {
  struct promise_type {
    alignas(32) unsigned char bytes[32] = {};
    wide get_return_object() { return wide{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(unsigned char v) noexcept {
      for (auto &b : bytes)
        b = static_cast<unsigned char>(b + v++);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit wide(std::coroutine_handle<promise_type> h) : h(h) {}
  wide(const wide &) = delete;
  ~wide() { h.destroy(); }
};

static wide waves(int n) {
  for (int i = 0; i < n; i++)
    co_yield static_cast<unsigned char>(i * 3);
}

static generator<int> sieve() {
  bool composite[3000] = {};
  for (int i = 2; i < 3000; i++) {
    if (composite[i])
      continue;
    co_yield i;
    for (int j = 2 * i; j < 3000; j += i)
      composite[j] = true;
  }
}

int main() {
  auto l = lines(2);
  while (l.next())
    std::printf("%u ", l.value());
  std::printf("\n");
  for (int n = 1; n < 4; n++) {
    wide w = waves(n);
    while (!w.h.done())
      w.h.resume();
    std::printf("%d: %d %d %d\n", n, w.h.promise().bytes[0], w.h.promise().bytes[31], aligned(&w.h.promise(), 32));
  }
  int primes = 0, last = 0;
  for (auto g = sieve(); g.next(); primes++)
    last = g.value();
  std::printf("primes %d last %d\n", primes, last);
}
