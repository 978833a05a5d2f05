// Strings that live across suspends: words are put together and yielded by value.
#include "coro.h"
#include <string>
#include <vector>

generator<std::string> words(const char *text) {
  std::string word;
  for (; *text; text++) {
    if (*text != ' ') {
      word += *text;
    } else if (!word.empty()) {
      co_yield word;
      word.clear();
    }
  }
  if (!word.empty())
    co_yield word;
}
generator<std::string> quoted(generator<std::string> g, char quote) {
  while (g.next())
    co_yield quote + g.value() + quote;
}
int main() {
  long sum = 0;
  const char *text = "the quick brown fox jumps over the lazy extraordinarily-long-word dog";
  for (int round = 0; round < 250000; round++)
    for (auto g = quoted(words(text), '"'); g.next();) {
      std::string w = g.value();
      sum = sum * 7 + long(w.size()) + w[1];
    }
  finish(sum);
}
