// A key stream with state in the frame, read in words of different sizes, and a filter over it.
#include "coro.h"
#include <cstdint>

generator<std::uint32_t> keystream(std::uint32_t key) {
  std::uint32_t s[4] = {key, key ^ 0x9e3779b9, ~key, key * 0x85ebca6b};
  for (;;) {
    std::uint32_t t = s[3] ^ s[3] << 11;
    s[3] = s[2], s[2] = s[1], s[1] = s[0];
    s[0] ^= t ^ t >> 8 ^ s[0] >> 19;
    co_yield s[0];
  }
}
generator<unsigned char> bytes(generator<std::uint32_t> words) {
  while (words.next()) {
    std::uint32_t w = words.value();
    for (int k = 0; k < 4; k++, w >>= 8)
      co_yield w & 255;
  }
}
int main() {
  const char *text = "attack at dawn, and bring the ladders";
  long sum = 0;
  for (std::uint32_t round = 0; round < 2000000; round++) {
    auto g = bytes(keystream(round));
    for (const char *s = text; *s && g.next(); s++)
      sum = sum * 3 + (*s ^ g.value());
  }
  finish(sum);
}
