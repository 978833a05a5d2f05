// Coroutine lambdas: captures by value, reference, move and of this, a generic
// lambda, a stored one, a recursive one and one called on the spot.
#include "coro_lib.h"
#include <memory>

struct scale {
  int factor;
  auto times() {
    return [this](int n) -> lib::generator<int> {
      for (int i = 1; i <= n; i++)
        co_yield i *factor;
    };
  }
  auto times_copy() {
    return [*this](int n) mutable -> lib::generator<int> {
      for (int i = 1; i <= n; i++)
        co_yield i *factor++;
    };
  }
};

template <class G> static void show(const char *name, G &&g) {
  std::printf("%s:", name);
  for (int v : g)
    std::printf(" %d", v);
  std::printf("\n");
}

int main() {
  int base = 10, seen = 0;
  auto by_value = [base](int n) -> lib::generator<int> {
    for (int i = 0; i < n; i++)
      co_yield base + i;
  };
  auto by_reference = [&](int n) -> lib::generator<int> {
    for (int i = 0; i < n; i++) {
      seen += i;
      co_yield base - i;
    }
  };
  auto owner = [p = std::make_unique<int>(21)](int n) -> lib::generator<int> {
    for (int i = 0; i < n; i++)
      co_yield(*p += i);
  };
  auto generic = [](auto first, auto... rest) -> lib::generator<int> {
    co_yield static_cast<int>(first);
    (co_yield static_cast<int>(rest), ...);
  };
  auto recursive = [](auto &self, int n) -> lib::generator<int> {
    if (n > 0) {
      for (int v : self(self, n - 1))
        co_yield v;
      co_yield n;
      for (int v : self(self, n - 1))
        co_yield v;
    }
  };
  show("value", by_value(4));
  base = 20;
  show("value again", by_value(2));
  show("reference", by_reference(5));
  show("owner", owner(4));
  show("generic", generic(1, 2.5, 'A', 4L, true));
  show("ruler", recursive(recursive, 4));
  scale s{3};
  auto t = s.times();
  auto c = s.times_copy();
  s.factor = 5;
  show("this", t(4));
  show("*this", c(4));
  auto call = [](int k) -> lib::generator<int> { co_yield k; };
  show("call", call(seen));
}
