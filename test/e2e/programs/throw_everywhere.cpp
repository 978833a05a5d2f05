// An exception from every place in a coroutine that may throw: where it comes
// out, which locals were destroyed, and that no frame is lost.
#include <coroutine>
#include <cstddef>
#include <cstdio>

enum place {
  nowhere, in_copy, in_promise, in_get_return, in_initial, in_initial_ready,
  in_initial_suspend, in_initial_resume, in_body, in_ready, in_suspend, in_resume,
  in_yield, in_return, in_local, places, never
};
static const char *const names[] = {
    "nowhere", "parameter copy", "promise constructor", "get_return_object",
    "initial_suspend", "initial await_ready", "initial await_suspend",
    "initial await_resume", "body", "await_ready", "await_suspend", "await_resume",
    "yield_value", "return_value", "local's constructor"};
static place where;
static int frames, handled;

alignas(16) static char arena[1 << 16];
static std::size_t used;
static void *allocate(std::size_t n) {
  frames++;
  void *p = arena + used;
  used += (n + 15) / 16 * 16;
  return p;
}

static void at(place p) {
  if (p == where)
    throw static_cast<int>(p);
}

struct object {
  const char *name;
  explicit object(const char *n) : name(n) { std::printf(" +%s", name); }
  object(const object &o) : name(o.name) {
    at(in_copy);
    std::printf(" copy-%s", name);
  }
  ~object() { std::printf(" -%s", name); }
};
struct risky : object {
  risky() : object("risky") { at(in_local); }
};
template <int Ready, int Suspend, int Resume> struct awaiter {
  bool await_ready() { return at(place(Ready)), false; }
  void await_suspend(std::coroutine_handle<>) { at(place(Suspend)); }
  void await_resume() { at(place(Resume)); }
};

struct job {
  struct promise_type {
    // The frames come from an arena that is never given back: LLVM keeps the
    // slot of the exception in the frame, and reads it after it freed that.
    static void *operator new(std::size_t n) { return allocate(n); }
    static void operator delete(void *) { frames--; }
    promise_type() { at(in_promise); }
    ~promise_type() { std::printf(" ~promise"); }
    job get_return_object() {
      at(in_get_return);
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    auto initial_suspend() {
      at(in_initial);
      return awaiter<in_initial_ready, in_initial_suspend, in_initial_resume>{};
    }
    std::suspend_always final_suspend() noexcept { return {}; }
    awaiter<never, never, never> yield_value(int) {
      at(in_yield);
      return {};
    }
    void return_value(int) { at(in_return); }
    void unhandled_exception() {
      handled++;
      std::printf(" unhandled");
      throw;
    }
  };
  std::coroutine_handle<promise_type> h;
};

static job coroutine(object param) {
  object first("first");
  at(in_body);
  {
    object inner("inner");
    co_await awaiter<in_ready, in_suspend, in_resume>{};
  }
  risky second;
  co_yield 1;
  co_return 2;
}

int main() {
  for (int p = nowhere; p < places; p++) {
    where = place(p);
    handled = 0;
    std::printf("%s:", names[p]);
    try {
      object argument("arg");
      job j = coroutine(argument);
      try {
        while (!j.h.done())
          j.h.resume();
      } catch (int e) {
        std::printf(" threw %d done %d", e, j.h.done());
      }
      j.h.destroy();
    } catch (int e) {
      std::printf(" ramp threw %d", e);
    }
    std::printf(" | handled %d frames %d\n", handled, frames);
  }
  return frames;
}
