// A lexer as a generator, and a parser that takes its words.
#include "coro.h"

struct word { int kind; long value; };

generator<word> lex(const char *s) {
  for (; *s; s++) {
    if (*s == ' ')
      continue;
    if (*s >= '0' && *s <= '9') {
      long n = 0;
      for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0');
      s--;
      co_yield word{0, n};
    } else {
      co_yield word{*s, 0};
    }
  }
}
long evaluate(const char *text) {
  auto words = lex(text);
  long sum = 0, sign = 1;
  while (words.next()) {
    word w = words.value();
    if (w.kind == 0)
      sum += sign * w.value;
    else
      sign = w.kind == '-' ? -1 : 1;
  }
  return sum;
}
int main() {
  long sum = 0;
  for (int i = 0; i < 20000000; i++)
    sum += evaluate(i & 1 ? "12 + 345 - 67 + 8" : "9 - 1024 + 77");
  finish(sum);
}
