// All permutations of an array that lies in the frame (Heap's method, with a stack of counters).
#include "coro.h"

struct row { signed char at[8]; };

generator<row> permutations(int n) {
  row r{};
  int counter[8] = {};
  for (int i = 0; i < n; i++)
    r.at[i] = i;
  co_yield r;
  for (int i = 0; i < n;) {
    if (counter[i] < i) {
      std::swap(r.at[i & 1 ? counter[i] : 0], r.at[i]);
      co_yield r;
      counter[i]++;
      i = 0;
    } else {
      counter[i++] = 0;
    }
  }
}
int main() {
  long sum = 0;
  for (int round = 0; round < 300; round++)
    for (auto g = permutations(8); g.next();)
      sum = sum * 5 + g.value().at[round & 7];
  finish(sum);
}
