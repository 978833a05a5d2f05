// Virtual members that are coroutines, called through bases with multiple and
// virtual inheritance, so that the frame keeps an adjusted this.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

struct shape {
  virtual ~shape() = default;
  virtual lib::generator<int> edges() const = 0;
  virtual lib::task<int> area() const { co_return 0; }
};

struct named {
  char tag;
  explicit named(char t) : tag(t) {}
  virtual ~named() = default;
  virtual lib::generator<char> spell() {
    for (int i = 0; i < 2; i++)
      co_yield tag;
  }
};

struct square : shape, named {
  int side;
  explicit square(int s) : named('s'), side(s) {}
  lib::generator<int> edges() const override {
    for (int i = 0; i < 4; i++)
      co_yield side;
  }
  lib::task<int> area() const override { co_return side *side; }
};

struct triangle : named, virtual shape {
  int a, b, c;
  triangle(int a, int b, int c) : named('t'), a(a), b(b), c(c) {}
  lib::generator<int> edges() const override {
    co_yield a;
    co_yield b;
    co_yield c;
  }
  lib::generator<char> spell() override {
    auto base = named::spell();
    while (base.next())
      co_yield base.value();
    tag++;
    co_yield tag;
  }
};

struct prism : square {
  int height;
  prism(int s, int h) : square(s), height(h) { tag = 'p'; }
  lib::task<int> area() const override {
    int sides = 0;
    auto e = square::edges();
    while (e.next())
      sides += e.value() * height;
    co_return 2 * co_await square::area() + sides;
  }
};

static lib::task<int> total(const shape *const *all, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    for (int e : all[i]->edges())
      sum += e;
    sum += 100 * co_await all[i]->area();
  }
  co_return sum;
}

int main() {
  square s(3);
  triangle t(3, 4, 5);
  prism p(2, 10);
  const shape *all[] = {&s, &t, &p};
  std::printf("total %d\n", lib::run(total(all, 3)));
  for (named *n : {static_cast<named *>(&s), static_cast<named *>(&t), static_cast<named *>(&p)}) {
    for (char c : n->spell())
      std::printf("%c", c);
    std::printf(" ");
  }
  std::printf("%c\n", t.tag);
}
