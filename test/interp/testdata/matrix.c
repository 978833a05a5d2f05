// Multiplies matrices of floats: arithmetic, arrays on the stack, conversions.
#include <stdio.h>

enum { N = 72 };
static double a[N][N], b[N][N], c[N][N];

static void fill(double (*m)[N], double seed) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      seed = seed * 1.37 + (i ^ j);
      if (seed > 1000)
        seed = seed / 1000 - 0.5;
      m[i][j] = seed;
    }
}

int main(void) {
  float narrow[8];
  fill(a, 1.5);
  fill(b, -2.25);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  double trace = 0;
  for (int i = 0; i < N; i++)
    trace += c[i][i];
  for (int i = 0; i < 8; i++)
    narrow[i] = (float)c[i][i] / 3;
  printf("%.6f %g %e %d\n", trace, narrow[3], (double)narrow[7], (int)narrow[5] > 10);
  printf("%u %ld %d\n", (unsigned)c[1][1] & 255, (long)(c[2][2] * 100), (signed char)(long)c[3][3]);
  return 0;
}
