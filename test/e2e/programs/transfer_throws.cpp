// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A coroutine whose handle await_suspend returns throws. The exception does not go to the awaiting
// coroutine, which is suspended, but to whoever runs it: its creator in the first part, and
// whoever resumed it afterwards.
// E2E: clang14
#include <coroutine>
#include <cstdio>

template <class Initial> struct routine {
  struct promise_type {
    routine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    Initial initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
};

using eager = routine<std::suspend_never>;
using lazy = routine<std::suspend_always>;

static std::coroutine_handle<> awaiting;

struct transfer {
  std::coroutine_handle<> to;
  int fails;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
    if (fails)
      throw fails;
    awaiting = h;
    return to;
  }
  void await_resume() {}
};

static lazy thrower(int n) {
  std::printf("thrower %d\n", n);
  throw n;
  co_return;
}

static eager user(std::coroutine_handle<> first, std::coroutine_handle<> second, int fails) {
  const std::coroutine_handle<> all[] = {first, second};
  for (std::coroutine_handle<> h : all) {
    try {
      co_await transfer{h, fails};
      std::printf("resumed\n");
    } catch (int n) {
      std::printf("caught inside: %d\n", n);
    }
  }
}

static lazy keeper(std::coroutine_handle<> h) {
  try {
    co_await std::suspend_always{};
    co_await transfer{h, 0};
    std::printf("keeper goes on\n");
  } catch (int n) {
    std::printf("keeper caught %d\n", n);
  }
}

int main() {
  lazy a = thrower(1), b = thrower(2), c = thrower(3);
  try {
    user(a.h, b.h, 0);
    std::printf("not reached\n");
  } catch (int n) {
    std::printf("creator caught %d, awaiting coroutine done: %d\n", n, awaiting.done());
    awaiting.destroy();
  }
  eager e = user(a.h, b.h, 9);
  std::printf("done: %d\n", e.h.done());
  lazy k = keeper(c.h);
  for (int i = 0; i < 3; i++) {
    try {
      k.h.resume();
      std::printf("suspended\n");
    } catch (int n) {
      std::printf("resumer caught %d\n", n);
    }
  }
  std::printf("done: %d\n", k.h.done());
  const std::coroutine_handle<> all[] = {a.h, b.h, c.h, e.h, k.h};
  for (std::coroutine_handle<> h : all)
    h.destroy();
}
