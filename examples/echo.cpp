// A coroutine with a buffer that outlives its use. examples/echo.ll is made of it:
//   clang++ -std=c++20 -O1 -g -fno-exceptions -fno-discard-value-names -fdebug-compilation-dir=. -S -emit-llvm -Xclang -disable-llvm-passes echo.cpp
namespace std {
template <class R, class... A> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class P = void> struct coroutine_handle {
  static coroutine_handle from_address(void *p) noexcept { return {p}; }
  void *p;
};
struct suspend_never {
  bool await_ready() noexcept { return true; }
  template <class H> void await_suspend(H) noexcept {}
  void await_resume() noexcept {}
};
}

struct job {
  struct promise_type {
    int result;
    job get_return_object();
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(int r) { result = r; }
    void unhandled_exception() noexcept;
  };
};

struct event {
  bool await_ready();
  void await_suspend(std::coroutine_handle<job::promise_type>);
  long await_resume();
};

void consume(char *text);

job echo(int n) {
  char buf[440];
  consume(buf);
  long sum = n;
  while (n-- > 0)
    sum += co_await event{};
  co_return sum;
}
