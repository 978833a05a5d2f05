// Coroutines that each iteration of a loop creates anew. Objects of the iteration hold the address of
// the coroutine's owner: an iterator, an adaptor around an iterator, a pointer. In some functions an
// object outside of the loop holds it, too, and uses it in the next iteration.
#include "coro_lib.h"

using lib::generator;

static generator<int> iota(int from, int to) {
  for (; from < to; ++from)
    co_yield from;
}

static generator<int> triangle(int n) {
  for (int i = 0; i < n; ++i)
    for (int v : iota(0, i))
      co_yield v;
}

static generator<int> pyramid(int n) {
  for (int i = 0; i < n; ++i)
    for (int v : triangle(i))
      co_yield v * i;
}

// taken is a view of the first elements of a range that it owns.
template <class G> struct taken {
  G g;
  int n;
  struct iterator {
    typename G::iterator in;
    int left;
    void operator++() {
      if (--left > 0)
        ++in;
    }
    int operator*() { return *in; }
    bool operator!=(typename G::sentinel s) const { return left > 0 && in != s; }
  };
  iterator begin() { return {g.begin(), n}; }
  typename G::sentinel end() { return g.end(); }
};
template <class G> static taken<G> take(G g, int n) { return {std::move(g), n}; }

// Holds the owner of the current coroutine between iterations.
static generator<int> *current;
[[gnu::noinline]] static void step() {
  if (current)
    current->next();
}

// The body resumes the coroutine's successor through the owner, which an earlier iteration published.
static int published(int n) {
  int sum = 0;
  generator<int> g = iota(0, 2);
  for (int i = 0; i < n; ++i) {
    g = iota(i, i + 5);
    step(); // the new coroutine, after the first iteration
    while (g.next())
      sum += g.value();
    current = &g;
    g = iota(0, 1);
  }
  current = nullptr;
  return sum;
}

// An object outside of the loop holds the owner of the coroutine of the last iteration, and looks only
// whether there was one.
struct watcher {
  generator<int> *last = nullptr;
  int count = 0;
};
static int watched(int n) {
  watcher w;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    generator<int> g = iota(0, i);
    w.count += w.last != nullptr;
    w.last = &g;
    while (w.last->next())
      sum += w.last->value();
  }
  return sum * 100 + w.count;
}

// Two owners that change places.
static int exchanged(int n) {
  int sum = 0;
  generator<int> a = iota(0, 3), b = iota(10, 13);
  generator<int> *p = &a, *q = &b;
  for (int i = 0; i < n; ++i) {
    generator<int> fresh = iota(i, i + 2);
    std::swap(p, q);
    std::swap(*p, fresh);
    while (p->next())
      sum += p->value() * (i + 1);
    if (i < 2 && fresh.next()) // what was there first has not run yet
      sum += fresh.value();
  }
  return sum;
}

static int thrown(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    try {
      for (int v : triangle(i)) {
        if (v == 2)
          throw i;
        sum += v;
      }
    } catch (int k) {
      sum += 1000 * k;
    }
  }
  return sum;
}

int main() {
  int sum = 0;
  for (int i = 0; i < 6; ++i)
    for (int v : iota(i, 2 * i))
      sum += v;
  std::printf("%d\n", sum);
  for (int i = 0; i < 6; ++i)
    for (int v : pyramid(i))
      sum += v;
  std::printf("%d\n", sum);
  for (int i = 0; i < 6; ++i)
    for (int v : take(iota(i, 100), i))
      sum += v;
  std::printf("%d\n", sum);
  std::printf("%d %d %d %d\n", published(5), watched(5), exchanged(5), thrown(6));
}
