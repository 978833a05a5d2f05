// Many values carried around loops with suspends in several places: phis of
// all integer widths, values live on one edge only, and irregular exits.
// E2E: clang14
#include "coro_lib.h"
#include <cstdint>

static lib::generator<std::uint64_t> carry(int n) {
  std::uint8_t a = 1;
  std::int16_t b = -2;
  std::uint32_t c = 3;
  std::int64_t d = -4;
  bool e = false;
  char f = 'f';
  unsigned short g = 60000;
  std::uint64_t h = 8;
  for (int i = 0; i < n; i++) {
    std::uint8_t t = static_cast<std::uint8_t>(a + g);
    a = static_cast<std::uint8_t>(b ^ t);
    b = static_cast<std::int16_t>(b * 3 + static_cast<std::int16_t>(c & 7));
    if (e)
      co_yield h + a;
    c = c * 69069u + static_cast<std::uint32_t>(f);
    f = static_cast<char>('a' + (c >> 8) % 26);
    switch (i % 4) {
    case 0:
      co_yield static_cast<std::uint64_t>(d) ^ c;
      break;
    case 2:
      if (a & 1)
        continue;
      co_yield h ^ g;
      [[fallthrough]];
    default:
      d -= b;
    }
    g = static_cast<unsigned short>(g - 7 * i);
    e = !e ^ (i % 3 == 0);
    h = h << 5 ^ h >> 59 ^ static_cast<std::uint64_t>(d + b);
  }
  co_yield h;
}

static lib::generator<int> nested(int n) {
  int total = 0;
  for (int i = 0, j = n; i < j; i++, j--) {
    int row = i * j;
    for (int k = i; k <= j; k++) {
      int cell = row + k;
      while (cell % 5) {
        if (cell % 3 == 0)
          co_yield cell;
        if (cell > 40)
          goto next_row;
        cell++;
      }
      row += cell;
      if (row > 400)
        break;
    }
    co_yield row;
  next_row:
    total += row;
  }
  co_yield total;
}

// swap and rotate make phis that depend on one another.
static lib::generator<int> rotate(int n) {
  int a = 1, b = 2, c = 3, d = 4;
  while (n--) {
    int t = a;
    a = b;
    b = c;
    c = d;
    d = t + n;
    if (n % 3)
      co_yield a * 1000 + b * 100 + c * 10 + d;
    int s = a;
    a = d;
    d = s;
  }
}

int main() {
  std::uint64_t hash = 1469598103934665603ull;
  int count = 0;
  for (std::uint64_t v : carry(500)) {
    hash = (hash ^ v) * 1099511628211ull;
    count++;
  }
  std::printf("%d %016llx\n", count, static_cast<unsigned long long>(hash));
  for (int v : nested(12))
    std::printf("%d ", v);
  std::printf("\n");
  for (int v : rotate(12))
    std::printf("%d ", v);
  std::printf("\n");
}
