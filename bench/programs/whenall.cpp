// Tasks that are started together; the last one to finish continues who waits for all.
#include "coro.h"
#include <array>

struct counter { int left; std::coroutine_handle<> waiting; };

struct part {
  struct promise_type {
    counter *c = nullptr;
    long value;
    part get_return_object() { return part{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct arrive {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        counter *c = h.promise().c;
        return --c->left == 0 ? c->waiting : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    arrive final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
template <std::size_t N> struct when_all {
  std::array<part, N> parts;
  counter c{};
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> h) {
    c = {int(N) + 1, h};
    for (part &p : parts) {
      p.h.promise().c = &c;
      p.h.resume();
    }
    return --c.left != 0;
  }
  long await_resume() {
    long sum = 0;
    for (part &p : parts) {
      sum += p.h.promise().value;
      p.h.destroy();
    }
    return sum;
  }
};
part work(long seed) {
  for (int i = 0; i < 4; i++)
    seed = seed * 6364136223846793005 + 1442695040888963407;
  co_return seed >> 40;
}
task<long> rounds(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += co_await when_all<4>{{work(i), work(i + 1), work(sum), work(~i)}};
  co_return sum;
}
int main() { finish(rounds(1500000).run()); }
