// A parser of combinators: a task that takes another one as a function.
#include "task.h"

struct input {
  const char *p, *end;
};
template <class F> TASK(bool) many(input &in, F f) {
  bool any = false;
  while (AWAIT f(in))
    any = true;
  RETURN any;
}
TASK(bool) digit(input &in) {
  if (in.p == in.end || *in.p < '0' || *in.p > '9')
    RETURN false;
  ++in.p;
  RETURN true;
}
TASK(bool) one(input &in, char c) {
  if (in.p == in.end || *in.p != c)
    RETURN false;
  ++in.p;
  RETURN true;
}
TASK(bool) number(input &in) {
  if (!AWAIT digit(in))
    RETURN false;
  (void)AWAIT many(in, digit);
  RETURN true;
}
TASK(bool) both(input &in) {
  if (!AWAIT one(in, '<'))
    RETURN false;
  if (!AWAIT number(in))
    RETURN false;
  if (!AWAIT one(in, ','))
    RETURN false;
  if (!AWAIT number(in))
    RETURN false;
  RETURN AWAIT one(in, '>');
}
TASK(long) document(const char *begin, const char *end, int n) {
  long count = 0;
  for (int i = 0; i < n; i++) {
    input in{begin, end};
    while (AWAIT both(in))
      count++;
  }
  RETURN count;
}

int main() {
  static char text[4096];
  int n = 0;
  while (n < 4000)
    n += sprintf(text + n, "<%d,%d>", n, n * 7);
  printf("%ld\n", run(document(text, text + n, 150)));
}
