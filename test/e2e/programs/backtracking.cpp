// Backtracking by generators: queens, permutations by Heap's algorithm, subset
// sums and a maze, each with its choice stack in the frames.
// E2E: clang14
#include "coro_lib.h"

struct board {
  int n, rows[10];
};

static lib::generator<board> queens(board b, int placed) {
  if (placed == b.n) {
    co_yield b;
    co_return;
  }
  for (int r = 0; r < b.n; r++) {
    bool safe = true;
    for (int c = 0; c < placed; c++) {
      int d = b.rows[c] - r;
      safe &= d != 0 && d != placed - c && d != c - placed;
    }
    if (!safe)
      continue;
    b.rows[placed] = r;
    for (const board &solution : queens(b, placed + 1))
      co_yield solution;
  }
}

static lib::generator<const char *> permutations(char *s, int k) {
  if (k <= 1) {
    co_yield s;
    co_return;
  }
  for (int i = 0; i < k; i++) {
    auto inner = permutations(s, k - 1);
    while (inner.next())
      co_yield inner.value();
    if (i < k - 1)
      std::swap(s[k % 2 ? 0 : i], s[k - 1]);
  }
}

static lib::generator<unsigned> subsets(const int *v, int n, int target, unsigned chosen) {
  if (target == 0)
    co_yield chosen;
  else if (n > 0 && target > 0)
    for (int take = 1; take >= 0; take--)
      for (unsigned s : subsets(v, n - 1, target - take * v[n - 1],
                                chosen | static_cast<unsigned>(take) << (n - 1)))
        co_yield s;
}

static char maze[7][9] = {"########", "#..#...#", "##.#.#.#", "#....#.#",
                          "#.####.#", "#......E", "########"};

static lib::generator<int> paths(int y, int x, int length) {
  if (maze[y][x] == 'E') {
    co_yield length;
    co_return;
  }
  if (maze[y][x] != '.')
    co_return;
  maze[y][x] = '+';
  static const int dy[] = {0, 1, 0, -1}, dx[] = {1, 0, -1, 0};
  for (int d = 0; d < 4; d++)
    for (int l : paths(y + dy[d], x + dx[d], length + 1))
      co_yield l;
  maze[y][x] = '.';
}

int main() {
  int count = 0;
  for (const board &b : queens(board{6, {}}, 0)) {
    for (int i = 0; i < b.n; i++)
      std::printf("%d", b.rows[i]);
    std::printf(" ");
    count++;
  }
  for ([[maybe_unused]] const board &b : queens(board{8, {}}, 0))
    count++;
  std::printf("| %d\n", count);
  char s[] = "abcde";
  unsigned hash = 0;
  for (const char *p : permutations(s, 5)) {
    hash = hash * 131 + static_cast<unsigned>(p[0] * 7 + p[3]);
    if (count++ % 24 == 0)
      std::printf("%s ", p);
  }
  std::printf("| %u\n", hash);
  const int v[] = {3, 34, 4, 12, 5, 2, 7};
  for (unsigned set : subsets(v, 7, 21, 0))
    std::printf("%x ", set);
  std::printf("|");
  for (int l : paths(1, 1, 0))
    std::printf(" %d", l);
  std::printf("\n");
}
