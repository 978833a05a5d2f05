// Large trivially copyable structs by value: as parameters passed in memory,
// results of coroutines and of await_resume, and small ones in registers.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

struct matrix {
  long m[4][4];
};
struct small {
  int a, b;
};
struct mixed {
  double d;
  char c;
  float f;
};
struct odd {
  char bytes[11];
};

static lib::task<matrix> multiply(matrix x, matrix y) {
  matrix r{};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
        r.m[i][j] = (r.m[i][j] + x.m[i][k] * y.m[k][j]) % 9973;
  co_return r;
}

static lib::task<matrix> power(matrix x, unsigned n) {
  matrix r{};
  for (int i = 0; i < 4; i++)
    r.m[i][i] = 1;
  for (; n; n /= 2) {
    if (n % 2)
      r = co_await multiply(r, x);
    x = co_await multiply(x, x);
  }
  co_return r;
}

static lib::task<small> step(small s) { co_return small{s.b, s.a + s.b}; }

static lib::task<mixed> blend(mixed m, small s, odd o) {
  s = co_await step(s);
  m.d += s.a * 0.5;
  m.f *= static_cast<float>(s.b);
  m.c = o.bytes[s.b % 11];
  co_return m;
}

// changes alters its copy of the struct; the caller's stays as it is.
static lib::generator<long> changes(matrix x, odd o) {
  for (int i = 0; i < 4; i++) {
    x.m[i][3 - i] += o.bytes[i * 3 % 11];
    o.bytes[i] ^= static_cast<char>(x.m[0][3]);
    co_yield x.m[i][3 - i] * 1000 + o.bytes[i];
  }
}

int main() {
  matrix x{{{1, 1, 0, 2}, {1, 0, 1, 0}, {0, 3, 1, 1}, {1, 0, 0, 1}}};
  for (unsigned n : {0u, 1u, 2u, 13u, 1000u}) {
    matrix p = lib::run(power(x, n));
    std::printf("%u: %ld %ld %ld %ld\n", n, p.m[0][0], p.m[1][2], p.m[2][3], p.m[3][1]);
  }
  odd o{{'h', 'e', 'l', 'l', 'o', ' ', 'w', 'o', 'r', 'l', 'd'}};
  mixed m{1.25, 'x', 2.5f};
  for (int i = 0; i < 5; i++) {
    m = lib::run(blend(m, small{i, i + 1}, o));
    std::printf("%.2f %c %.1f | ", m.d, m.c, static_cast<double>(m.f));
  }
  std::printf("\n");
  for (long v : changes(x, o))
    std::printf("%ld ", v);
  std::printf("| %ld %c\n", x.m[0][3], o.bytes[0]);
}
