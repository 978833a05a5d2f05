// Awaits of [[clang::coro_await_elidable]] tasks one after the other, in
// branches, in loops and in try blocks. Tasks destroy themselves when they
// end, so only the attribute says that a child's frame may lie in its parent's.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <type_traits>
#include <utility>

#if __has_cpp_attribute(clang::coro_await_elidable)
#define ELIDABLE [[clang::coro_await_elidable]]
#else
#define ELIDABLE
#endif

// What can be resumed, first come first served.
static std::coroutine_handle<> ready[16];
static unsigned first_ready, end_ready;

__attribute__((noinline)) static void enqueue(std::coroutine_handle<> h) {
  ready[end_ready++ % 16] = h;
}

__attribute__((noinline)) static void run_all() {
  while (first_ready != end_ready)
    ready[first_ready++ % 16].resume();
}

template <class T> struct result_slot {
  std::exception_ptr error;
  T value{};
};

template <> struct result_slot<void> {
  std::exception_ptr error;
};

template <class T> struct promise_base {
  std::coroutine_handle<> caller;
  result_slot<T> *result = nullptr;
  std::suspend_always initial_suspend() noexcept { return {}; }
  // A task that ends gives its frame back, and only then goes on with who waits.
  struct back {
    bool await_ready() noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> h) noexcept {
      auto caller = h.promise().caller;
      h.destroy();
      if (caller)
        enqueue(caller);
    }
    void await_resume() noexcept {}
  };
  back final_suspend() noexcept { return {}; }
  void unhandled_exception() { result->error = std::current_exception(); }
};

template <class T> struct value_promise : promise_base<T> {
  void return_value(T v) { this->result->value = std::move(v); }
};

template <> struct value_promise<void> : promise_base<void> {
  void return_void() {}
};

template <class T> struct ELIDABLE task {
  struct promise_type : value_promise<T> {
    task get_return_object() {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~task() {
    if (h)
      h.destroy();
  }
  struct awaiter {
    std::coroutine_handle<promise_type> h;
    result_slot<T> result;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> c) {
      h.promise().caller = c;
      h.promise().result = &result;
      enqueue(h);
    }
    T await_resume() {
      if (result.error)
        std::rethrow_exception(result.error);
      if constexpr (!std::is_void_v<T>)
        return std::move(result.value);
    }
  };
  awaiter operator co_await() && { return {std::exchange(h, nullptr), {}}; }
  T run() && {
    awaiter a{std::exchange(h, nullptr), {}};
    a.await_suspend(nullptr);
    run_all();
    return a.await_resume();
  }
};

__attribute__((noinline)) static void note(const char *what, int n) {
  std::printf("%s %d\n", what, n);
}

struct noisy {
  int v;
  explicit noisy(int v) : v(v) {}
  ~noisy() { note("gone", v); }
};

static task<int> leaf(int n) { co_return n * 2 + 1; }

static task<void> say(int n) {
  note("say", n);
  co_return;
}

static task<int> fails(int n) {
  if (n % 2)
    throw n;
  co_return n;
}

static task<int> eight(int n) {
  int a = co_await leaf(n);
  int b = co_await leaf(a);
  int c = co_await leaf(b);
  int d = co_await leaf(c);
  int e = co_await leaf(d);
  int f = co_await leaf(e);
  int g = co_await leaf(f);
  int h = co_await leaf(g);
  co_return a + b + c + d + e + f + g + h;
}

static task<void> nothing_back(int n) {
  co_await say(n);
  co_await say(n + 1);
  co_await say(n + 2);
  co_await say(n + 3);
  co_await say(n + 4);
}

static task<int> with_locals(int n) {
  noisy one(n);
  int a = co_await leaf(n);
  noisy two(a);
  int b = co_await leaf(a);
  noisy three(b);
  int c = co_await leaf(b);
  {
    noisy four(c);
    a += co_await leaf(c);
    a += co_await leaf(a);
  }
  co_return a + b + c;
}

static task<int> one_expression(int n) {
  co_return co_await leaf(n) + co_await leaf(n + 1) + co_await leaf(n + 2) +
      co_await leaf(co_await leaf(n + 3));
}

static task<int> looping(int n) {
  int sum = co_await leaf(n);
  for (int i = 0; i < n; i++) {
    sum += co_await leaf(i);
    sum += co_await leaf(sum);
    sum += co_await leaf(i + 1);
  }
  sum += co_await leaf(sum);
  while (sum > 100) {
    sum -= co_await leaf(n + 40);
    if (co_await leaf(sum) < 0)
      break;
  }
  co_return sum + co_await leaf(1);
}

static task<int> branches(int n) {
  int a = co_await leaf(n);
  if (a > 5)
    a += co_await leaf(1);
  else
    a += co_await leaf(2);
  int b = co_await leaf(a);
  if (b % 3 == 0)
    co_return b;
  switch (n) {
  case 0:
    b += co_await leaf(b);
    [[fallthrough]];
  case 1:
    b += co_await leaf(b);
    break;
  default:
    b += co_await leaf(0);
  }
  co_return b + co_await leaf(a);
}

static task<int> trying(int n) {
  int sum = co_await fails(0);
  for (int i = 0; i < n; i++) {
    try {
      noisy guard(100 + i);
      sum += co_await leaf(i);
      sum += co_await fails(i);
      sum += co_await leaf(sum);
    } catch (int e) {
      sum -= e;
    }
  }
  sum += co_await leaf(sum);
  co_return sum;
}

static task<int> deeper(int n) {
  int sum = co_await eight(n);
  sum += co_await looping(n);
  sum += co_await branches(n);
  sum += co_await with_locals(n);
  co_await nothing_back(sum % 10);
  sum += co_await trying(n);
  co_return sum;
}

int main() {
  for (int n = 0; n < 4; n++) {
    note("eight", eight(n).run());
    nothing_back(n).run();
    note("with_locals", with_locals(n).run());
    note("one_expression", one_expression(n).run());
    note("looping", looping(n).run());
    note("branches", branches(n).run());
    note("trying", trying(n).run());
    note("deeper", deeper(n).run());
  }
  { task<int> never = deeper(2); }
}
