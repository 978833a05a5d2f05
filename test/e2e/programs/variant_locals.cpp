// std::variant locals across suspends: alternatives with destructors, visits
// between awaits, and a coroutine destroyed while one is held.
#include "coro_lib.h"
#include <string>
#include <variant>

struct noisy {
  int id;
  explicit noisy(int i) : id(i) {}
  noisy(noisy &&o) noexcept : id(std::exchange(o.id, 0)) {}
  noisy &operator=(noisy &&o) noexcept {
    std::swap(id, o.id);
    return *this;
  }
  ~noisy() {
    if (id)
      std::printf("~%d ", id);
  }
};

using value = std::variant<std::monostate, int, double, std::string, noisy>;

struct describe {
  int operator()(std::monostate) const { return std::printf("nothing "); }
  int operator()(int i) const { return std::printf("int %d ", i); }
  int operator()(double d) const { return std::printf("double %.2f ", d); }
  int operator()(const std::string &s) const { return std::printf("string %s ", s.c_str()); }
  int operator()(const noisy &n) const { return std::printf("noisy %d ", n.id); }
};

static lib::generator<int> cycle(int seed) {
  value held;
  value last = std::string("the first of the long strings");
  for (int i = 0; i < 8; i++) {
    switch ((seed + i) % 5) {
    case 0:
      held = i;
      break;
    case 1:
      held = i / 4.0;
      break;
    case 2:
      held = std::string(static_cast<std::size_t>(i + 20), static_cast<char>('a' + i));
      break;
    case 3:
      held.emplace<noisy>(i + seed);
      break;
    case 4:
      held = std::monostate{};
    }
    co_yield static_cast<int>(held.index());
    std::visit(describe{}, held);
    std::swap(held, last);
    co_yield static_cast<int>(last.index());
  }
}

int main() {
  for (int seed = 0; seed < 5; seed++) {
    int steps = 0;
    unsigned sum = 0;
    {
      auto g = cycle(seed);
      while (steps < 5 + 3 * seed && g.next()) {
        sum = sum * 7 + static_cast<unsigned>(g.value());
        steps++;
      }
      std::printf("| ");
    }
    std::printf("steps %d sum %u\n", steps, sum);
  }
}
