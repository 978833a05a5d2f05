// In-order walks over binary trees by a recursive range-for of generators, two
// of which run in step to compare the fringes of trees of unlike shape.
#include "coro_lib.h"
#include <memory>

struct node {
  int key;
  std::unique_ptr<node> left, right;
};

static void insert(std::unique_ptr<node> &at, int key) {
  if (!at)
    at.reset(new node{key, nullptr, nullptr});
  else
    insert(key < at->key ? at->left : at->right, key);
}

static lib::generator<int> walk(const node *n) {
  if (!n)
    co_return;
  for (int key : walk(n->left.get()))
    co_yield key;
  co_yield n->key;
  for (int key : walk(n->right.get()))
    co_yield key;
}

static int common_prefix(const node *a, const node *b) {
  auto ga = walk(a), gb = walk(b);
  int same = 0;
  while (ga.next() && gb.next() && ga.value() == gb.value())
    same++;
  return same;
}

int main() {
  std::unique_ptr<node> a, b;
  unsigned x = 12345;
  int keys[40];
  for (int &k : keys) {
    x = x * 1103515245u + 12345u;
    k = static_cast<int>(x >> 16) % 100;
    insert(a, k);
  }
  for (int i = 39; i >= 0; i--)
    insert(b, i == 7 ? 99 : keys[i]);
  for (int key : walk(a.get()))
    std::printf("%d ", key);
  std::printf("\ncommon prefix %d\n", common_prefix(a.get(), b.get()));
}
