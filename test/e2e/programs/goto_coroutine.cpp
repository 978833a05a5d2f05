// goto in coroutines: loops made of labels, jumps out of nested loops past
// destructors, and jumps between suspends in both directions.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

static lib::generator<int> automaton(const char *p) {
  int number = 0, sign = 1;
start:
  sign = 1;
  number = 0;
  if (*p == '-') {
    sign = -1;
    p++;
    goto digits;
  }
  if (*p >= '0' && *p <= '9')
    goto digits;
  if (!*p)
    goto end;
  co_yield -1000 - *p;
  p++;
  goto start;
digits:
  if (*p >= '0' && *p <= '9') {
    number = number * 10 + (*p++ - '0');
    goto digits;
  }
  co_yield sign *number;
  if (*p)
    goto start;
end:
  co_yield 9999;
}

static lib::generator<int> search(int target) {
  lib::counted whole("whole");
  int i, j;
  for (i = 1; i < 10; i++) {
    lib::counted row("row");
    for (j = i; j < 10; j++) {
      lib::counted cell("cell");
      if (i * j == target)
        goto found;
      if ((i + j) % 7 == 0)
        co_yield i * 10 + j;
    }
  }
  co_yield -1;
  co_return;
found:
  lib::counted result("result");
  co_yield i * j;
}

static lib::generator<int> retry(int failures) {
  int tries = 0;
again:
  lib::counted attempt("attempt");
  tries++;
  co_yield tries;
  if (tries <= failures)
    goto again;
}

int main() {
  for (int v : automaton("12-7+005x-"))
    std::printf("%d ", v);
  std::printf("\n");
  for (int target : {6, 64, 11}) {
    for (int v : search(target))
      std::printf("(%d) ", v);
    std::printf("\n");
  }
  for (int v : retry(2))
    std::printf("(%d) ", v);
  std::printf("\nalive %d\n", lib::counted::alive);
}
