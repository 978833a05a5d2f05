// Calls: recursion, pointers to functions, structures by value, variable arguments.
#include <stdarg.h>
#include <stdio.h>

struct big {
  long v[5];
};
struct small {
  int a;
  float b;
};

static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static struct big grow(struct big x, int by) {
  for (int i = 0; i < 5; i++)
    x.v[i] += by * i;
  return x;
}
static struct small swap(struct small x) { return (struct small){(int)x.b, (float)x.a}; }
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i % 2 ? (int)va_arg(list, double) : va_arg(list, int);
  va_end(list);
  return s;
}
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1)); }

int main(int argc, char **argv) {
  int (*table[])(int) = {twice, square};
  struct big x = {{1, 2, 3, 4, 5}};
  for (int i = 0; i < 10; i++)
    x = grow(x, i);
  struct small s = swap((struct small){7, 9.5f});
  int r = 1;
  for (int i = 0; i < 12; i++)
    r = table[i & 1](r) % 1009;
  printf("%ld %d\n", fib(24), ackermann(2, 60));
  printf("%ld %ld %d %.1f %d %d\n", x.v[1], x.v[4], s.a, s.b, r, sum(4, 1, 2.0, 3, 4.0));
  printf("%d\n", argc + (argv[argc] == 0));
  return 0;
}
