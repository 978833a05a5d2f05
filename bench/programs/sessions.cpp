// Many sessions that take turns, each with a buffer that few of its steps touch: a step costs what
// it brings into the cache.
#include "coro.h"
#include <vector>

__attribute__((noinline)) void fill(char *buffer, unsigned size, unsigned with) {
  for (unsigned i = 0; i < size; i++)
    buffer[i] = with >> i % 4 * 8;
  asm volatile("" ::"r"(buffer) : "memory");
}

generator<long> session(unsigned id, unsigned steps) {
  char buffer[512];
  unsigned state = id, hits = 0;
  for (unsigned i = 0; i < steps; i++) {
    state = state * 1664525u + 1013904223u;
    if (state >> 20 == 7) {
      fill(buffer, sizeof buffer, state);
      hits += buffer[3];
    }
    co_yield state ^ hits;
  }
}

int main() {
  const unsigned count = 100000, steps = 400;
  std::vector<generator<long>> all;
  for (unsigned i = 0; i < count; i++)
    all.push_back(session(i * 2654435761u, steps));
  for (unsigned i = count - 1; i > 0; i--)
    std::swap(all[i].h, all[(i * 2654435761u >> 7) % (i + 1)].h);
  unsigned long sum = 0;
  for (unsigned k = 0; k < steps; k++)
    for (auto &s : all)
      if (s.next())
        sum += s.value();
  finish(sum);
}
