// Rows of a matrix product, one for each resume; accumulators live in the frame.
#include "coro.h"
#include <vector>

generator<double> product(const std::vector<double> &a, const std::vector<double> &b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      co_yield sum;
    }
}
generator<double> smooth(generator<double> g, double weight) {
  double mean = 0;
  while (g.next()) {
    mean = mean * (1 - weight) + g.value() * weight;
    co_yield mean;
  }
}
int main() {
  const int n = 24;
  std::vector<double> a(n * n), b(n * n);
  for (int i = 0; i < n * n; i++)
    a[i] = i % 7 - 3, b[i] = i % 5 - 2;
  double sum = 0;
  for (int round = 0; round < 9000; round++)
    for (auto g = smooth(product(a, b, n), 0.25); g.next();)
      sum += g.value();
  finish(long(sum));
}
