// Two threads resume a generator by turns that nothing orders.
#include <atomic>
#include <coroutine>
#include <thread>

struct generator {
  struct promise_type {
    int value = 0;
    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

generator count() {
  for (int i = 0;; ++i)
    co_yield i;
}

std::atomic<int> turn;

int main() {
  generator g = count();
  std::thread other([&] {
    g.handle.resume();
    turn.store(1, std::memory_order_relaxed);
  });
  while (turn.load(std::memory_order_relaxed) == 0)
    std::this_thread::yield();
  g.handle.resume(); // race
  other.join();
  g.handle.destroy();
}
