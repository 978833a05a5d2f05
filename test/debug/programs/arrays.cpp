// Arrays: one that is needed throughout, and two that are read for the last time while they are in scope still, so that their bytes in
// the frame may serve others.
#include "lib.h"
__attribute__((noinline)) generator<int> mix(int seed) {
  int table[4] = {seed, seed + 1, seed + 2, seed + 3};
  int early[4];
  for (int k = 0; k < 4; ++k)
    early[k] = table[k] * 2;
  STOP;
  co_yield table[seed & 3];
  int picked = early[(seed + 1) & 3];
  STOP;
  co_yield picked;
  int late[4];
  for (int k = 0; k < 4; ++k)
    late[k] = 100 + k + picked;
  STOP;
  co_yield late[picked & 3];
  STOP;
  late[seed & 3] = 7;
  co_yield late[2];
  STOP;
  co_yield table[3];
  STOP;
}
// The bytes of one array are taken by another between two suspends.
__attribute__((noinline)) generator<int> turn(int seed) {
  int first[4];
  for (int k = 0; k < 4; ++k)
    first[k] = seed * k;
  co_yield first[seed & 3];
  int sum = first[1] + first[seed & 3];
  STOP;
  int second[4];
  for (int k = 0; k < 4; ++k)
    second[k] = 50 + k + sum;
  STOP;
  co_yield second[seed & 3];
  sum += second[1];
  STOP;
  co_yield sum;
}
int main() {
  int sum = 0;
  generator<int> t = turn(opaque(7));
  while (t.next())
    sum += t.value();
  generator<int> g = mix(opaque(5));
  while (g.next())
    sum += g.value();
  return sum == 0;
}
