// Static and thread_local variables inside coroutines: one copy for all
// frames, initialised once at the first pass, also when that pass throws.
#include "coro_lib.h"

static int constructed;

struct registry {
  int first;
  int uses = 0;
  explicit registry(int f) : first(f) {
    if (++constructed < 3)
      throw constructed;
  }
};

static lib::generator<int> shared(int id) {
  static int calls;
  static const int first_id = id * 10;
  thread_local int per_thread = id + 1000;
  calls++;
  for (int i = 0; i < 3; i++) {
    static registry r(id);
    r.uses++;
    per_thread += i;
    co_yield r.first * 100 + r.uses;
    co_yield calls * 10000 + first_id;
    co_yield per_thread;
  }
}

template <class T> static lib::task<int> serial() {
  static int next = sizeof(T);
  int mine = next++;
  co_return mine;
}

inline lib::task<int> sum_of_serials() {
  static int runs = 0;
  int s = co_await serial<int>() + co_await serial<double>() * 10;
  s += co_await serial<int>() * 100;
  runs++;
  co_return s * 10 + runs;
}

int main() {
  for (int id = 1; id < 6; id++) {
    try {
      auto a = shared(id), b = shared(id + 100);
      while (a.next() && b.next())
        std::printf("%d/%d ", a.value(), b.value());
      std::printf("\n");
    } catch (int e) {
      std::printf("%d: threw %d\n", id, e);
    }
  }
  for (int i = 0; i < 3; i++)
    std::printf("%d ", lib::run(sum_of_serials()));
  std::printf("constructed %d\n", constructed);
}
