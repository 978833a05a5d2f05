// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// a lexer as a generator: rare kinds of tokens are suspends of their own
#include "gen.h"
static gen lex(const char *s) {
  while (*s) {
    char c = *s++;
    if (c == ' ') continue;
    if (c == '\n') { line(); co_yield 1; continue; }
    if (c >= '0' && c <= '9') { int n = c - '0'; while (*s >= '0' && *s <= '9') n = n * 10 + *s++ - '0'; co_yield n + 1000; continue; }
    if (c == '"') { while (*s && *s != '"') ++s; if (!*s) { error("string"); co_yield -1; co_return; } ++s; co_yield 2; continue; }
    if (c == '@') { error("at"); co_yield -2; continue; }
    co_yield c;
  }
}
int main() { std::string t; for (int k = 0; k < 3000; k++) t += "let x12 = y + 345 * (z - 7);\n"; long sum = 0;
  for (int r = 0; r < 100; r++) { auto g = lex(t.c_str()); run(g, sum); } printf("%ld %ld\n", sum, lines); }
