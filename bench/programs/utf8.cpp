// UTF-8, decoded by a generator over a buffer, and counted by class by another.
#include "coro.h"
#include <string_view>

generator<unsigned> decode(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    unsigned c = (unsigned char)s[i++];
    int more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    if (more)
      c &= 0x3f >> more;
    while (more-- > 0 && i < s.size())
      c = c << 6 | ((unsigned char)s[i++] & 0x3f);
    co_yield c;
  }
}
generator<int> classes(generator<unsigned> g) {
  while (g.next()) {
    unsigned c = g.value();
    if (c == ' ' || c == '\n')
      continue;
    co_yield c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
}
int main() {
  std::string_view text = "na\xc3\xafve caf\xc3\xa9 \xe2\x82\xac 100 \xf0\x9f\x98\x80 plain text of some length\n";
  long sum = 0;
  for (int round = 0; round < 700000; round++)
    for (auto g = classes(decode(text)); g.next();)
      sum = sum * 5 + g.value();
  finish(sum);
}
