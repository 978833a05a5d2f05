/* Runs once-swift.ll: the module's own callers, and each coroutine from here, resumed to its end or unwound. */
#include "sil-driver.h"

typedef SWIFT void Continue(void *, _Bool);
typedef struct { Continue *k; } K0;
typedef struct { Continue *k; int64_t x; } K1;
typedef struct { Continue *k; int8_t a; double b; void *c; } K3;
typedef struct { Continue *k; int64_t *p; } KP;
typedef struct { Continue *k; int64_t *p; int32_t *q; } KPP;
typedef struct { int64_t x; double d; } Tally;
typedef struct { SWIFT Tally (*k)(void *, _Bool); int64_t x; } KT;

SWIFT K0 fence(void *, int64_t);
SWIFT K1 either(void *, int64_t);
SWIFT K3 three(void *, int8_t, double, void *);
SWIFT KP write_back(void *, int64_t *);
SWIFT KPP wide(void *, void *);
SWIFT KP nested(void *, int64_t *, int64_t);
SWIFT KT tally(void *, int64_t, double);
SWIFT int64_t edit(int64_t *, void *, int64_t);
SWIFT int64_t tallied(int64_t, double);

SWIFT _Bool decide(int64_t x) { return x & 1; }
static char text[] = "abc";
SWIFT void use3(int8_t a, double b, void *c) { printf("(%d %g %s) ", a, b, (char *)c); }

int main(void) {
  struct { int64_t a, b, c, d; int32_t e; int16_t f; } cells = {11, 22, 33, 44, 550000, -6};
  for (int unwind = 0; unwind < 2; unwind++) {
    int64_t buffer[4], x = 1000;
    fence(buffer, 5).k(buffer, unwind), puts("fence");
    for (int64_t i = 6; i < 8; i++) {
      K1 e = either(buffer, i);
      printf("yields %lld ", (long long)e.x), e.k(buffer, unwind), puts("either");
    }
    K3 t = three(buffer, -9, 2.5, text);
    printf("yields %d %g %s ", t.a, t.b, (char *)t.c), t.k(buffer, unwind), puts("three");
    KP w = write_back(buffer, &x);
    *w.p += 234, printf("yields %lld, so far %lld ", (long long)*w.p, (long long)x), w.k(buffer, unwind), printf("write_back %lld\n", (long long)x);
    KPP v = wide(buffer, &cells);
    printf("yields %lld %d ", (long long)*v.p, *v.q), v.k(buffer, unwind), puts("wide");
    KP n = nested(buffer, &x, 9);
    *n.p *= 2, printf("yields %lld ", (long long)*n.p), n.k(buffer, unwind), printf("nested %lld\n", (long long)x);
    KT y = tally(buffer, 300, 1.5);
    Tally r = y.k(buffer, unwind);
    unwind ? printf("yields %lld tally\n", (long long)y.x) : printf("yields %lld tally %lld %g\n", (long long)y.x, (long long)r.x, r.d);
  }
  for (int64_t i = 0; i < 4; i++) {
    int64_t x = 5000;
    cells.a = i / 2;
    int64_t s = edit(&x, &cells, i);
    printf("edit %lld %lld\n", (long long)s, (long long)x);
    printf("tallied %lld\n", (long long)tallied(i, 20.25));
  }
}
