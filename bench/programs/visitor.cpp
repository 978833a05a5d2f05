// Virtual coroutines: the nodes of an expression, each evaluated by a task of its class.
#include "coro.h"
#include <memory>

struct expression {
  virtual ~expression() = default;
  virtual task<long> evaluate(long x) const = 0;
};
using pointer = std::unique_ptr<expression>;

struct constant : expression {
  long value;
  explicit constant(long v) : value(v) {}
  task<long> evaluate(long) const override { co_return value; }
};
struct variable : expression {
  task<long> evaluate(long x) const override { co_return x; }
};
struct sum : expression {
  pointer a, b;
  sum(pointer a, pointer b) : a(std::move(a)), b(std::move(b)) {}
  task<long> evaluate(long x) const override { co_return co_await a->evaluate(x) + co_await b->evaluate(x); }
};
struct product : expression {
  pointer a, b;
  product(pointer a, pointer b) : a(std::move(a)), b(std::move(b)) {}
  task<long> evaluate(long x) const override {
    long left = co_await a->evaluate(x);
    if (left == 0)
      co_return 0;
    co_return left * co_await b->evaluate(x);
  }
};
pointer polynomial(int degree) {
  if (degree == 0)
    return std::make_unique<constant>(7);
  return std::make_unique<sum>(std::make_unique<product>(std::make_unique<variable>(), polynomial(degree - 1)),
                               std::make_unique<constant>(degree));
}
int main() {
  pointer p = polynomial(12);
  long total = 0;
  for (long x = 0; x < 200000; x++)
    total = total * 3 + p->evaluate(x % 5).run();
  finish(total);
}
