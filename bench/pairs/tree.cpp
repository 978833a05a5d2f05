// The sum over a tree.
#include "task.h"

struct node {
  node *left, *right;
  long value;
};
node *build(int depth, long &next) {
  if (depth == 0)
    return nullptr;
  node *n = new node;
  n->left = build(depth - 1, next);
  n->value = next++;
  n->right = build(depth - 1, next);
  return n;
}
TASK(long) sum(const node *n) {
  if (!n)
    RETURN 0;
  long a = AWAIT sum(n->left);
  long b = AWAIT sum(n->right);
  RETURN a + b + n->value;
}
TASK(long) times(const node *n, int k) {
  long s = 0;
  for (int i = 0; i < k; i++)
    s ^= AWAIT sum(n) + i;
  RETURN s;
}

int main() {
  long next = 0;
  node *root = build(13, next);
  printf("%ld\n", run(times(root, 20)));
}
