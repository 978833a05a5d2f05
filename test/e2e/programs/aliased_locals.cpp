// Pointers and references to locals, members, and array elements of the
// frame, taken before, between and after suspends, and used from outside.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

struct link {
  int value;
  link *next;
};

struct pair {
  int left, right;
};

static int *leaked;

static int walk(const link *l) {
  int sum = 0;
  for (; l; l = l->next)
    sum = sum * 3 + l->value;
  return sum;
}

static lib::generator<int> chain() {
  link a{1, nullptr}, b{2, &a}, c{3, &b};
  link *head = &c;
  co_yield walk(head);
  a.value = 7;
  link *tail = &a;
  co_yield walk(head);
  {
    link d{5, head};
    head = &d;
    co_yield walk(head);
    head = d.next;
  }
  tail->next = nullptr;
  c.next = &a;
  b.value = 100;
  co_yield walk(head);
}

static lib::generator<int> choose(bool which) {
  int x = 10, y = 20;
  int *p = which ? &x : &y;
  int &r = which ? y : x;
  int **pp = &p;
  leaked = &x;
  co_yield *p;
  **pp += 1;
  r += 2;
  co_yield x * 100 + y;
  p = p == &x ? &y : &x;
  co_yield **pp;
  std::swap(*p, r);
  co_yield x * 100 + y;
}

static lib::generator<int> members(int n) {
  pair p[3] = {{1, 2}, {3, 4}, {5, 6}};
  int pair::*m = &pair::left;
  pair *at = p;
  int *right = &p[2].right, *end = right - 1;
  for (int i = 0; i < n; i++) {
    at->*m += i;
    co_yield at->left * 10 + at->right + *right;
    m = i % 2 ? &pair::left : &pair::right;
    at = at == p + 2 ? p : at + 1;
    right = right == &p[0].right ? end : &p[0].right;
  }
}

int main() {
  for (int v : chain())
    std::printf("%d ", v);
  std::printf("\n");
  for (bool which : {true, false}) {
    auto g = choose(which);
    while (g.next()) {
      std::printf("%d ", g.value());
      *leaked += 1;
    }
    std::printf("\n");
  }
  for (int v : members(10))
    std::printf("%d ", v);
  std::printf("\n");
}
