// Tasks that call other functions and finish without suspending: their awaits need no suspend, unless a
// function that they call may resume or destroy the coroutine that awaits them.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

template <class T> struct task {
  struct promise_type {
    T value{};
    std::coroutine_handle<> waiting;
    std::exception_ptr error;
    int marks = 0;
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct hand_back {
      bool await_ready() noexcept { return false; }
      template <class P> std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) noexcept {
        return h.promise().waiting;
      }
      void await_resume() noexcept {}
    };
    hand_back final_suspend() noexcept { return {}; }
    void return_value(T v) { value = std::move(v); }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) : h(std::exchange(t.h, nullptr)) {}
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  T await_resume() {
    if (h.promise().error)
      std::rethrow_exception(h.promise().error);
    return std::move(h.promise().value);
  }
  T run() { h.promise().waiting = std::noop_coroutine(); h.resume(); return await_resume(); }
};

struct noisy {
  const char *name;
  explicit noisy(const char *n) : name(n) { std::printf("+%s ", name); }
  ~noisy() { std::printf("-%s ", name); }
};

__attribute__((noinline)) int read(int n) {
  std::printf("read %d ", n);
  if (n == 13)
    throw std::runtime_error("thirteen");
  return n + 1;
}

// Chains, loops and exceptions: the order of effects stays.
task<int> leaf(int n) {
  noisy x("leaf");
  co_return read(n);
}
task<int> middle(int n) {
  noisy x("middle");
  int a = co_await leaf(n);
  co_return a + co_await leaf(a * 2);
}
task<int> top(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    noisy x("top");
    bool failed = false;
    try {
      sum += co_await middle(i * 3 + 6);
    } catch (const std::exception &e) {
      std::printf("caught %s ", e.what());
      failed = true;
    }
    if (failed)
      sum -= co_await leaf(sum);
  }
  co_return sum;
}
task<std::string> name(int n) { co_return "item " + std::to_string(read(n)); }
task<std::string> names(int n) {
  std::string a = co_await name(n);
  co_return a + ", " + co_await name(n + 1);
}

// A large task stays a function.
template <unsigned N> struct many {
  static __attribute__((always_inline)) inline unsigned sum(unsigned n) {
    unsigned v = many<N - 1>::sum(n);
    if (v % (N + 2) == N)
      v += read(N);
    return v * 3 + N;
  }
};
template <> struct many<0> { static unsigned sum(unsigned n) { return n; } };
task<int> large(int n) { co_return many<24>::sum(n) & 0xffff; }
task<int> larger(int n) {
  int a = co_await large(n);
  int b = co_await large(a);
  co_return a ^ b;
}
task<int> largest(int n) { co_return co_await larger(n) + co_await larger(n + 1); }

// A function looks at the promise and the state of the coroutine that awaits.
std::coroutine_handle<task<int>::promise_type> watched;
__attribute__((noinline)) int look() {
  std::printf("done %d, marks %d ", watched.done(), watched.promise().marks);
  return watched.promise().marks++;
}
task<int> looks() { co_return look(); }
struct self {
  bool await_ready() { return false; }
  template <class P> bool await_suspend(std::coroutine_handle<P> w) { h = w; return false; }
  std::coroutine_handle<task<int>::promise_type> await_resume() { return h; }
  std::coroutine_handle<task<int>::promise_type> h;
};
task<int> is_watched() {
  auto me = co_await self{};
  me.promise().marks = 5;
  int a = co_await looks();
  me.promise().marks *= 2;
  co_return a * 100 + co_await looks() + me.promise().marks;
}

// A function resumes the coroutine that awaits a task, which outlives the await.
__attribute__((noinline)) int wake() {
  if (auto h = std::exchange(watched, nullptr)) {
    std::printf("woken ");
    h.resume();
    std::printf("back ");
  }
  return 3;
}
task<int> wakes() { co_return wake(); }
task<int> sleeper() {
  task<int> t = wakes();
  co_await t;
  std::printf("after the task ");
  co_await std::suspend_always{};
  std::printf("after the pause ");
  co_return 7;
}

// A function that a child calls after it has suspended destroys both.
task<int> *doomed;
struct last_word {
  struct promise_type {
    std::coroutine_handle<> waiting;
    last_word get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct farewell {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type>) noexcept {
        std::printf("farewell ");
        std::exchange(doomed->h, nullptr).destroy();
        return std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    farewell final_suspend() noexcept { return {}; }
    void return_void() { std::printf("returned "); }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  struct awaiter {
    std::coroutine_handle<promise_type> h;
    ~awaiter() { h.destroy(); }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
    void await_resume() {}
  };
  awaiter operator co_await() { return {h}; }
};
last_word speaks() { std::printf("speaks "); co_return; }
task<int> listens() {
  noisy x("listens");
  co_await speaks();
  co_return 1;
}

// Another exception leaves a child than the one that its promise keeps.
struct loud_task {
  struct promise_type : task<int>::promise_type {
    loud_task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    void unhandled_exception() { std::printf("throws on "); throw; }
  };
  std::coroutine_handle<promise_type> h;
  struct awaiter {
    std::coroutine_handle<promise_type> h;
    ~awaiter() { h.destroy(); }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
    int await_resume() { return h.promise().value; }
  };
  awaiter operator co_await() { return {h}; }
};
loud_task shouts(int n) { co_return read(n); }
task<int> hears(int n) {
  noisy x("hears");
  try {
    co_return co_await shouts(n);
  } catch (...) {
    std::printf("wrong ");
  }
  co_return 0;
}

int main() {
  std::printf("= %d\n", top(4).run());
  std::printf("= %s\n", names(4).run().c_str());
  try {
    std::printf("= %s\n", names(12).run().c_str());
  } catch (const std::exception &e) {
    std::printf("main caught %s\n", e.what());
  }
  std::printf("= %d\n", largest(3).run());
  {
    task<int> t = is_watched();
    watched = t.h;
    std::printf("= %d\n", t.run());
  }
  {
    task<int> t = sleeper();
    watched = t.h;
    std::printf("= %d\n", t.run());
  }
  {
    task<int> t = listens();
    doomed = &t;
    t.h.resume();
    std::printf("= %d\n", t.h == nullptr);
  }
  std::printf("= %d\n", hears(1).run());
  {
    task<int> t = hears(13);
    try {
      t.h.resume();
    } catch (const std::exception &e) {
      std::printf("main caught %s, done %d ", e.what(), t.h.done());
    }
  }
  std::printf("end\n");
}
