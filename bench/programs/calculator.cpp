// A calculator by recursive descent, whose functions are tasks with exceptions.
#include "library.h"
struct in {
  const char *p;
};
task<long> expr(in &s);
task<long> atom(in &s) {
  if (*s.p == '(') {
    ++s.p;
    long v = co_await expr(s);
    if (*s.p != ')') throw std::runtime_error("paren");
    ++s.p;
    co_return v;
  }
  if (*s.p < '0' || *s.p > '9') throw std::runtime_error("digit");
  long v = 0;
  while (*s.p >= '0' && *s.p <= '9') v = v * 10 + (*s.p++ - '0');
  co_return v;
}
task<long> term(in &s) {
  long v = co_await atom(s);
  while (*s.p == '*') {
    ++s.p;
    v = (v * co_await atom(s)) % 1000003;
  }
  co_return v;
}
task<long> expr(in &s) {
  long v = co_await term(s);
  for (;;) {
    if (*s.p == '+') {
      ++s.p;
      v += co_await term(s);
    } else if (*s.p == '-') {
      ++s.p;
      v -= co_await term(s);
    } else break;
  }
  co_return v;
}
int main() {
  unsigned long sum = 0;
  const char *t[] = {"1+2*(3+4)-5*(6-(7+8)*9)+10", "((((1))))*2*3*4*5-6", "9*9*9*9+(8-7)*(6-5)", "1+",
                     "12*(3"};
  for (int i = 0; i < 400000; ++i) {
    in s{t[i % 3 == 0 && i % 300 == 0 ? 3 + i % 2 : i % 3]};
    try {
      sum += expr(s).get();
    } catch (std::runtime_error &e) { sum += e.what()[0]; }
  }
  finish(sum);
}
