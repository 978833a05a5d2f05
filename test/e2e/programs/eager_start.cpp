// Coroutines that start at once: initial_suspend never, by a run-time choice,
// and by a handle; their first suspend may come in the ramp or not at all.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct start_if {
  bool now;
  bool await_ready() const noexcept { return now; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};

static std::coroutine_handle<> first_to_run;

struct run_other {
  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) const noexcept {
    auto other = first_to_run;
    first_to_run = h;
    return other ? other : std::noop_coroutine();
  }
  void await_resume() const noexcept { std::printf("<resumed> "); }
};

template <class Initial> struct job {
  struct promise_type {
    int parameter, value = 0;
    explicit promise_type(int n) : parameter(n) {}
    job get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    auto initial_suspend() noexcept {
      if constexpr (requires { Initial{true}; })
        return Initial{parameter % 2 == 0};
      else
        return Initial{};
    }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() { value = -1; }
  };
  std::coroutine_handle<promise_type> h;
};

template <class Initial> static job<Initial> work(int n) {
  int sum = n;
  std::printf("[start %d] ", n);
  for (int i = 0; i < n; i++) {
    co_await std::suspend_always{};
    sum += i;
  }
  if (sum > 10)
    throw sum;
  co_return sum;
}

template <class Initial> static void test(const char *name) {
  std::printf("%s:\n", name);
  for (int n = 0; n < 6; n++) {
    auto j = work<Initial>(n);
    std::printf("made %d; ", j.h.done());
    int resumes = 0;
    for (; !j.h.done(); resumes++)
      j.h.resume();
    std::printf("%d after %d\n", j.h.promise().value, resumes);
    if constexpr (!requires { Initial{true}; })
      first_to_run = nullptr;
    j.h.destroy();
  }
}

int main() {
  test<std::suspend_never>("never");
  test<std::suspend_always>("always");
  test<start_if>("by parity");
  test<run_other>("other");
  auto a = work<run_other>(1), b = work<run_other>(2);
  std::printf("a %d b %d\n", a.h.done(), b.h.done());
  a.h.destroy();
  b.h.destroy();
}
