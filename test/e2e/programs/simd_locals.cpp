// SIMD vectors of 16, 32 and 64 bytes across suspends. The frames come from
// the aligned operator new, for vectors want their own alignment.
// E2E: -fcoro-aligned-allocation
#include "coro_lib.h"

typedef float f4 __attribute__((vector_size(16)));
typedef int i8 __attribute__((vector_size(32)));
typedef double d8 __attribute__((vector_size(64)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static lib::generator<float> rotate(int n) {
  f4 v = {1, 2, 3, 4}, axis = {0.5f, 0.25f, 0, 1};
  for (int i = 0; i < n; i++) {
    co_yield v[i % 4];
    v = v * axis + f4{v[1], v[2], v[3], v[0]};
  }
}

static lib::generator<long> histogram(unsigned seed, int n) {
  i8 counts = {}, limits = {10, 30, 60, 100, 150, 200, 240, 255};
  for (int i = 0; i < n; i++) {
    seed = seed * 1103515245u + 12345u;
    int value = static_cast<int>(seed >> 16 & 255);
    i8 all = {};
    all += value;
    counts -= all < limits;
    if (i % 16 == 15) {
      long sum = 0;
      for (int k = 0; k < 8; k++)
        sum = sum * 100 + counts[k];
      co_yield sum;
    }
  }
}

static lib::task<double> horner(int depth, double at) {
  d8 x = {}, c = {1, -1, 0.5, 2, -3, 4, 0.125, 7};
  x += at;
  d8 y = c;
  if (depth > 0) {
    double below = co_await horner(depth - 1, at * 0.75);
    y = y * x + below;
  }
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += y[i];
  co_return sum;
}

static lib::generator<unsigned> shuffle(b16 v, int n) {
  while (n-- > 0) {
    b16 swapped = __builtin_shufflevector(v, v, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6);
    v = swapped + (v >> 3);
    unsigned hash = 0;
    for (int i = 0; i < 16; i++)
      hash = hash * 33 + v[i];
    co_yield hash;
    v ^= swapped;
  }
}

int main() {
  for (float f : rotate(9))
    std::printf("%g ", static_cast<double>(f));
  std::printf("\n");
  for (long h : histogram(7, 64))
    std::printf("%ld ", h);
  std::printf("\n%.10g\n", lib::run(horner(6, 1.5)));
  for (unsigned h : shuffle(b16{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 6))
    std::printf("%08x ", h);
  std::printf("\n");
}
