// A large frame: tables that one phase of a coroutine fills and another reads, and two that are never needed together.
#include "coro.h"

generator<unsigned> phases(unsigned seed) {
  {
    unsigned table[256];
    for (unsigned i = 0; i < 256; i++)
      table[i] = seed = seed * 1664525 + 1013904223;
    co_yield table[seed >> 24];
    for (unsigned i = 0; i < 256; i += 3)
      co_yield table[i] ^ table[255 - i];
  }
  {
    unsigned short table[512];
    for (unsigned i = 0; i < 512; i++)
      table[i] = i * seed >> 3;
    for (unsigned i = 0; i < 512; i += 5)
      co_yield table[i];
  }
}
int main() {
  unsigned long sum = 0;
  for (unsigned round = 0; round < 200000; round++)
    for (auto g = phases(round); g.next();)
      sum = sum * 3 + g.value();
  finish(long(sum));
}
