// A regular expression matcher that backtracks: recursive generators of end positions.
#include "library.h"
struct node {
  char op;
  char c;
  const node *a, *b;
};
gen<int> match(const node *n, std::string_view s, int i) {
  switch (n->op) {
  case 'c':
    if (i < (int)s.size() && s[i] == n->c) co_yield i + 1;
    break;
  case '|':
    for (int e : match(n->a, s, i)) co_yield e;
    for (int e : match(n->b, s, i)) co_yield e;
    break;
  case '.':
    for (int e : match(n->a, s, i))
      for (int f : match(n->b, s, e)) co_yield f;
    break;
  case '*':
    co_yield i;
    for (int e : match(n->a, s, i))
      if (e > i)
        for (int f : match(n, s, e)) co_yield f;
    break;
  }
}
int main() {
  node a{'c', 'a'}, b{'c', 'b'}, ab{'|', 0, &a, &b}, st{'*', 0, &ab}, c{'c', 'c'}, q{'.', 0, &st, &c},
      r{'.', 0, &st, &q};
  unsigned long s = 0;
  for (int k = 0; k < 10000; ++k)
    for (int e : match(&r, "abababbac", 0)) s = s * 3 + e;
  finish(s);
}
