// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// a protocol machine: nearly all messages are data
#include "gen.h"
static gen machine(const unsigned char *p, long n) {
  long sum = 0;
  for (long k = 0; k < n; k++) {
    switch (p[k] >> 4) {
    case 0: line(); co_yield 1; break;
    case 1: error("one"); co_yield 2; break;
    case 2: sum = 0; co_yield 3; line(); break;
    case 3: error("three"); for (int j = 0; j < p[k]; j++) co_yield j; break;
    case 4: co_yield sum; co_yield -sum; break;
    default: sum += p[k]; if (p[k] & 1) co_yield sum; break;
    }
  }
}
int main() { static unsigned char b[1 << 16]; unsigned x = 1; for (auto &c : b) { x = x * 1664525 + 1013904223; c = 0x50 | (x >> 28) << 4 | (x >> 20 & 15); if (c < 0x50) c |= 0x80; if (!(x >> 8 & 1023)) c = 0x40; }
  long sum = 0; for (int r = 0; r < 400; r++) { auto g = machine(b, sizeof b); run(g, sum); } printf("%ld %ld\n", sum, lines); }
