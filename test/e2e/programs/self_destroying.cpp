// Coroutines with no owner: final_suspend never suspends, or destroys its own
// frame in await_suspend, or the frame goes when a callback drops it.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <initializer_list>

static int alive, promises;

struct local {
  local() { alive++; }
  ~local() { alive--; }
};

enum class ending { never, destroy_void, destroy_bool, destroy_transfer };

template <ending E> struct detached {
  struct promise_type {
    promise_type() { promises++; }
    ~promise_type() { promises--; }
    detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct never : std::suspend_never {};
      struct to_void {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<> h) noexcept { h.destroy(); }
        void await_resume() noexcept {}
      };
      struct to_bool {
        bool await_ready() noexcept { return false; }
        bool await_suspend(std::coroutine_handle<> h) noexcept {
          h.destroy();
          return true;
        }
        void await_resume() noexcept {}
      };
      struct transfer {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) noexcept {
          h.destroy();
          return std::noop_coroutine();
        }
        void await_resume() noexcept {}
      };
      if constexpr (E == ending::never)
        return never{};
      else if constexpr (E == ending::destroy_void)
        return to_void{};
      else if constexpr (E == ending::destroy_bool)
        return to_bool{};
      else
        return transfer{};
    }
    void return_void() {}
    void unhandled_exception() { std::printf("unhandled "); }
  };
};

static std::coroutine_handle<> parked[8];
static int parked_count;

struct park {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { parked[parked_count++] = h; }
  void await_resume() {}
};

template <ending E> static detached<E> work(int n) {
  local a;
  for (int i = 0; i < n; i++) {
    local b;
    co_await park{};
    std::printf("%d%d ", static_cast<int>(E), i);
    if (i == 2)
      throw i;
  }
}

int main() {
  for (int n : {0, 1, 3, 9}) {
    work<ending::never>(n);
    work<ending::destroy_void>(n);
    work<ending::destroy_bool>(n);
    work<ending::destroy_transfer>(n);
    for (int round = 0; round < 2 && parked_count; round++) {
      int count = parked_count;
      parked_count = 0;
      for (int i = 0; i < count; i++)
        parked[i].resume();
    }
    std::printf("| left %d alive %d promises %d", parked_count, alive, promises);
    while (parked_count)
      parked[--parked_count].destroy();
    std::printf(" | alive %d promises %d\n", alive, promises);
  }
}
