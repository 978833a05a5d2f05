// Virtual functions that are coroutines, called through the base class.
#include "library.h"
struct shape {
  virtual gen<double> edges() const = 0;
  virtual ~shape() = default;
};
struct poly : shape {
  std::vector<double> e;
  gen<double> edges() const override {
    for (double d : e) co_yield d;
  }
};
struct ngon : shape {
  int n;
  double l;
  ngon(int n, double l) : n(n), l(l) {}
  gen<double> edges() const override {
    for (int i = 0; i < n; ++i) co_yield l;
  }
};
double peri(const shape &s) {
  double p = 0;
  for (double d : s.edges()) p += d;
  return p;
}
int main() {
  std::vector<std::unique_ptr<shape>> v;
  for (int i = 0; i < 100; ++i)
    if (i % 3) v.push_back(std::make_unique<ngon>(i % 17 + 3, 1.5));
    else {
      auto p = std::make_unique<poly>();
      for (int k = 0; k < i % 11 + 2; ++k) p->e.push_back(k * .25);
      v.push_back(std::move(p));
    }
  double t = 0;
  for (int r = 0; r < 20000; ++r)
    for (auto &s : v) t += peri(*s);
  finish((unsigned long)(t * 16));
}
