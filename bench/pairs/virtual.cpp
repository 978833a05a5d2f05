// Tasks that are created by virtual functions, of two classes in turn.
#include "task.h"

struct shape {
  virtual TASK(long) area(long scale) const = 0;
  virtual ~shape() = default;
};
struct square final : shape {
  long side;
  explicit square(long side) : side(side) {}
  TASK(long) area(long scale) const override { RETURN side * side + scale; }
};
struct rectangle final : shape {
  long a, b;
  rectangle(long a, long b) : a(a), b(b) {}
  TASK(long) area(long scale) const override { RETURN a * b - scale; }
};
TASK(long) sum(shape **list, int n, long scale) {
  long total = 0;
  for (int i = 0; i < n; i++)
    total += AWAIT list[i]->area(scale);
  RETURN total;
}
TASK(long) sums(shape **list, int n) {
  long total = 0;
  for (long scale = 0; scale < 5000; scale++)
    total += AWAIT sum(list, n, scale);
  RETURN total;
}

int main() {
  shape *list[100];
  for (int i = 0; i < 100; i++)
    list[i] = i % 3 ? (shape *)new square(i) : new rectangle(i, i + 1);
  printf("%ld\n", run(sums(list, 100)));
}
