// Locals aligned to 32, 64 and 128: the frame comes from the aligned operator
// new, and their addresses stay aligned and the same across suspends.
// E2E: -fcoro-aligned-allocation
#include "coro_lib.h"
#include <cstdint>

struct alignas(64) line {
  int data[16];
};
struct alignas(128) page {
  char text[128];
};

template <class T> static bool aligned(const T *p, std::uintptr_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

static lib::generator<int> walk(int n) {
  alignas(32) int first[8] = {n, n + 1, n + 2};
  line second{{n * 10}};
  page third{};
  const void *before[] = {first, &second, &third};
  for (int i = 0; i < 5; i++) {
    first[i % 8] += i;
    second.data[i] = first[i] * 2;
    third.text[i] = static_cast<char>('a' + i);
    co_yield first[i] + second.data[i];
    bool same = before[0] == first && before[1] == &second && before[2] == &third;
    bool good = aligned(first, 32) && aligned(&second, 64) && aligned(&third, 128);
    std::printf("[%d%d %s]", same, good, third.text);
  }
  co_yield second.data[0];
}

int main() {
  for (int n = 1; n < 4; n++) {
    // Shift what malloc returns next, so that luck does not align the frame.
    char *gap = new char[24 * n];
    gap[0] = 1;
    for (int v : walk(n))
      std::printf(" %d", v);
    std::printf("\n");
    delete[] gap;
  }
}
