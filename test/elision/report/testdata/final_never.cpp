// An exception leaves a coroutine whose final suspend never happens. It counts as suspended there, so destroying it must not destroy its
// locals again.
#include <coroutine>
#include <cstdio>

struct handle {
  struct promise_type {
    handle get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<> h;
};

struct local {
  ~local() { std::puts("local gone"); }
};

static handle thrower() {
  local l;
  co_await std::suspend_always{};
  throw 1;
}

int main() {
  auto h = thrower().h;
  h.resume();
  try {
    h.resume();
  } catch (int) {
    std::puts("caught");
  }
  h.destroy();
  std::puts("end");
}
