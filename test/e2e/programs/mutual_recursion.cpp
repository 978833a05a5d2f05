// Coroutines that await one another: even and odd, Hofstadter's sequences, an
// Ackermann function, and an expression parser of three mutual generators.
// E2E: clang14 short
#include "coro_lib.h"

static lib::task<bool> odd(unsigned n);
static lib::task<bool> even(unsigned n) {
  if (n == 0)
    co_return true;
  co_return co_await odd(n - 1);
}
static lib::task<bool> odd(unsigned n) {
  if (n == 0)
    co_return false;
  co_return co_await even(n - 1);
}

static lib::task<int> male(int n);
static lib::task<int> female(int n) {
  co_return n == 0 ? 1 : n - co_await male(co_await female(n - 1));
}
static lib::task<int> male(int n) {
  co_return n == 0 ? 0 : n - co_await female(co_await male(n - 1));
}

static lib::task<int> ackermann(int m, int n) {
  if (m == 0)
    co_return n + 1;
  if (n == 0)
    co_return co_await ackermann(m - 1, 1);
  co_return co_await ackermann(m - 1, co_await ackermann(m, n - 1));
}

static lib::task<long> sum(const char *&p);
static lib::task<long> atom(const char *&p) {
  if (*p == '(') {
    p++;
    long v = co_await sum(p);
    if (*p++ != ')')
      throw p;
    co_return v;
  }
  if (*p == '-') {
    p++;
    co_return -co_await atom(p);
  }
  if (*p < '0' || *p > '9')
    throw p;
  long v = 0;
  while (*p >= '0' && *p <= '9')
    v = v * 10 + (*p++ - '0');
  co_return v;
}
static lib::task<long> product(const char *&p) {
  long v = co_await atom(p);
  while (*p == '*' || *p == '%') {
    char op = *p++;
    long w = co_await atom(p);
    v = op == '*' ? v * w : v % w;
  }
  co_return v;
}
static lib::task<long> sum(const char *&p) {
  long v = co_await product(p);
  while (*p == '+' || *p == '-') {
    bool plus = *p++ == '+';
    long w = co_await product(p);
    v += plus ? w : -w;
  }
  co_return v;
}

#ifdef SHORT
constexpr unsigned deep = 1000;
#else
constexpr unsigned deep = 100000;
#endif

int main() {
  std::printf("%d %d\n", lib::run(even(deep + 1)), lib::run(odd(deep - 1)));
  for (int n = 0; n < 16; n++)
    std::printf("%d/%d ", lib::run(female(n)), lib::run(male(n)));
  std::printf("\n%d %d\n", lib::run(ackermann(2, 6)), lib::run(ackermann(3, 4)));
  const char *inputs[] = {"1+2*3", "(1+2)*3-4*(5-(6-7))", "-(-(2*3))%4", "2*(3+)", "((((9))))*(1"};
  for (const char *in : inputs) {
    const char *p = in;
    try {
      std::printf("%s = %ld\n", in, lib::run(sum(p)));
    } catch (const char *at) {
      std::printf("%s: error at %d\n", in, static_cast<int>(at - in));
    }
  }
}
