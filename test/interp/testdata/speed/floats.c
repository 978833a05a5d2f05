// Multiplies matrices of doubles: arrays and floating point.
int printf(const char *, ...);

enum { N = 80 };
static double a[N][N], b[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i - j, b[i][j] = i * 3 + j;
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
  printf("%ld\n", (long)trace);
  return 0;
}
