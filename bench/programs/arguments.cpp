// Large arguments by value: structures that the ramp copies to the frame, and of which parts are used.
#include "coro.h"

struct options { long limit, step, scale, bias; double weight[4]; };

generator<long> scan(options o, long from) {
  for (long n = from; n < o.limit; n += o.step)
    co_yield n * o.scale + o.bias;
}
task<long> weigh(options o, long n) { co_return long(o.weight[n & 3] * n) + o.bias; }

task<long> run(options o, long rounds) {
  long sum = 0;
  for (long r = 0; r < rounds; r++) {
    o.bias = r;
    for (auto g = scan(o, r & 15); g.next();)
      sum += g.value();
    sum ^= co_await weigh(o, r);
  }
  co_return sum;
}
int main() { finish(run({300, 3, 5, 1, {0.5, 0.25, 1.5, 2}}, 1500000).run()); }
