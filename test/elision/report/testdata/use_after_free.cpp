// A coroutine that reads freed memory after a suspend: AddressSanitizer has to stop it in what the lowering made of its body.
#include <coroutine>
#include <cstdio>

struct job {
  struct promise_type {
    job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

static job reader(volatile int *p) {
  co_await std::suspend_always{};
  std::printf("read %d\n", *p);
}

int main(int argc, char **) {
  volatile int *p = new int(argc);
  job j = reader(p);
  j.h.resume();
  delete p;
  j.h.resume();
  j.h.destroy();
}
