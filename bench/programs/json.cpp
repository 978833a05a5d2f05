// A pull parser: a generator of events over text, and nested values counted by its consumer.
#include "coro.h"

enum kind { open, close, key, number, literal };
struct event { kind k; long value; };

generator<event> parse(const char *s) {
  for (; *s; s++)
    switch (*s) {
    case '{': case '[':
      co_yield event{open, *s};
      break;
    case '}': case ']':
      co_yield event{close, *s};
      break;
    case '"': {
      long hash = 5381;
      for (s++; *s != '"'; s++)
        hash = hash * 33 + *s;
      co_yield event{key, hash};
      break;
    }
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': {
      bool minus = *s == '-';
      long n = 0;
      for (s += minus; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0');
      s--;
      co_yield event{number, minus ? -n : n};
      break;
    }
    case 't': case 'f': case 'n':
      co_yield event{literal, *s};
      while (s[1] >= 'a' && s[1] <= 'z')
        s++;
    }
}
long score(const char *text) {
  long sum = 0, depth = 0;
  for (auto g = parse(text); g.next();) {
    event e = g.value();
    depth += (e.k == open) - (e.k == close);
    sum += e.k == number || e.k == key ? e.value * depth : e.value;
  }
  return sum;
}
int main() {
  long sum = 0;
  for (int i = 0; i < 700000; i++)
    sum = sum * 3 + score("{\"id\": 17, \"tags\": [1, -2, 345], \"nested\": {\"ok\": true, \"none\": null}, \"n\": -9}");
  finish(sum);
}
