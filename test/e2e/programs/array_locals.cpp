// Arrays in the frame: one and two dimensions, indexed by values that change
// across suspends, arrays of pointers into arrays, and a small sort.
// E2E: clang14
#include "coro_lib.h"

static lib::generator<int> life(int generations) {
  bool cells[2][34] = {};
  cells[0][16] = cells[0][17] = cells[0][20] = true;
  for (int g = 0; g < generations; g++) {
    auto &now = cells[g % 2], &then = cells[(g + 1) % 2];
    int count = 0;
    for (int i = 1; i < 33; i++) {
      then[i] = now[i - 1] ^ (now[i] || now[i + 1]);
      count += now[i];
    }
    co_yield count;
  }
}

// bubble yields after every swap, with a pointer into the array alive.
static lib::generator<int> bubble(const int (&in)[9]) {
  int a[9];
  for (int i = 0; i < 9; i++)
    a[i] = in[i];
  for (int *end = a + 9; end != a; end--)
    for (int *p = a; p + 1 < end; p++)
      if (p[0] > p[1]) {
        int t = p[0];
        p[0] = p[1];
        p[1] = t;
        co_yield static_cast<int>(p - a);
      }
  int hash = 0;
  for (int v : a)
    hash = hash * 10 + v;
  co_yield hash;
}

static lib::generator<long> matrix(int n) {
  long m[3][3] = {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}}, r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  long *rows[3] = {r[2], r[0], r[1]};
  while (n-- > 0) {
    long t[3][3] = {};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++)
          t[i][j] += r[i][k] * m[k][j];
        if (i == j)
          co_yield t[i][j];
      }
    for (int i = 0; i < 9; i++)
      r[i / 3][i % 3] = t[i / 3][i % 3] % 9973;
    co_yield rows[0][1] + rows[1][2];
  }
}

int main() {
  for (int c : life(20))
    std::printf("%d ", c);
  std::printf("\n");
  const int in[9] = {5, 1, 9, 3, 7, 2, 8, 6, 4};
  for (int v : bubble(in))
    std::printf("%d ", v);
  std::printf("\n");
  long sum = 0;
  for (long v : matrix(30))
    sum = (sum * 7 + v) % 1000000007;
  std::printf("%ld\n", sum);
}
