// A decoder of run lengths with a buffer in its frame, which it yields whenever it is full.
#include "library.h"
gen<std::string_view> blocks(const std::vector<unsigned char> &d) {
  char buf[256];
  size_t n = 0;
  for (size_t i = 0; i + 1 < d.size(); i += 2) {
    for (int k = 0; k < d[i]; ++k) {
      buf[n++] = (char)d[i + 1];
      if (n == sizeof buf) {
        co_yield std::string_view(buf, n);
        n = 0;
      }
    }
  }
  if (n) co_yield std::string_view(buf, n);
}
int main() {
  std::vector<unsigned char> d;
  unsigned x = 7;
  for (int i = 0; i < 20000; ++i) {
    x = x * 1664525 + 1013904223;
    d.push_back(x >> 27);
    d.push_back(x >> 16);
  }
  unsigned long s = 0;
  for (int r = 0; r < 200; ++r)
    for (auto b : blocks(d)) s = s * 31 + (unsigned char)b[b.size() / 2] + b.size();
  finish(s);
}
