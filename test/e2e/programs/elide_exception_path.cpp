// Exceptions between the creation of a coroutine and its end: thrown by the
// consumer, by the body before and after its first suspend, and while a second
// coroutine is made. Unwinding destroys every frame.
#include "coro_lib.h"

using lib::counted;
using lib::generator;

static generator<int> numbers(const char *name, int fail_at) {
  counted c(name);
  for (int i = 0; i < 6; i++) {
    if (i == fail_at)
      throw i;
    co_yield i;
  }
}

struct bomb {
  int fuse;
  explicit bomb(int f) : fuse(f) {}
  bomb(const bomb &o) : fuse(o.fuse - 1) {
    if (fuse < 0)
      throw "copy";
  }
};

// takes_copy's ramp throws when the copy of its parameter does.
static generator<int> takes_copy(bomb b) {
  counted c("copied");
  co_yield b.fuse;
}

static int consumer_throws(int at) {
  auto g = numbers("consumed", -1);
  int sum = 0;
  while (g.next()) {
    if (g.value() == at)
      throw sum;
    sum += g.value();
  }
  return sum;
}

static int body_throws(int at) {
  counted outer("outer");
  auto g = numbers("body", at);
  int sum = 0;
  try {
    while (g.next())
      sum += g.value();
  } catch (int e) {
    std::printf("inside %d ", e);
    sum += 100 * e;
  }
  return sum;
}

static int second_throws(int fuse) {
  auto first = numbers("first", -1);
  first.next();
  auto second = takes_copy(bomb(fuse));
  second.next();
  first.next();
  return first.value() * 10 + second.value();
}

template <class F> static void attempt(const char *what, F f) {
  try {
    int result = f();
    std::printf("%s returns %d", what, result);
  } catch (int e) {
    std::printf("%s throws %d", what, e);
  } catch (const char *e) {
    std::printf("%s throws %s", what, e);
  }
  std::printf(", alive %d\n", counted::alive);
}

int main() {
  for (int at : {0, 4, 9})
    attempt("consumer", [at] { return consumer_throws(at); });
  for (int at : {-1, 0, 1, 5})
    attempt("body", [at] { return body_throws(at); });
  for (int fuse : {0, 1, 5})
    attempt("second", [fuse] { return second_throws(fuse); });
}
