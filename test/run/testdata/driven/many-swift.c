/* Runs many-swift.ll: each generator to its end, or so many values and then unwound. */
#include "sil-driver.h"

typedef struct { void *k; int64_t x; } K64;
typedef struct { void *k; int32_t x; } K32;
typedef struct { void *k; int64_t x; int8_t way; } KC;
typedef struct { void *k; double d; int64_t *p; } KW;
typedef struct { void *k; } K0;
#define NEXT(K, g, unwind) ((SWIFT K (*)(void *, _Bool))g.k)(buffer, unwind)

SWIFT K64 count(void *, int64_t, int64_t);
SWIFT K32 range(void *, int32_t, int32_t);
SWIFT KC collatz(void *, int64_t);
SWIFT KW wide(void *, void *, double);
SWIFT K0 ticks(void *, int64_t);
SWIFT _Bool decide(int64_t x) { return x < 500; }

int main(void) {
  int64_t buffer[8], cells[] = {2, 300, 4, 10, 60};
  for (int n = 0; n < 4; n += 3) {
    K64 g = count(buffer, 10, -7);
    for (int i = 0; i < n; i++) printf("%lld ", (long long)g.x), g = NEXT(K64, g, 0);
    g = NEXT(K64, g, 1), puts(g.k ? "count goes on" : "count");
  }
  for (int n = 0; n < 7; n += 3) {
    K32 g = range(buffer, -2, n - 2);
    while (g.k) printf("%d ", g.x), g = NEXT(K32, g, 0);
    puts("range");
  }
  K32 r = range(buffer, 5, 9);
  r = NEXT(K32, r, 0), r = NEXT(K32, r, 1), puts(r.k ? "range goes on" : "range unwound");
  for (int n = 3; n < 6; n++) {
    KC g = collatz(buffer, n + 3);
    for (int i = 0; g.k && (n == 3 || i < n); i++) printf("%lld%s ", (long long)g.x, g.way > 0 ? "^" : ""), g = NEXT(KC, g, 0);
    if (g.k) g = NEXT(KC, g, 1);
    puts(g.k ? "collatz goes on" : "collatz");
  }
  KC one = collatz(buffer, 1);
  puts(one.k ? "collatz goes on" : "collatz of 1");
  for (int n = 1; n < 10; n += 8) {
    KW g = wide(buffer, cells, 0.75);
    for (int i = 0; g.k && i < n; i++) *g.p += i, printf("%g %lld ", g.d, (long long)*g.p), g = NEXT(KW, g, 0);
    if (g.k) g = NEXT(KW, g, 1);
    puts(g.k ? "wide goes on" : "wide");
  }
  for (int n = 2; n < 90; n += 80) {
    K0 g = ticks(buffer, 3);
    for (int i = 0; g.k && i < n; i++) g = NEXT(K0, g, 0);
    if (g.k) g = NEXT(K0, g, 1);
    puts(g.k ? "ticks goes on" : "ticks");
  }
}
