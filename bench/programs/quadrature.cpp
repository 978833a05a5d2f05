// Adaptive quadrature: a recursive generator of intervals, a template over the function, with many doubles in its frame.
#include "library.h"
#include <cmath>
struct piece {
  double a, b, area;
};
template <class F> struct simpson {
  F f;
  gen<piece> split(double a, double b, double fa, double fm, double fb, double error, int depth) const {
    double m = (a + b) / 2, h = (b - a) / 12;
    double fl = f((a + m) / 2), fr = f((m + b) / 2);
    double whole = 2 * h * (fa + 4 * fm + fb), left = h * (fa + 4 * fl + fm), right = h * (fm + 4 * fr + fb);
    if (depth == 0 || std::fabs(left + right - whole) < error) {
      co_yield piece{a, b, left + right};
    } else {
      for (auto &p : split(a, m, fa, fl, fm, error / 2, depth - 1)) co_yield p;
      for (auto &p : split(m, b, fm, fr, fb, error / 2, depth - 1)) co_yield p;
    }
  }
};
int main() {
  double sum = 0;
  unsigned long n = 0;
  for (int r = 0; r < 12; r++)
    for (int k = 1; k < 900; k++) {
      auto f = [k](double x) { return std::sqrt(std::fabs(x - 0.3)) * (1 + x * k / 100.0); };
      simpson<decltype(f)> s{f};
      for (auto &p : s.split(0, 1, f(0), f(0.5), f(1), 1e-7, 20)) {
        sum += p.area;
        n++;
      }
    }
  finish((unsigned long)(sum * 1e3) * 31 + n);
}
