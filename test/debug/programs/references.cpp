// References and pointers: parameters by reference, pointers to locals of the coroutine, an alias of an element.
#include "lib.h"
__attribute__((noinline)) void add(int *to, int n) { *to += n; }
__attribute__((noinline)) generator<int> through(int &out, const double &scale, int *list) {
  int local = 3;
  int &alias = local;
  int *at = &list[1];
  STOP;
  co_yield local;
  add(&local, 4);
  alias *= 2;
  out += alias;
  STOP;
  co_yield *at;
  at = &list[2];
  *at = (int)(scale * 10);
  STOP;
  co_yield out;
  list = nullptr;
  STOP;
  co_yield alias + *at;
}
int main() {
  int out = opaque(1);
  double scale = opaque(2.5);
  int list[3] = {opaque(4), 5, 6};
  int sum = 0;
  generator<int> g = through(out, scale, list);
  while (g.next())
    sum += g.value();
  return sum + out == 0;
}
