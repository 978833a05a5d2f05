// Try blocks inside one another with awaits in each, catch by type, by
// reference, by ellipsis, rethrow, and cleanups between them.
#include "coro_lib.h"
#include <initializer_list>

struct base_error {
  int code;
  explicit base_error(int c) : code(c) {}
  base_error(const base_error &) = default;
  virtual ~base_error() = default;
  virtual const char *what() const { return "base"; }
};
struct derived_error : base_error {
  using base_error::base_error;
  const char *what() const override { return "derived"; }
};

static lib::task<int> risky(int n) {
  switch (n % 5) {
  case 1:
    throw n;
  case 2:
    throw base_error{n};
  case 3:
    throw derived_error{n};
  case 4:
    throw "text";
  }
  co_return n;
}

static lib::task<int> inner(int n) {
  lib::counted a("a");
  int level = 0;
  try {
    lib::counted b("b");
    level = 1;
    try {
      lib::counted c("c");
      level = 2;
      int v = co_await risky(n);
      level = 3;
      co_return v;
    } catch (const base_error &e) {
      std::printf("[%s %d at %d] ", e.what(), e.code, level);
      if (n > 10)
        throw;
    }
    level += 10 * co_await risky(n / 5 * 5);
  } catch (int i) {
    std::printf("[int %d at %d] ", i, level);
  } catch (derived_error &e) {
    std::printf("[outer %s] ", e.what());
    e.code *= 2;
    throw e;
  }
  level += co_await risky(5);
  co_return -level;
}

static lib::task<int> outer(int n) {
  int fallback = 0;
  for (int tries = 0; tries < 2; tries++) {
    try {
      co_return co_await inner(n + tries);
    } catch (const base_error &e) {
      fallback += e.code;
    } catch (...) {
      fallback += 1000;
    }
    lib::counted between("between");
    fallback += co_await risky(5);
  }
  co_return fallback;
}

int main() {
  for (int n : {0, 1, 2, 3, 4, 12, 13, 14}) {
    std::printf("%d: ", n);
    std::printf("= %d\n", lib::run(outer(n)));
  }
  std::printf("alive %d\n", lib::counted::alive);
}
