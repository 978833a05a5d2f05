// Range-for over generators by iterators: over a temporary, over a variable,
// two nested, with break and return from within, and through a view that holds
// the generator.
#include "coro_lib.h"

using lib::generator;

struct point {
  int x, y;
};

static generator<int> iota(int from, int to) {
  for (; from < to; ++from)
    co_yield from;
}

static generator<char> letters(const char *text) {
  for (; *text; ++text)
    if (*text != ' ')
      co_yield *text;
}

static generator<point> grid(int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      co_yield point{x, y};
}

// limited is a range of the first n elements of a generator that it owns.
class limited {
public:
  limited(generator<int> g, int n) : g_(std::move(g)), n_(n) {}
  struct iterator {
    generator<int>::iterator in;
    int left;
    bool operator!=(generator<int>::sentinel s) const { return left > 0 && in != s; }
    void operator++() {
      if (--left > 0)
        ++in;
    }
    int operator*() const { return *in; }
  };
  iterator begin() { return {g_.begin(), n_}; }
  generator<int>::sentinel end() { return g_.end(); }

private:
  generator<int> g_;
  int n_;
};

static int first_over(int bound) {
  for (int v : iota(0, 1000))
    if (v * v > bound)
      return v;
  return -1;
}

int main() {
  for (int v : iota(3, 9))
    std::printf("%d ", v);
  std::printf("\n");
  auto word = letters("co rou tine");
  for (char c : word)
    std::putchar(c);
  std::printf("\n");
  for (const auto &[x, y] : grid(4, 3))
    std::printf("(%d,%d)%s", x, y, x == 3 ? "\n" : " ");
  int pairs = 0;
  for (int a : iota(1, 30)) {
    for (int b : iota(a, 30)) {
      if (a + b > 40)
        break;
      pairs += (a * b) % 7 == 3;
    }
  }
  std::printf("pairs %d\n", pairs);
  std::printf("first %d %d\n", first_over(150), first_over(2000000));
  for (int v : limited(iota(50, 100), 4))
    std::printf("%d ", v);
  for (int v : limited(iota(50, 52), 4))
    std::printf("%d ", v);
  std::printf("\n");
}
