// Exceptions: thrown into a coroutine by what it awaits, caught by value and by reference, with variables that change in try and in catch.
#include "lib.h"
struct failure {
  int code;
};
static task<int> risky(int n) {
  if (n > 2)
    throw failure{n * 10};
  co_return n;
}
__attribute__((noinline)) task<int> guard(int n) {
  int done = 0, code = -1;
  for (int k = 0; k < 3; ++k) {
    bool failed = false;
    try {
      int v = co_await risky(n + k);
      done += v;
      STOP;
    } catch (const failure &f) {
      code = f.code;
      failed = true;
      n -= 2;
      STOP;
    }
    if (failed)
      done += co_await risky(1);
    STOP; // f is gone: f.code = ?
  }
  try {
    done += co_await risky(opaque(9));
  } catch (failure f) {
    f.code += done;
    code = f.code;
    STOP;
  }
  STOP;
  co_return done + code;
}
int main() {
  task<int> t = guard(opaque(1));
  int r = t.run();
  STOP;
  return r == 0;
}
