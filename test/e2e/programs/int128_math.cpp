// __int128 values in the frame and the promise, which are 16-byte aligned:
// factorials, a modular power and a linear generator of 128 bits.
// E2E: wide
#include "coro_lib.h"
#include <cstdint>

using u128 = unsigned __int128;
using i128 = __int128;

static void print(const char *name, u128 v) {
  char text[40], *p = text + sizeof text;
  *--p = 0;
  do
    *--p = static_cast<char>('0' + static_cast<int>(v % 10));
  while (v /= 10);
  std::printf("%s %s\n", name, p);
}

static lib::generator<u128> factorials(int n) {
  u128 f = 1;
  for (int i = 1; i <= n; i++) {
    f *= static_cast<u128>(i);
    co_yield f;
  }
}

static lib::task<u128> power(u128 base, std::uint64_t e, u128 mod) {
  if (e == 0)
    co_return 1;
  char odd = e & 1;
  u128 half = co_await power(base, e / 2, mod);
  u128 square = half * half % mod;
  co_return odd ? square *base % mod : square;
}

static lib::generator<i128> walk(i128 start) {
  bool up = true;
  i128 step = 1;
  for (;;) {
    co_yield start;
    start += up ? step : -step;
    step *= -7;
    up = !up;
  }
}

int main() {
  int i = 0;
  for (u128 f : factorials(33))
    if (++i % 11 == 0)
      print("factorial", f);
  u128 prime = (static_cast<u128>(1) << 61) - 1;
  print("power", lib::run(power(3, 0x123456789abcdefull, prime)));
  print("fermat", lib::run(power(12345678901ull, static_cast<std::uint64_t>(prime - 1), prime)));
  auto w = walk(-5);
  for (i = 0; i < 40 && w.next(); i++)
    if (i % 13 == 0)
      print(w.value() < 0 ? "minus" : "plus",
            static_cast<u128>(w.value() < 0 ? -w.value() : w.value()));
}
