// Variants and optionals across suspends: messages of several kinds, yielded and visited.
#include "coro.h"
#include <optional>
#include <variant>

struct ping { int id; };
struct text { long hash, length; };
using message = std::variant<ping, text, double>;

generator<message> messages(unsigned seed, int n) {
  std::optional<message> last;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525 + 1013904223;
    message m = ping{int(seed >> 8)};
    if (seed >> 30 == 1)
      m = text{long(seed) * 31, i};
    else if (seed >> 30 == 2)
      m = seed * 0.5;
    co_yield m;
    if (last && last->index() == m.index())
      co_yield *last;
    last = m;
  }
}
int main() {
  long sum = 0;
  for (unsigned round = 0; round < 15000; round++)
    for (auto g = messages(round, 1000); g.next();) {
      message m = g.value();
      if (auto *p = std::get_if<ping>(&m))
        sum += p->id;
      else if (auto *t = std::get_if<text>(&m))
        sum ^= t->hash + t->length;
      else
        sum -= long(*std::get_if<double>(&m));
    }
  finish(sum);
}
