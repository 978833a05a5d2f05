// Many generators that take turns until each has ended: the frames stay on the heap.
#include "coro.h"
#include <vector>

generator<long> walk(long seed, int steps) {
  long at = seed;
  for (int i = 0; i < steps; i++) {
    at = at * 25214903917 + 11;
    if (at & 1)
      co_yield at >> 16 & 0xff;
    else
      co_yield -(at >> 20 & 0xff);
  }
}
int main() {
  long sum = 0;
  for (int round = 0; round < 60; round++) {
    std::vector<generator<long>> all;
    for (int i = 0; i < 256; i++)
      all.push_back(walk(i * 77 + round, 1000 + i % 7));
    for (std::size_t live = all.size(); live > 0;) {
      live = 0;
      for (auto &g : all)
        if (!g.h.done() && g.next()) {
          sum = sum * 3 + g.value();
          live++;
        }
    }
  }
  finish(sum);
}
