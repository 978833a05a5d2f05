// Two coroutines driven by turns in one loop, and asked through a base of their promises.
// E2E: -fstrict-vtable-pointers
#include "poly_lib.h"
task gen(int n, Base &b) { Oth mine; for (int i = 0; i < n; i++) { mine.set(i); b.set(i); co_yield use(mine) + b.get(); Der d; d.set(i); if (i % 2) co_yield use(d); printf("%d\n", d.get()); } }
static int run(int n) {
  Der shared; Oth other; int s = 0;
  for (int round = 0; round < 3; round++) {
    task a = gen(n, shared), b = gen(n + 1, other);
    while (!a.h.done() || !b.h.done()) {
      if (!a.h.done()) { a.h.resume(); PB *p = &a.h.promise(); p->put(round); s += p->name(); }
      if (!b.h.done()) { b.h.resume(); PB *p = &b.h.promise(); s += p->name() * 2; }
      printf("%d %d %d\n", s, shared.get(), other.get());
    }
  }
  return s;
}
int main() { printf("%d\n", run(3)); printf("%d\n", run(2)); }
