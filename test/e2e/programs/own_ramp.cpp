// Ramps that are not inlined, of coroutines that end in them: await_suspend destroys the coroutine,
// resumes it, or resumes it in another thread. Some are kept, always or by a run-time value, some are
// recursive or are left by an exception, and one destroyed handle stays in a global.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <thread>

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

static std::coroutine_handle<> parked, dead;
static int sum;

struct note {
  int n;
  ~note() { std::printf("~%d ", n); }
};

// Suspends, unless the value is odd, and destroys the coroutine.
struct stop {
  int v;
  bool await_ready() noexcept { return v & 1; }
  void await_suspend(std::coroutine_handle<> h) noexcept { h.destroy(); }
  int await_resume() noexcept { return v; }
};

struct waits {
  bool await_ready() noexcept { return false; }
  void await_resume() noexcept {}
};

struct park : waits {
  void await_suspend(std::coroutine_handle<> h) noexcept { parked = h; }
};

struct park_if : waits {
  bool yes;
  park_if(bool yes) : yes(yes) {}
  bool await_suspend(std::coroutine_handle<> h) noexcept {
    if (yes)
      parked = h;
    return yes;
  }
};

struct resume : waits {
  void await_suspend(std::coroutine_handle<> h) { h.resume(); }
};

struct keep : waits {
  void await_suspend(std::coroutine_handle<> h) noexcept {
    dead = h;
    h.destroy();
  }
};

struct join : waits {
  void await_suspend(std::coroutine_handle<> h) {
    std::thread t([h] { h.resume(); });
    t.join();
  }
};

[[gnu::noinline]] void ends(int x) {
  note n{x};
  sum += co_await stop{x};
}

[[gnu::noinline]] void parks(int x) {
  note n{x};
  co_await park{};
  sum += x;
}

[[gnu::noinline]] void sometimes(int x) {
  note n{x};
  co_await park_if{x > 2};
  sum += x;
}

[[gnu::noinline]] void resumes(int x) {
  note n{x};
  co_await resume{};
  sum += x;
}

[[gnu::noinline]] void keeps(int x) {
  note n{x};
  co_await keep{};
  sum += x;
}

[[gnu::noinline]] void joined(int x) {
  note n{x};
  co_await join{};
  sum += x;
}

[[gnu::noinline]] void throws(int x) {
  note n{x};
  co_await stop{x};
  if (x == 5)
    throw x;
  sum += x;
}

[[gnu::noinline]] void recurs(int x) {
  note n{x};
  co_await stop{x};
  if (x > 0)
    recurs(x - 2);
  sum += x;
}

int main() {
  for (int i = 1; i < 5; i++)
    ends(i);
  for (int i = 1; i < 5; i++) {
    parks(i);
    parked.resume();
  }
  for (int i = 1; i < 5; i++) {
    parked = {};
    sometimes(i);
    if (parked)
      parked.resume();
  }
  for (int i = 1; i < 5; i++)
    resumes(i);
  for (int i = 1; i < 5; i++)
    keeps(i);
  for (int i = 1; i < 5; i++)
    joined(i);
  for (int i = 1; i < 7; i++)
    try {
      throws(i);
    } catch (int e) {
      std::printf("caught %d ", e);
    }
  recurs(9);
  std::printf("\n%d\n", sum);
}
