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
int main() {
  int sum = 0;
  generator<int> g = mix(opaque(5));
  while (g.next())
    sum += g.value();
  return sum == 0;
}
