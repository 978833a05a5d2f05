// Coroutines whose promises keep no handle of the coroutine that continues, but a pointer to its
// promise, in a struct of a base class. Each promise also has a handle that is something else: of
// the supervisor, which waits for nobody.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

struct promise_base {
  std::coroutine_handle<> supervisor;
  struct {
    int depth = 0;
    void *parent = nullptr;
  } link;
};

template <class T> struct job {
  struct promise_type : promise_base {
    T value{};
    job get_return_object() { return job{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  explicit job(std::coroutine_handle<promise_type> h) : h(h), promise(&h.promise()) {}
  job(job &&o) : h(std::exchange(o.h, nullptr)), promise(o.promise) {}
  std::coroutine_handle<promise_type> h;
  promise_type *promise;
};

// run_child creates a job below another one and starts it; its handle is in no frame afterwards.
struct waits {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() {}
};

std::coroutine_handle<> boss;
promise_base *current;

template <class T> __attribute__((noinline)) void start(job<T> child) {
  child.promise->supervisor = boss;
  child.promise->link.parent = current;
  child.promise->link.depth = current ? current->link.depth + 1 : 0;
  current = child.promise;
  child.h.resume();
}

job<int> watch() {
  co_await waits{};
  co_return 0;
}

job<double> leaf(int n) {
  co_await waits{};
  co_return n / 2.0;
}

job<long> middle(int n) {
  start(leaf(n + 1));
  co_await waits{};
  co_return n;
}

job<long> root(int n) {
  start(middle(n + 1));
  co_await waits{};
  co_return n;
}

extern "C" __attribute__((noinline)) void stopped() { asm volatile("" ::: "memory"); }

int main() {
  job<int> w = watch();
  boss = w.h;
  w.h.resume();
  start(root(1));
  stopped();
  std::printf("%d\n", current->link.depth);
}
