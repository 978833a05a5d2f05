// Promise operator new that sees the coroutine's parameters: an arena passed
// as the first argument, for a free function, a member and a lambda.
#include <coroutine>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>

struct arena {
  const char *name;
  int taken = 0, given = 0;
};
struct header {
  arena *owner;
  char pad[16 - sizeof(arena *)];
};

struct co {
  struct promise_type {
    int sum = 0;
    static void *allocate(std::size_t n, arena &a) {
      auto *h = static_cast<header *>(std::malloc(n + sizeof(header)));
      h->owner = &a;
      a.taken++;
      return h + 1;
    }
    template <class... Rest> static void *operator new(std::size_t n, arena &a, Rest &...) {
      return allocate(n, a);
    }
    template <class Self, class... Rest>
      requires(!std::is_same_v<Self, arena>)
    static void *operator new(std::size_t n, Self &, arena &a, Rest &...) {
      return allocate(n, a);
    }
    static void operator delete(void *p, std::size_t n) {
      header *h = static_cast<header *>(p) - 1;
      h->owner->given += n > 0;
      std::free(h);
    }
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { sum = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  int finish() {
    while (!h.done())
      h.resume();
    int sum = h.promise().sum;
    h.destroy();
    return sum;
  }
};

// noinline keeps clang from eliding the frames, which would hide the calls.
[[gnu::noinline]] static co free_function(arena &, int a, double b) {
  co_await std::suspend_always{};
  co_return a + static_cast<int>(b);
}

struct object {
  int base;
  [[gnu::noinline]] co member(arena &, int a) {
    co_await std::suspend_always{};
    co_return base + a;
  }
};

int main() {
  arena first{"first"}, second{"second"};
  object o{1000};
  int k = 7;
  auto lambda = [k](arena &, int a) __attribute__((noinline)) -> co {
    co_await std::suspend_always{};
    co_return k * a;
  };
  for (int i = 0; i < 3; i++) {
    arena &a = i % 2 ? second : first;
    std::printf("%d ", free_function(a, i, 2.5).finish());
    std::printf("%d ", o.member(a, i).finish());
    std::printf("%d\n", lambda(a, i).finish());
  }
  for (arena *a : {&first, &second})
    std::printf("%s: taken %d given %d\n", a->name, a->taken, a->given);
}
