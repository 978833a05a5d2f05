// Tasks that finish without suspending, awaited by symmetric transfer: their awaits need no suspend, unless
// something could see the awaiting coroutine while it is suspended.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <utility>

template <class T> struct task {
  struct promise_type {
    T value{};
    std::coroutine_handle<> waiting;
    int marks = 0; // written through the handle of the awaiting coroutine
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
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit task(std::coroutine_handle<promise_type> h) : h(h) {}
  task(task &&t) : h(std::exchange(t.h, nullptr)) {}
  ~task() { if (h) h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiting = w; return h; }
  T await_resume() { return h.promise().value; }
  T run() { h.promise().waiting = std::noop_coroutine(); h.resume(); return h.promise().value; }
};

// Synchronous: the leaf, and what awaits only such tasks.
task<int> leaf(int &n) { co_return ++n; }
task<int> pair(int &n) {
  int a = co_await leaf(n);
  co_return a * 10 + co_await leaf(n);
}
task<int> loop(int &n, int times) {
  int sum = 0;
  for (int i = 0; i < times; i++)
    sum = sum * 3 + (i % 2 ? co_await pair(n) : co_await leaf(n));
  co_return sum;
}
task<int> branches(int n) {
  if (n < 0)
    co_return -1;
  while (n > 10)
    n /= 2;
  co_return n;
}
task<int> chooses(int n) { co_return co_await branches(n) + co_await branches(-n); }

// A child that suspends on some path, and one that others see suspended.
std::coroutine_handle<> paused;
struct pause {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { paused = h; }
  void await_resume() {}
};
task<int> pauses(int n) {
  if (n & 1)
    co_await pause{};
  co_return n * 2;
}
task<int> awaits_pauses(int n) { co_return co_await pauses(n) + co_await pauses(n + 1); }

// A child that finds its awaiting coroutine in a global variable, asks whether it is done, and writes to its promise.
std::coroutine_handle<task<int>::promise_type> current;
template <class T> struct noting : task<T> {
  noting(task<T> &&t) : task<T>(std::move(t)) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<typename task<T>::promise_type> w) {
    current = w;
    this->h.promise().waiting = w;
    return this->h;
  }
};
task<int> marks(int n) {
  current.promise().marks += n;
  co_return current.done() ? -1 : current.promise().marks;
}
task<int> marked(int n) {
  int a = co_await noting<int>(marks(n));
  int b = co_await noting<int>(marks(n + 1));
  co_return a * 100 + b + current.promise().marks * 10000;
}

// The same through a pointer that may point anywhere, and a promise that its own coroutine writes and reads.
struct counted {
  struct promise_type : task<int>::promise_type {
    counted get_return_object() { return counted{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    template <class A> A &&await_transform(A &&a) { marks += 5; return std::forward<A>(a); }
    void return_value(int v) { value = v * 1000 + marks; }
  };
  std::coroutine_handle<promise_type> h;
  explicit counted(std::coroutine_handle<promise_type> h) : h(h) {}
  counted(counted &&t) : h(std::exchange(t.h, nullptr)) {}
  ~counted() { if (h) h.destroy(); }
  int run() { h.promise().waiting = std::noop_coroutine(); h.resume(); return h.promise().value; }
};
using counted_handle = std::coroutine_handle<counted::promise_type>;
task<int> marks_at(counted_handle *at, int *n) {
  *n += 2;
  at->promise().marks *= 3;
  co_return *n;
}
struct noting_at : task<int> {
  counted_handle *at;
  noting_at(task<int> &&t, counted_handle *at) : task<int>(std::move(t)), at(at) {}
  std::coroutine_handle<> await_suspend(counted_handle w) {
    *at = w;
    h.promise().waiting = w;
    return h;
  }
};
counted marked_at(counted_handle *at, int *n) {
  int a = co_await noting_at(marks_at(at, n), at);
  int b = co_await noting_at(marks_at(at, n), at);
  co_return a * b;
}

// A child that transfers to somebody else, who resumes the awaiting coroutine later.
task<int> diverts(int n) { co_return n + 5; }
struct diverted : task<int> {
  diverted(task<int> &&t) : task<int>(std::move(t)) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) {
    paused = w;
    h.promise().waiting = std::noop_coroutine();
    return h;
  }
};
task<int> awaits_diverted(int n) { co_return co_await diverted(diverts(n)) * 3; }

// An await that transfers to its own coroutine or to the child.
struct either : task<int> {
  bool self;
  either(task<int> &&t, bool self) : task<int>(std::move(t)), self(self) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) {
    h.promise().waiting = w;
    return self ? w : std::coroutine_handle<>(h);
  }
};
task<int> awaits_either(int n) {
  co_return co_await either(diverts(n), n & 1) * 7 + co_await either(diverts(n), !(n & 1));
}

// A child that calls a function which destroys the awaiting coroutine.
struct victim { std::coroutine_handle<> h; int destroyed = 0; } doomed;
struct witness { int id; ~witness() { std::printf("destroyed %d\n", id); } };
__attribute__((noinline)) void strike() {
  if (doomed.h)
    std::printf("struck, done %d\n", doomed.h.done());
}
task<int> strikes(int n) {
  strike();
  co_return n;
}
struct remembering : task<int> {
  remembering(task<int> &&t) : task<int>(std::move(t)) {}
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) {
    doomed.h = w;
    h.promise().waiting = w;
    return h;
  }
};
task<int> awaits_strikes(int n) {
  witness w{n};
  int v = co_await remembering(strikes(n));
  doomed.h = nullptr;
  co_return v;
}

int main() {
  int n = 0;
  std::printf("%d\n", loop(n, 9).run());
  std::printf("%d %d\n", n, pair(n).run());
  std::printf("%d %d\n", chooses(1000).run(), chooses(-3).run());
  for (int k = 0; k < 2; k++) {
    task<int> t = awaits_pauses(k);
    t.h.promise().waiting = std::noop_coroutine();
    t.h.resume();
    for (int s = 0; !t.h.done(); s++) {
      std::printf("paused %d\n", s);
      paused.resume();
    }
    std::printf("%d\n", t.h.promise().value);
  }
  {
    task<int> t = awaits_pauses(1); // destroyed while its child is suspended
    t.h.promise().waiting = std::noop_coroutine();
    t.h.resume();
  }
  std::printf("%d\n", marked(4).run());
  static counted_handle at[2];
  std::printf("%d\n", marked_at(&at[n & 1], &n).run());
  {
    task<int> t = awaits_diverted(2);
    t.h.promise().waiting = std::noop_coroutine();
    t.h.resume();
    std::printf("done %d\n", t.h.done());
    paused.resume();
    std::printf("done %d %d\n", t.h.done(), t.h.promise().value);
  }
  std::printf("%d %d\n", awaits_either(3).run(), awaits_either(4).run());
  std::printf("%d\n", awaits_strikes(8).run());
}
