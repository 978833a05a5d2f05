// A function that does not return jumps out of its caller, past a handler that would destroy a coroutine: no destructor is skipped, so that this is defined.
// The coroutine is used afterwards, by the handle in a global.
#include <coroutine>
#include <csetjmp>
#include <cstdio>

struct job {
  struct promise_type {
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
};

static std::jmp_buf back;
static std::coroutine_handle<> kept;

[[gnu::weak, noreturn]] void die() { std::longjmp(back, 1); }

static job worker(int n) {
  int values[8];
  for (int i = 0; i < 8; i++)
    values[i] = n * i;
  co_await std::suspend_always{};
  int sum = 0;
  for (int v : values)
    sum += v;
  std::printf("sum %d\n", sum);
}

__attribute__((noinline)) static void create(int n) {
  job j = worker(n);
  kept = j.h;
  try {
    j.h.resume();
    if (n == 3)
      die();
  } catch (...) {
    j.h.destroy();
    throw;
  }
  j.h.destroy();
}

__attribute__((noinline)) static void overwrite(int n) {
  volatile char buffer[4096];
  for (unsigned i = 0; i < sizeof buffer; i++)
    buffer[i] = static_cast<char>(n + i);
}

int main() {
  if (setjmp(back) == 0)
    create(3);
  overwrite(1);
  kept.resume();
  kept.destroy();
}
