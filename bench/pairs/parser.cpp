// A recursive-descent parser of expressions: three tasks that await each other.
#include "task.h"
#include <string>

struct input {
  const char *p;
};
TASK(long) expression(input &in);
TASK(long) atom(input &in) {
  if (*in.p == '(') {
    ++in.p;
    long v = AWAIT expression(in);
    if (*in.p != ')')
      throw 1;
    ++in.p;
    RETURN v;
  }
  if (*in.p < '0' || *in.p > '9')
    throw 2;
  long v = 0;
  while (*in.p >= '0' && *in.p <= '9')
    v = v * 10 + (*in.p++ - '0');
  RETURN v;
}
TASK(long) term(input &in) {
  long v = AWAIT atom(in);
  while (*in.p == '*') {
    ++in.p;
    v = (v * AWAIT atom(in)) % 1000003;
  }
  RETURN v;
}
TASK(long) expression(input &in) {
  long v = AWAIT term(in);
  while (*in.p == '+' || *in.p == '-') {
    char op = *in.p++;
    long w = AWAIT term(in);
    v = op == '+' ? v + w : v - w;
  }
  RETURN v;
}
TASK(long) all(const std::string &text, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) {
    input in{text.c_str()};
    sum += AWAIT expression(in);
  }
  RETURN sum;
}

int main() {
  std::string text = "1";
  for (int i = 0; i < 60; i++)
    text = i % 3 ? text + "+" + std::to_string(i) + "*(3-" + std::to_string(i) + ")" : "(" + text + ")*2";
  printf("%ld\n", run(all(text, 2000)));
}
