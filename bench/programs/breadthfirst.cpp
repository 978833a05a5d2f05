// A generator that walks a graph in breadth-first order, with containers in the frame.
#include "library.h"
using graph = std::vector<std::vector<int>>;
gen<std::pair<int, int>> bfs(const graph &g, int from) {
  std::vector<int> dist(g.size(), -1);
  std::deque<int> q;
  dist[from] = 0;
  q.push_back(from);
  while (!q.empty()) {
    int n = q.front();
    q.pop_front();
    co_yield {n, dist[n]};
    for (int m : g[n])
      if (dist[m] < 0) {
        dist[m] = dist[n] + 1;
        q.push_back(m);
      }
  }
}
int main() {
  graph g(2000);
  unsigned x = 1;
  for (auto &n : g)
    for (int i = 0; i < 5; ++i) {
      x = x * 1103515245 + 12345;
      n.push_back((x >> 8) % g.size());
    }
  unsigned long s = 0;
  for (int r = 0; r < 2000; ++r)
    for (auto &[n, d] : bfs(g, r * 7 % 2000)) s = s * 3 + n * d;
  finish(s);
}
