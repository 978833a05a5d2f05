// A pipeline of generator adaptors: zip, take and map.
#include "library.h"
gen<long> squares() {
  for (long i = 0;; ++i) co_yield i *i;
}
gen<long> odds() {
  for (long i = 1;; i += 2) co_yield i;
}
template <class A, class B> gen<std::pair<long, long>> zip(A a, B b) {
  auto i = a.begin();
  auto j = b.begin();
  for (;;) {
    co_yield {*i, *j};
    ++i;
    ++j;
  }
}
template <class G> gen<std::pair<long, long>> take(G g, int n) {
  if (n <= 0) co_return;
  for (auto &v : g) {
    co_yield v;
    if (--n == 0) break;
  }
}
template <class G, class F> gen<long> map(G g, F f) {
  for (auto &v : g) co_yield f(v);
}
int main() {
  unsigned long s = 0;
  for (int r = 0; r < 4000; ++r)
    for (long v : map(take(zip(squares(), odds()), 2000), [r](auto &p) { return p.first * r - p.second; }))
      s += v;
  finish(s);
}
