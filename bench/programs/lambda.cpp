// Coroutine lambdas: a task for each of several callbacks, with what they capture as arguments.
#include "coro.h"

template <class F> task<long> apply_twice(F f, long x) { co_return co_await f(co_await f(x)); }

template <class F, class G> task<long> compose(F f, G g, long x) {
  long y = co_await g(x);
  co_return co_await f(y) + y;
}
int main() {
  auto add = [](long x) -> task<long> { co_return x + 7; };
  auto mix = [](long x) -> task<long> { co_return (x ^ x >> 7) * 31 & 0xffffff; };
  long sum = 0;
  for (long i = 0; i < 2500000; i++) {
    sum += apply_twice(add, i).run();
    sum ^= compose(mix, add, sum & 0xffff).run();
    sum += apply_twice(mix, i).run();
  }
  finish(sum);
}
