// A coroutine that is a lambda with captures, and lambdas in a coroutine that capture its locals.
#include "lib.h"
static int use(generator<int> g) {
  int sum = 0;
  while (g.next()) {
    sum += g.value();
    STOP;
  }
  return sum;
}
int main() {
  int base = opaque(10);
  long factor = opaque(3L);
  auto make = [base, &factor](int n) -> generator<int> {
    int own = base + n;
    auto bump = [&own, n](int by) { own += by + n; };
    STOP;
    co_yield own;
    bump(5);
    n += 1;
    STOP;
    co_yield own * (int)factor;
    factor = own;
    STOP;
    co_yield n;
  };
  return use(make(opaque(2))) == 0;
}
