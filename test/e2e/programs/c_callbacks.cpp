// Coroutines behind C interfaces: a handle goes through void *, qsort,
// a table of callbacks, and a coroutine is called by a pointer to it.
// E2E: clang14
#include "coro_lib.h"
#include <cstdlib>

typedef void (*callback)(void *context, int value);
struct subscription {
  callback call;
  void *context;
};
static subscription table[8];
static int table_size;

extern "C" void subscribe(callback call, void *context) { table[table_size++] = {call, context}; }
extern "C" void fire(int value) {
  int n = table_size;
  table_size = 0;
  for (int i = 0; i < n; i++)
    table[i].call(table[i].context, value);
}

struct event {
  int value = 0;
  std::coroutine_handle<> h = {};
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> me) {
    h = me;
    subscribe(
        [](void *context, int value) {
          auto *self = static_cast<event *>(context);
          self->value = value;
          self->h.resume();
        },
        this);
  }
  int await_resume() { return value; }
};

static lib::task<int> gather(int n, int *partial) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum = sum * 2 + co_await event{};
    *partial = sum;
  }
  co_return sum;
}

static lib::generator<int> steps(int n) {
  for (int i = n; i; i /= 2)
    co_yield i;
}

static int by_length(const void *a, const void *b) {
  int lengths[2] = {};
  const int values[2] = {*static_cast<const int *>(a), *static_cast<const int *>(b)};
  for (int i = 0; i < 2; i++)
    for ([[maybe_unused]] int v : steps(values[i]))
      lengths[i]++;
  return lengths[0] != lengths[1] ? lengths[0] - lengths[1] : values[1] - values[0];
}

int main() {
  lib::task<int> (*how)(int, int *) = gather;
  int partial[3] = {};
  lib::task<int> tasks[] = {how(3, &partial[0]), how(5, &partial[1]), how(1, &partial[2])};
  for (auto &t : tasks)
    t.start();
  for (int v = 1; table_size; v++) {
    fire(v);
    std::printf("%d:", v);
    for (int i = 0; i < 3; i++)
      std::printf(" %d%s", partial[i], tasks[i].done() ? "!" : "");
    std::printf("\n");
  }
  int values[] = {100, 3, 17, 1, 64, 63, 0, 33, 2, 5};
  std::qsort(values, 10, sizeof values[0], by_length);
  for (int v : values)
    std::printf("%d ", v);
  std::printf("\n");
}
