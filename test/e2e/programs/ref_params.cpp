// Parameters by lvalue reference, const reference to a caller's object, rvalue
// reference and pointer: all see what the caller does between resumes.
// E2E: clang14
#include "coro_lib.h"

struct box {
  int v;
  box(int v) : v(v) {}
  box(const box &) = delete;
};

static lib::generator<int> watch(int &counter, const box &in, box &&moved, int *array, int n) {
  for (int i = 0; i < n; i++) {
    counter++;
    moved.v += in.v;
    array[i] += counter;
    co_yield counter * 1000 + moved.v * 10 + array[i];
  }
  counter = -1;
}

static lib::generator<int> nested(int &outer) {
  int inner = outer;
  auto bump = [&] { return ++inner, ++outer; };
  auto child = watch(inner, box(1), box(2), &outer, 1);
  co_yield bump();
  // The boxes above were temporaries of the caller's statement: only inner
  // and outer may be used from here on.
  inner += 100;
  co_yield bump();
  co_yield inner * 1000 + outer;
}

int main() {
  int counter = 5, array[6] = {1, 2, 3, 4, 5, 6};
  box in(7), moved(0);
  auto g = watch(counter, in, std::move(moved), array, 6);
  while (g.next()) {
    std::printf("%d ", g.value());
    counter += 2;
    in.v--;
    array[5] *= 2;
  }
  std::printf("| %d %d\n", counter, moved.v);
  for (int a : array)
    std::printf("%d ", a);
  int outer = 40;
  auto n = nested(outer);
  while (n.next()) {
    std::printf("[%d %d] ", n.value(), outer);
    outer += 3;
  }
  std::printf("%d\n", outer);
}
