// get_return_object returns another type than the coroutine: converted by a
// constructor, a conversion operator, to a handle, a pointer and a number.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct promise_base {
  int value = 0;
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  std::suspend_always yield_value(int v) {
    value = v;
    return {};
  }
  void return_void() {}
  void unhandled_exception() {}
};

struct by_constructor {
  struct promise_type;
  struct token {
    promise_type *p;
  };
  struct promise_type : promise_base {
    token get_return_object() { return {this}; }
  };
  promise_type *p;
  by_constructor(token t) : p(t.p) {}
};

struct by_operator {
  struct promise_type;
  promise_type *p;
  int extra[6];
  struct maker {
    promise_type *p;
    operator by_operator() const { return {p, {1, 2, 3, 4, 5, 6}}; }
  };
  struct promise_type : promise_base {
    maker get_return_object() { return {this}; }
  };
};

struct plain_promise : promise_base {
  std::coroutine_handle<plain_promise> get_return_object() {
    return std::coroutine_handle<plain_promise>::from_promise(*this);
  }
};
struct is_handle : std::coroutine_handle<plain_promise> {
  using promise_type = plain_promise;
  is_handle(std::coroutine_handle<plain_promise> h) : std::coroutine_handle<plain_promise>(h) {}
};

// Built-in return types get their promise from coroutine_traits.
struct pointer_promise : promise_base {
  pointer_promise *get_return_object() { return this; }
};
template <> struct std::coroutine_traits<pointer_promise *, int> {
  using promise_type = pointer_promise;
};
struct slot_promise : promise_base {
  static inline slot_promise *slots[4];
  static inline int used;
  short get_return_object() {
    slots[used] = this;
    return static_cast<short>(used++);
  }
};
template <> struct std::coroutine_traits<long, int> {
  using promise_type = slot_promise;
};

static by_constructor first(int n) {
  for (int i = 0; i < n; i++)
    co_yield i + 1;
}
static by_operator second(int n) {
  for (int i = 0; i < n; i++)
    co_yield i + 10;
}
static is_handle third(int n) {
  for (int i = 0; i < n; i++)
    co_yield i + 100;
}
static pointer_promise *fourth(int n) {
  for (int i = 0; i < n; i++)
    co_yield i + 1000;
}
static long fifth(int n) {
  for (int i = 0; i < n; i++)
    co_yield i + 10000;
}

template <class P> static int drain(P &p) {
  auto h = std::coroutine_handle<P>::from_promise(p);
  int sum = 0;
  for (h.resume(); !h.done(); h.resume())
    sum += p.value;
  h.destroy();
  return sum;
}

int main() {
  by_constructor a = first(3);
  by_operator b = second(4);
  is_handle c = third(2);
  pointer_promise *d = fourth(5);
  long e = fifth(1), f = fifth(2);
  std::printf("%d ", drain(*a.p));
  std::printf("%d ", drain(*b.p) + b.extra[5]);
  std::printf("%d ", drain(c.promise()));
  std::printf("%d ", drain(*d));
  std::printf("%d ", drain(*slot_promise::slots[e]));
  std::printf("%d | %ld %ld\n", drain(*slot_promise::slots[f]), e,
              f);
}
