// Objects that begin with a function pointer are passed as handles. The function is an ordinary one,
// so its calling convention is not that of a coroutine's parts. Loops separate the stores of the
// pointers from the calls, because clang itself makes a call undefined if both are in one block.

#include <coroutine>
#include <cstdio>

struct frame {
  void (*resume)(frame *) = nullptr;
  void (*destroy)(frame *) = nullptr;
  std::coroutine_handle<> handle() { return std::coroutine_handle<>::from_address(this); }
};

struct listener : frame {
  int calls = 0;
  listener() {
    resume = +[](frame *f) { ++static_cast<listener *>(f)->calls; };
    destroy = +[](frame *f) { static_cast<listener *>(f)->calls += 100; };
  }
};

struct task {
  struct promise_type : frame {
    std::coroutine_handle<> then;
    bool started = false;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct finish {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().then; }
      void await_resume() noexcept {}
    };
    finish final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
    std::coroutine_handle<> start(std::coroutine_handle<> h) {
      then = h;
      resume = +[](frame *f) {
        auto *p = static_cast<promise_type *>(f);
        p->started = true;
        std::coroutine_handle<promise_type>::from_promise(*p).resume();
      };
      return handle();
    }
  };
  std::coroutine_handle<promise_type> h;
  ~task() { h.destroy(); }
};

static task say(int n) {
  std::printf("say %d\n", n);
  co_return;
}

static void pause() {
  for (volatile int n = 0; n < 3; n = n + 1) {
  }
}

__attribute__((noinline)) static void run(task t) {
  listener l;
  auto h = t.h.promise().start(l.handle());
  pause();
  h.resume();
  std::printf("started %d, calls %d\n", t.h.promise().started, l.calls);
  l.handle().resume();
  pause();
  l.handle().destroy();
  std::printf("calls %d\n", l.calls);
}

int main() {
  for (int n = 0; n < 3; ++n)
    run(say(n));
}
