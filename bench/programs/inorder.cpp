// A search tree whose nodes a recursive generator visits: each level resumes the one below.
#include "coro.h"

struct node { long key; node *left, *right; };

generator<long> inorder(const node *n) {
  if (!n)
    co_return;
  for (auto g = inorder(n->left); g.next();)
    co_yield g.value();
  co_yield n->key;
  for (auto g = inorder(n->right); g.next();)
    co_yield g.value();
}
node *build(node *&free, long from, long to) {
  if (from >= to)
    return nullptr;
  long mid = from + (to - from) / 2;
  node *n = free++;
  *n = {mid, build(free, from, mid), build(free, mid + 1, to)};
  return n;
}
int main() {
  static node nodes[4096];
  node *free = nodes;
  node *root = build(free, 0, 4095);
  long sum = 0, round = 0;
  for (; round < 250; round++)
    for (auto g = inorder(root); g.next();)
      sum = sum * 31 + g.value();
  finish(sum);
}
