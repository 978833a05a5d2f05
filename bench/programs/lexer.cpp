// A lexer: a generator of tokens, each with its text.
#include "library.h"
struct token {
  int kind;
  std::string_view text;
};
gen<token> lex(std::string_view s) {
  size_t i = 0;
  while (i < s.size()) {
    char c = s[i];
    if (c == ' ' || c == '\n') {
      ++i;
      continue;
    }
    size_t b = i;
    if (c >= '0' && c <= '9') {
      while (i < s.size() && s[i] >= '0' && s[i] <= '9') ++i;
      co_yield token{1, s.substr(b, i - b)};
    } else if ((c | 32) >= 'a' && (c | 32) <= 'z') {
      while (i < s.size() && (((s[i] | 32) >= 'a' && (s[i] | 32) <= 'z') || s[i] == '_')) ++i;
      co_yield token{2, s.substr(b, i - b)};
    } else {
      ++i;
      co_yield token{3, s.substr(b, 1)};
    }
  }
}
int main() {
  std::string src;
  for (int i = 0; i < 20000; ++i)
    src += "let x_" + std::string(1, 'a' + i % 26) + " = foo(" + std::to_string(i * 7) + ", bar) + 12;\n";
  unsigned long h = 0;
  for (int r = 0; r < 60; ++r)
    for (auto &t : lex(src)) h = h * 31 + t.kind * 7 + t.text.size();
  finish(h);
}
