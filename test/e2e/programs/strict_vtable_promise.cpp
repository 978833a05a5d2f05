// The creator of coroutines asks their promises, which are polymorphic.
// E2E: -fstrict-vtable-pointers
#include "poly_lib.h"
task g(int k) { Der d; d.set(k); Base *p = &d; for (;;) { co_yield p->get(); p->set(p->get() + id(1)); } }
int main() {
  int s = 0;
  for (int i = 0; i < 4; i++) {
    task t = g(i); PB &b = t.h.promise();
    for (int j = 0; j < 5; j++) { t.h.resume(); b.put(j); s = (3 * s + b.name()) & 4095; printf("%d %d\n", b.name(), b.v); }
    task u = g(s & 15);
    for (int j = 0; j < 3; j++) { u.h.resume(); printf("%d\n", u.h.promise().name() ); }
  }
}
