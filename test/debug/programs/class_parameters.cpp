// Parameters of class type by value: one that is moved with its constructor, one that is copied bit by bit, one that is too large for
// registers.
#include "lib.h"
struct counted {
  int id;
  int *alive;
  counted(int id, int *alive) : id(id), alive(alive) { ++*alive; }
  counted(counted &&o) noexcept : id(o.id), alive(o.alive) {
    o.id = -1;
    ++*alive;
  }
  ~counted() { --*alive; }
};
struct pair {
  long a;
  int b;
};
struct large {
  int v[8];
};
__attribute__((noinline)) generator<int> keep(counted c, pair p, large l, int n) {
  STOP;
  co_yield c.id + n;
  c.id += 10;
  p.a *= 3;
  l.v[n] = 77;
  STOP;
  co_yield (int)p.a;
  n = p.b;
  p.b = 0;
  STOP;
  co_yield l.v[2] + n;
  counted own(n, c.alive);
  l.v[1] = *own.alive;
  STOP;
  co_yield l.v[1];
  STOP;
}
int main() {
  int alive = 0, sum = 0;
  {
    generator<int> g = keep(counted(opaque(1), &alive), pair{opaque(4L), 6}, large{{1, 2, 3, 4, 5, 6, 7, opaque(8)}}, opaque(2));
    while (g.next())
      sum += g.value();
  }
  STOP;
  return sum + alive == 0;
}
