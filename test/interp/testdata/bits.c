// Integers of all widths: shifts, division, 128 bits, bit fields, switches, overflow.
#include <stdint.h>
#include <stdio.h>

struct fields {
  unsigned a : 3, b : 11;
  int c : 7;
  uint64_t d : 40;
};

static uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 29;
  return x;
}

static int classify(uint64_t x) {
  switch (x % 11) {
  case 0: return 3;
  case 1: case 4: return 1;
  case 7: return (int)(x >> 60);
  case 9: return -2;
  default: return 0;
  }
}

int main(void) {
  uint64_t x = 88172645463325252ull, sum = 0;
  unsigned __int128 wide = 1;
  struct fields f = {0};
  int classes = 0, carries = 0;
  for (int i = 0; i < 60000; i++) {
    x = mix(x + i);
    int8_t b = (int8_t)x;
    int16_t h = (int16_t)(x >> 8);
    sum += (uint64_t)(b * h) + (x / (i + 1)) % 1000 + (uint64_t)__builtin_popcountll(x) + (uint64_t)__builtin_clzll(x | 1);
    sum = sum << 7 | sum >> 57;
    int r;
    carries += __builtin_add_overflow((int)x, (int)(x >> 32), &r);
    classes += classify(x);
    f.a += x, f.b ^= x >> 5, f.c = (int)(x >> 20) % 64, f.d += x;
    if (i % 16 == 0)
      wide = wide * (x | 1) + i;
  }
  printf("%016llx %d %d\n", (unsigned long long)sum, classes, carries);
  printf("%u %u %d %llx\n", f.a, f.b, f.c, (unsigned long long)f.d);
  printf("%016llx%016llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
  printf("%llu\n", (unsigned long long)(wide % 1000000007u));
  return 0;
}
