// Objects of unlike dynamic types live one behind the other, over suspends, in a coroutine that is driven in a loop.
// E2E: -fstrict-vtable-pointers
#include "poly_lib.h"
task f(int k) {
  for (int i = 0; i < 3; i++) {
    { Der d; d.set(k); co_yield use(d); printf("%d\n", use(d)); }
    { Oth o; o.set(i); co_yield use(o); printf("%d\n", use(o)); }
    { float z[12]; for (int j = 0; j < 12; j++) z[j] = id(j + i); co_yield 1; float s = 0; for (float x : z) s += x; printf("%g\n", s); }
    { Base b; if (i & 1) b.set(i); co_yield use(b); printf("%d\n", use(b)); }
  }
}
int main() { for (int r = 0; r < 2; r++) { task t = f(3 + r); while (!t.h.done()) { t.h.resume(); printf("p %d %d\n", t.h.promise().name(), t.h.promise().v); } } }
