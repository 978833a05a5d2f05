// Loops in a coroutine between suspends, which add to memory of the caller.
#include "coro.h"

generator<int> histogram(const unsigned char *data, int n, long *out, int block) {
  for (int at = 0; at < n; at += block) {
    for (int i = at; i < at + block && i < n; i++) {
      *out += data[i];
      out[1] += data[i] > 127;
    }
    co_yield at;
  }
}
int main() {
  static unsigned char data[65536];
  unsigned state = 3;
  for (auto &d : data) {
    state = state * 1664525 + 1013904223;
    d = state >> 24;
  }
  long out[2] = {}, sum = 0;
  for (int round = 0; round < 5000; round++)
    for (auto g = histogram(data, 65536, out, 512); g.next();)
      sum += g.value() ^ out[1];
  finish(sum + out[0]);
}
