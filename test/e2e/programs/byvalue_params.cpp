// Parameters by value with constructors and destructors: one move into the
// frame for each, lifetime to the end of the frame, destruction in reverse.
#include "coro_lib.h"
#include <initializer_list>
#include <string>

static int copies, moves;

struct value {
  std::string text;
  explicit value(const char *t) : text(t) {}
  value(const value &o) : text(o.text) { copies++; }
  value(value &&o) noexcept : text(std::move(o.text)) {
    o.text = "moved-from";
    moves++;
  }
  ~value() {
    if (text != "moved-from")
      std::printf("~%s ", text.c_str());
  }
};

struct big {
  long words[9];
};

static lib::generator<char> spell(value a, const value b, big numbers, value c) {
  for (char ch : a.text)
    co_yield ch;
  a.text += "-used";
  for (char ch : b.text) {
    numbers.words[0] += ch;
    co_yield ch;
  }
  co_yield static_cast<char>('0' + numbers.words[0] % 10);
  co_yield static_cast<char>('0' + numbers.words[8] % 10);
  value last = std::move(c);
  co_yield last.text[0];
}

int main() {
  value kept("kept");
  for (int limit : {0, 2, 6, 9, 100}) {
    copies = moves = 0;
    std::printf("limit %d: ", limit);
    {
      auto g = spell(value("one"), kept, big{{1, 2, 3, 4, 5, 6, 7, 8, 9}},
                     value("a long string that is surely allocated"));
      for (int i = 0; i < limit && g.next(); i++)
        std::printf("%c ", g.value());
    }
    std::printf("copies %d moves %d\n", copies, moves);
  }
  std::printf("%s\n", kept.text.c_str());
}
