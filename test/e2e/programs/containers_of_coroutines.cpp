// Coroutines kept in a vector, a map and a priority queue: sorted, erased in
// the middle, merged by value, and destroyed by the containers.
#include "coro_lib.h"
#include <algorithm>
#include <initializer_list>
#include <map>
#include <vector>

static int destroyed;

struct at_end {
  ~at_end() { destroyed++; }
};

static lib::generator<int> multiples(int step, int limit) {
  at_end e;
  for (int v = step; v <= limit; v += step)
    co_yield v;
}

using gen = lib::generator<int>;

// merge takes a vector of sorted generators into its own frame.
static gen merge(std::vector<gen> in) {
  at_end e;
  std::erase_if(in, [](gen &g) { return !g.next(); });
  auto later = [](const gen &a, const gen &b) { return a.value() > b.value(); };
  std::make_heap(in.begin(), in.end(), later);
  while (!in.empty()) {
    std::pop_heap(in.begin(), in.end(), later);
    co_yield in.back().value();
    if (in.back().next())
      std::push_heap(in.begin(), in.end(), later);
    else
      in.pop_back();
  }
}

int main() {
  std::vector<gen> all;
  for (int step : {7, 5, 50, 11, 100, 9})
    all.push_back(multiples(step, 60));
  gen m = merge(std::move(all));
  int last = 0, count = 0, sorted = 1;
  while (m.next()) {
    sorted &= m.value() >= last;
    last = m.value();
    count++;
    std::printf("%d ", last);
  }
  std::printf("| count %d sorted %d destroyed %d\n", count, sorted, destroyed);

  std::map<int, gen> named;
  for (int i = 1; i < 8; i++)
    named.emplace(i, multiples(i, 1000));
  for (auto it = named.begin(); it != named.end();) {
    for (int i = 0; i < it->first * 4; i++)
      if (!it->second.next())
        break;
    it = it->first % 3 ? std::next(it) : named.erase(it);
  }
  for (auto &[key, g] : named)
    std::printf("%d:%d ", key, g.value());
  named.clear();
  std::printf("| destroyed %d\n", destroyed);

  std::vector<std::pair<int, gen>> pairs;
  for (int i = 0; i < 12; i++) {
    pairs.emplace_back(i * 7 % 12, multiples(i + 1, 1000));
    for (int k = 0; k <= i % 4; k++)
      pairs.back().second.next();
  }
  std::sort(pairs.begin(), pairs.end(), [](auto &a, auto &b) { return a.first < b.first; });
  for (auto &[key, g] : pairs)
    std::printf("%d:%d ", key, g.value());
  pairs.erase(pairs.begin() + 3, pairs.begin() + 9);
  std::printf("| destroyed %d\n", destroyed);
}
