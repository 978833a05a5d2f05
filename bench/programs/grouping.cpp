// Sorted generators, merged through a heap of their iterators, then grouped by value and in vectors.
#include "library.h"
gen<int> series(int a, int step, int n) {
  for (int i = 0; i < n; i++, a += step) co_yield a;
}
gen<int> merge(std::vector<gen<int>> all) {
  using iterator = gen<int>::iterator;
  auto later = [](iterator a, iterator b) { return *a > *b; };
  std::vector<iterator> heap;
  for (auto &g : all)
    if (auto i = g.begin(); !(i == gen<int>::sentinel{})) heap.push_back(i);
  std::make_heap(heap.begin(), heap.end(), later);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), later);
    iterator &i = heap.back();
    co_yield *i;
    ++i;
    if (i == gen<int>::sentinel{})
      heap.pop_back();
    else
      std::push_heap(heap.begin(), heap.end(), later);
  }
}
gen<std::pair<int, int>> runs(gen<int> values) {
  int last = 0, n = 0;
  for (int v : values) {
    if (n && v != last) {
      co_yield std::pair<int, int>(last, n);
      n = 0;
    }
    last = v;
    n++;
  }
  if (n) co_yield std::pair<int, int>(last, n);
}
gen<std::vector<int>> chunks(gen<std::pair<int, int>> pairs, size_t size) {
  std::vector<int> chunk;
  for (auto &[v, n] : pairs) {
    chunk.push_back(v * n);
    if (chunk.size() == size) {
      co_yield chunk;
      chunk.clear();
    }
  }
  if (!chunk.empty()) co_yield chunk;
}
int main() {
  unsigned long h = 0;
  for (int r = 0; r < 1500; r++) {
    std::vector<gen<int>> all;
    for (int k = 0; k < 8; k++) all.push_back(series(k, 2 + k % 5, 1000));
    for (auto &c : chunks(runs(merge(std::move(all))), 8)) h = h * 31 + std::accumulate(c.begin(), c.end(), 0) + c.size();
  }
  finish(h);
}
