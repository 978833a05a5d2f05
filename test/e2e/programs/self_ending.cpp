// Coroutines that end in their own ramp, so that nobody outside sees a handle: the ramp takes and
// returns integers. await_suspend destroys the coroutine, resumes it, refuses to suspend, or throws,
// as a run-time value decides. In the last ones the handle is published before the end, and the
// coroutine outlives the ramp.
#include <coroutine>
#include <cstdio>
#include <cstdlib>

struct fire {
  struct promise_type {
    void get_return_object() {}
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
};
template <class... A> struct std::coroutine_traits<void, A...> { using promise_type = fire::promise_type; };

static int sum;
static std::coroutine_handle<> published;

struct note {
  const char *name;
  ~note() { std::printf("~%s ", name); }
};

// Destroys the coroutine if the value is even.
struct stop {
  int v;
  bool await_ready() noexcept { return v & 1; }
  void await_suspend(std::coroutine_handle<> h) noexcept { h.destroy(); }
  int await_resume() noexcept { return v; }
};
static void add(int x) {
  note n{"add"};
  sum += co_await stop{x};
}

// Resumes in await_suspend, refuses, or transfers to itself.
struct at_once {
  int v;
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) { h.resume(); }
  int await_resume() noexcept { return v; }
};
struct refuses {
  int v;
  bool await_ready() noexcept { return false; }
  bool await_suspend(std::coroutine_handle<>) noexcept { return false; }
  int await_resume() noexcept { return v; }
};
struct itself {
  int v;
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept { return h; }
  int await_resume() noexcept { return v; }
};
static void kinds(int x) {
  note n{"kinds"};
  sum += co_await refuses{x};
  sum += co_await itself{2 * x};
  if (x > 2)
    co_await stop{x & 2};
  sum += 100;
}
static void resumes(int x) {
  note n{"resumes"};
  sum += co_await at_once{x};
}

// Throws out of await_suspend: the coroutine continues with the exception.
struct throws {
  int v;
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) {
    if (v & 1)
      throw v;
  }
  int await_resume() noexcept { return v; }
};
static void caught(int x) {
  note n{"caught"};
  try {
    co_await throws{2 * x + 1};
  } catch (int e) {
    sum += e;
  }
}
static void uncaught(int x) {
  note n{"uncaught"};
  co_await throws{2 * x + 1};
}

// Publishes the handle, and then ends, or does not.
struct publishes {
  bool ends;
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept {
    published = h;
    if (ends)
      h.destroy();
  }
  void await_resume() noexcept {}
};
static void outlives(int x) {
  note n{"outlives"};
  int kept = x * 3;
  co_await publishes{x > 5};
  sum += kept;
}

// A destroy in a callee that throws after it.
[[gnu::noinline]] static void destroy_and_throw(std::coroutine_handle<> h, int v) {
  h.destroy();
  if (v > 1)
    throw v;
}
struct ends_by_throw {
  int v;
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept {
    try {
      destroy_and_throw(h, v);
    } catch (int e) {
      sum += e;
    }
    return std::noop_coroutine();
  }
  void await_resume() noexcept {}
};
static void thrown_over(int x) {
  note n{"thrown_over"};
  co_await ends_by_throw{x};
  sum += 1000;
}

int main(int argc, char **) {
  for (int i = argc; i < argc + 6; i++) {
    add(i);
    kinds(i);
    resumes(i);
    caught(i);
    try {
      uncaught(i);
    } catch (int e) {
      sum += 10 * e;
    }
    thrown_over(i);
    std::printf("%d\n", sum);
  }
  outlives(argc + 7);
  std::printf("%d\n", sum);
  outlives(argc);
  published.resume();
  std::printf("%d\n", sum);
}
