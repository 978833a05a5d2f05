// A promise with await_transform for several types, awaitables by member and
// free operator co_await, and yields that return values to the coroutine.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <cstring>

struct give {
  int v;
};
struct ask {
  const char *question;
};
struct trace {};
struct number {
  int n;
};

template <class T> struct ready {
  T value;
  bool await_ready() noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) noexcept {}
  T await_resume() noexcept { return value; }
};

struct by_member {
  int v;
  ready<int> operator co_await() const & { return {v}; }
  ready<int> operator co_await() && { return {-v}; }
};
static ready<double> operator co_await(number n) { return {n.n / 8.0}; }

struct dialog {
  struct promise_type {
    const char *question = "none";
    char answer[16] = "";
    int given = 0, traces = 0;
    dialog get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    struct answered {
      promise_type &p;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      const char *await_resume() { return p.answer; }
    };
    answered await_transform(ask a) {
      question = a.question;
      return {*this};
    }
    ready<int> await_transform(trace) { return {++traces}; }
    ready<promise_type *> await_transform(promise_type *) { return {this}; }
    by_member &await_transform(by_member &b) { return b; }
    by_member &&await_transform(by_member &&b) { return static_cast<by_member &&>(b); }
    number await_transform(number n) { return n; }
    answered yield_value(give g) {
      given += g.v;
      question = "yielded";
      return {*this};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

static dialog talk() {
  by_member b{7};
  double total = 0;
  const char *name = co_await ask{"name?"};
  total += static_cast<double>(std::strlen(name)) + co_await b + co_await by_member{3};
  total += co_await number{co_await trace{}};
  while (std::strcmp(co_await ask{"more?"}, "no") != 0) {
    const char *got = co_yield give{static_cast<int>(total)};
    total += got[0] - 'a' + co_await number{co_await trace{}};
  }
  auto *self = co_await static_cast<dialog::promise_type *>(nullptr);
  std::printf("total %.3f given %d traces %d\n", total, self->given, self->traces);
}

int main() {
  const char *answers[] = {"gloria", "yes", "bx", "yes", "zy", "maybe", "q", "no", "unused"};
  dialog d = talk();
  d.h.resume();
  for (int i = 0; !d.h.done(); i++) {
    std::printf("%s %s; ", d.h.promise().question, answers[i]);
    std::strcpy(d.h.promise().answer, answers[i]);
    d.h.resume();
  }
  d.h.destroy();
}
