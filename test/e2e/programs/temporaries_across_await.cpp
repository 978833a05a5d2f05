// Temporaries of a full expression with awaits live across the suspends: their
// order of birth and death, those bound to references, and default arguments.
#include <coroutine>
#include <cstdio>
#include <initializer_list>

static std::coroutine_handle<> waiting;

struct temp {
  int id;
  explicit temp(int i) : id(i) { std::printf("+%d ", id); }
  temp(const temp &o) : id(o.id + 100) { std::printf("+%d ", id); }
  ~temp() { std::printf("-%d ", id); }
};

struct pause {
  const temp &held;
  bool await_ready() const { return held.id < 0; }
  void await_suspend(std::coroutine_handle<> h) const {
    std::printf("(%d ", held.id);
    waiting = h;
  }
  int await_resume() const {
    std::printf("%d) ", held.id);
    return held.id;
  }
};

struct co {
  struct promise_type {
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::printf("unhandled "); }
  };
  std::coroutine_handle<promise_type> h;
};

static int add(const temp &a, int b, const temp &c = temp(9)) { return a.id + b + c.id; }

struct holder {
  const temp &r;
  int v;
};

static co expressions(bool flag) {
  int v = add(temp(1), 2);
  std::printf("= %d\n", v);
  v = temp(3).id + co_await pause{temp(4)};
  std::printf("= %d\n", v);
  const temp &bound = temp(5);
  v += co_await pause{bound};
  std::printf("= %d\n", v);
  v = flag ? co_await pause{temp(6)} : temp(7).id;
  std::printf("= %d\n", v);
  // Braces fix the order of evaluation from left to right.
  holder h{temp(8), co_await pause{temp(10)}};
  std::printf("= %d\n", h.r.id + h.v);
  v = flag && co_await pause{temp(11)} && temp(12).id && co_await pause{temp(-13)};
  std::printf("= %d\n", v);
  for (const temp &t : {temp(14), temp(15)})
    v += co_await pause{t};
  std::printf("= %d\n", v);
  try {
    throw temp(co_await pause{temp(16)} + 1);
  } catch (const temp &t) {
    v = t.id;
  }
  std::printf("= %d\n", v);
}

int main() {
  for (int stop = 3; stop < 14; stop += 5) {
    co c = expressions(stop != 8);
    int resumes = 0;
    while (!c.h.done() && ++resumes < stop)
      waiting.resume();
    std::printf("| destroy at %d: ", resumes);
    c.h.destroy();
    std::printf("\n");
  }
}
