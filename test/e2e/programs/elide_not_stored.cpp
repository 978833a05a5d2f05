// Coroutines whose handles are stored: in a global, in a static table, in a list
// through their promises, and in an object that a global points to. Each is used
// after the scope that made it, some are ended there and some elsewhere.
#include "coro_lib.h"

using lib::counted;

struct node {
  struct promise_type {
    promise_type *next = nullptr;
    int value = 0;
    node get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using handle = std::coroutine_handle<promise_type>;
  handle h;
};

static node::handle global;
static node::handle table[4];
static node::promise_type *list;

static node powers(const char *name, int base) {
  counted c(name);
  int seen[5];
  for (int i = 0, v = 1; i < 5; i++, v *= base) {
    seen[i] = v;
    co_yield seen[i];
  }
  co_yield seen[1] + seen[2] + seen[3] + seen[4];
}

[[gnu::noinline]] static void set_global(int base) {
  node n = powers("global", base);
  n.h.resume();
  if (global)
    global.destroy();
  global = n.h;
}

[[gnu::noinline]] static void fill_table() {
  for (int i = 0; i < 4; i++) {
    node n = powers("table", i + 2);
    n.h.resume();
    table[i] = n.h;
    if (i == 2)
      table[0].destroy(), table[0] = nullptr;
  }
}

[[gnu::noinline]] static void link(int count) {
  while (count-- > 0) {
    node n = powers("list", count + 1);
    n.h.promise().next = list;
    list = &n.h.promise();
  }
}

struct holder {
  node::handle h;
  ~holder() {
    if (h)
      h.destroy();
  }
};
static holder *current;

// with_holder ends its coroutine unless a callee took it out of the holder.
[[gnu::noinline]] static void take_current() { global = std::exchange(current->h, nullptr); }
static int with_holder(bool taken) {
  holder h{powers("held", 9).h};
  current = &h;
  h.h.resume();
  if (taken)
    take_current();
  current = nullptr;
  return h.h ? h.h.promise().value : 0;
}

[[gnu::noinline]] static int advance(node::handle h, int times) {
  volatile char stack[2000];
  for (auto &b : stack)
    b = 0x33;
  while (times-- > 0 && !h.done())
    h.resume();
  return h.promise().value + (stack[5] - 0x33);
}

int main() {
  set_global(3);
  set_global(2);
  std::printf("global %d\n", advance(global, 5));
  global.destroy();
  fill_table();
  for (auto &h : table) {
    if (!h)
      continue;
    std::printf("table %d\n", advance(h, 5));
    h.destroy();
  }
  link(3);
  while (list) {
    auto h = node::handle::from_promise(*std::exchange(list, list->next));
    std::printf("list %d\n", advance(h, 6));
    h.destroy();
  }
  std::printf("held %d\n", with_holder(false));
  std::printf("held %d\n", with_holder(true));
  std::printf("taken %d\n", advance(global, 5));
  global.destroy();
  std::printf("alive %d\n", counted::alive);
}
