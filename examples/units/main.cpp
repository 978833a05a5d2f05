#include "task.h"
#include <cstdio>
static task count(int n) { for (int i = 1; i <= n; ++i) co_yield i; }
int main() {
  task t = count(4);
  std::printf("%d\n", sum(t));
}
