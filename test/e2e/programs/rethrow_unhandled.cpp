// unhandled_exception that rethrows into the resumer: the coroutine is then at
// its final suspend, may be destroyed, and its locals are already gone.
// E2E: clang14
#include <coroutine>
#include <cstdio>

static int alive;

struct local {
  int id;
  explicit local(int i) : id(i) { alive++; }
  ~local() {
    alive--;
    std::printf("~%d ", id);
  }
};

struct gen {
  struct promise_type {
    int value = 0, unhandled = 0;
    // Without it the promise is an aggregate, made from the parameters.
    promise_type() {}
    gen get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      if (v == 13)
        throw v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {
      unhandled++;
      throw;
    }
  };
  std::coroutine_handle<promise_type> h;
};

static gen count(int from, int bad) {
  local outer(from);
  for (int i = from;; i++) {
    local inner(100 + i);
    try {
      co_yield i;
    } catch (int e) {
      std::printf("[caught %d] ", e);
      if (bad == 13)
        throw "from the handler";
    }
    if (i == bad)
      throw i * 1.5;
    if (i > from + 5)
      co_return;
  }
}

static gen wraps(gen &inner) {
  local mine(7);
  while (!inner.h.done()) {
    inner.h.resume();
    co_yield inner.h.promise().value + 1000;
  }
}

static void drain(gen &g) {
  try {
    while (!g.h.done()) {
      g.h.resume();
      if (!g.h.done())
        std::printf("%d ", g.h.promise().value);
    }
    std::printf("| end ");
  } catch (double d) {
    std::printf("| double %.1f ", d);
  } catch (const char *s) {
    std::printf("| text %s ", s);
  }
  std::printf("done %d unhandled %d alive %d\n", g.h.done(), g.h.promise().unhandled, alive);
}

int main() {
  const int cases[][2] = {{1, 3}, {11, 99}, {11, 13}, {20, 20}, {12, 14}};
  for (auto [from, bad] : cases) {
    gen g = count(from, bad);
    drain(g);
    g.h.destroy();
    gen inner = count(from, bad), outer = wraps(inner);
    drain(outer);
    outer.h.destroy();
    inner.h.destroy();
  }
  std::printf("alive %d\n", alive);
}
