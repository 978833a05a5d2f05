// volatile locals, unions, atomics and inline assembly in a coroutine: memory
// operations that no pass may merge, move or drop around suspends.
// E2E: clang14
#include "coro_lib.h"
#include <atomic>
#include <cstdint>
#include <cstring>

union number {
  std::uint32_t u;
  std::int32_t s;
  float f;
  unsigned char bytes[4];
};

static lib::generator<unsigned> convert(int n) {
  number v;
  v.u = 0x3f800000u;
  for (int i = 0; i < n; i++) {
    co_yield v.u;
    float f;
    std::memcpy(&f, &v.u, sizeof f);
    v.f = f * 1.5f + static_cast<float>(i);
    co_yield static_cast<unsigned>(v.f * 16);
    std::uint32_t bits;
    std::memcpy(&bits, &v.f, sizeof bits);
    v.u = bits ^ 1u;
  }
}

static lib::generator<int> volatiles(int n) {
  volatile int counter = 0;
  volatile int *p = &counter;
  const volatile int fixed = n;
  for (int i = 0; i < fixed; i++) {
    counter = counter + 1;
    int seen = *p;
    co_yield counter * 10 + seen;
    *p = seen + counter;
  }
}

static lib::generator<long> atomics(int n) {
  std::atomic<long> a{1};
  std::atomic<bool> flag{false};
  alignas(8) long plain = 5;
  for (int i = 0; i < n; i++) {
    long old = a.fetch_add(i + 1);
    co_yield old * 2 + flag.exchange(i % 2 == 0);
    long expected = old + i + 1;
    bool swapped = a.compare_exchange_strong(expected, old ^ 0x55);
    co_yield a.load() + swapped * 1000;
    std::atomic_ref<long>(plain).fetch_sub(old, std::memory_order_relaxed);
    co_yield plain;
  }
}

static lib::generator<unsigned> barriers(unsigned x) {
  for (int i = 0; i < 4; i++) {
    unsigned hidden = x;
    asm volatile("" : "+r"(hidden));
    co_yield hidden + x;
    asm volatile("" : "+m"(hidden) : : "memory");
    x = x * 5 + hidden;
  }
}

int main() {
  for (unsigned v : convert(6))
    std::printf("%u ", v);
  std::printf("\n");
  for (int v : volatiles(7))
    std::printf("%d ", v);
  std::printf("\n");
  for (long v : atomics(4))
    std::printf("%ld ", v);
  std::printf("\n");
  for (unsigned v : barriers(3))
    std::printf("%u ", v);
  std::printf("\n");
}
