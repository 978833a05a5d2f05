// Locals of a quarter of a megabyte in a frame, two of them in scopes that
// never overlap, and a big one that lives only between suspends.
// E2E: clang14
#include "coro_lib.h"
#include <cstring>

struct big {
  unsigned char bytes[256 * 1024];
};

static unsigned checksum(const unsigned char *p, unsigned n) {
  unsigned a = 1, b = 0;
  for (unsigned i = 0; i < n; i++) {
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static lib::generator<unsigned> work(unsigned seed) {
  {
    big first;
    std::memset(first.bytes, static_cast<int>(seed), sizeof first.bytes);
    for (unsigned i = 0; i < 4; i++) {
      first.bytes[i * 65535] = static_cast<unsigned char>(i * 77 + seed);
      co_yield checksum(first.bytes, sizeof first.bytes);
    }
  }
  unsigned between;
  {
    big scratch;
    for (unsigned i = 0; i < sizeof scratch.bytes; i++)
      scratch.bytes[i] = static_cast<unsigned char>(i * i + seed);
    between = checksum(scratch.bytes, sizeof scratch.bytes);
  }
  co_yield between;
  {
    big second;
    unsigned x = seed;
    for (unsigned char &byte : second.bytes) {
      x = x * 1664525u + 1013904223u;
      byte = static_cast<unsigned char>(x >> 24);
    }
    co_yield checksum(second.bytes, sizeof second.bytes);
    second.bytes[sizeof second.bytes - 1] ^= 255;
    co_yield checksum(second.bytes, sizeof second.bytes) ^ between;
  }
}

int main() {
  auto a = work(3), b = work(200);
  while (a.next() && b.next())
    std::printf("%08x %08x\n", a.value(), b.value());
}
