// Handles made from promises, addresses and void handles, for promises of
// several sizes and alignments: an intrusive list links the promises.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <initializer_list>

struct node_base {
  node_base *next = nullptr;
  void (*resume)(node_base *);
  bool (*done)(node_base *);
};
static node_base *head, **tail = &head;

template <class Payload> struct co {
  struct promise_type : node_base {
    Payload payload{};
    using handle = std::coroutine_handle<promise_type>;
    static handle of(node_base *n) {
      return handle::from_promise(*static_cast<promise_type *>(n));
    }
    promise_type() {
      resume = [](node_base *n) { of(n).resume(); };
      done = [](node_base *n) { return of(n).done(); };
      *tail = this;
      tail = &next;
    }
    co get_return_object() { return {handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      payload.add(v);
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  typename promise_type::handle h;
};

template <class T, int N> struct array {
  T items[N];
  void add(int v) {
    for (int i = 0; i < N; i++)
      items[i] = static_cast<T>(items[i] + v + i);
  }
  long sum() const {
    long s = 0;
    for (T item : items)
      s = s * 5 + static_cast<long>(item);
    return s;
  }
};

template <class P> static co<P> feed(int n, int step) {
  for (int i = 0; i < n; i++)
    co_yield i *step;
}

int main() {
  auto a = feed<array<char, 1>>(3, 2);
  auto b = feed<array<short, 3>>(6, 5);
  auto c = feed<array<int, 7>>(4, 100);
  auto d = feed<array<double, 2>>(9, 3);
  for (int left = 1, round = 0; left; round++) {
    left = 0;
    for (node_base *n = head; n; n = n->next)
      if (!n->done(n)) {
        n->resume(n);
        left++;
      }
    std::printf("round %d: %d ran\n", round, left);
  }
  std::printf("%ld %ld %ld %ld\n", a.h.promise().payload.sum(), b.h.promise().payload.sum(),
              c.h.promise().payload.sum(), d.h.promise().payload.sum());
  void *address = b.h.address();
  auto again = decltype(b.h)::from_address(address);
  std::coroutine_handle<> erased = again;
  std::printf("%d %d\n", &again.promise() == &b.h.promise(), erased.address() == address);
  for (std::coroutine_handle<> h : {std::coroutine_handle<>(a.h), std::coroutine_handle<>(b.h),
                                    std::coroutine_handle<>(c.h), std::coroutine_handle<>(d.h)})
    h.destroy();
}
