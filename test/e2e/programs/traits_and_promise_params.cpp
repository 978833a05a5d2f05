// coroutine_traits chosen by parameter types, and promise constructors that
// take the parameters: by reference to the copies in the frame, with this.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct logger {
  int lines = 0;
};
struct quiet_tag {};

struct promise_common {
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_never final_suspend() noexcept { return {}; }
  void return_void() {}
  void unhandled_exception() {}
};

struct loud_promise : promise_common {
  logger &log;
  int &first;
  loud_promise(logger &l, int &f) : log(l), first(f) {
    log.lines++;
    f += 5; // the parameter copy: the body sees it
  }
  ~loud_promise() { std::printf("loud ends with %d; ", first); }
  std::coroutine_handle<> get_return_object() {
    return std::coroutine_handle<loud_promise>::from_promise(*this);
  }
};
struct quiet_promise : promise_common {
  std::coroutine_handle<> get_return_object() {
    return std::coroutine_handle<quiet_promise>::from_promise(*this);
  }
};
struct object;
struct member_promise : promise_common {
  const object &self;
  int sum;
  member_promise(const object &o, int a, int b) : self(o), sum(a + b) {}
  member_promise(const object &o) : self(o), sum(-1) {}
  std::coroutine_handle<> get_return_object() {
    return std::coroutine_handle<member_promise>::from_promise(*this);
  }
  struct get {
    member_promise *p;
    bool await_ready() { return true; }
    void await_suspend(std::coroutine_handle<>) {}
    member_promise &await_resume() { return *p; }
  };
  get await_transform(int) { return {this}; }
  std::suspend_always await_transform(std::suspend_always s) { return s; }
};

template <class... Rest> struct std::coroutine_traits<std::coroutine_handle<>, logger &, Rest...> {
  using promise_type = loud_promise;
};
template <class... Rest> struct std::coroutine_traits<std::coroutine_handle<>, quiet_tag, Rest...> {
  using promise_type = quiet_promise;
};
template <class... Rest> struct std::coroutine_traits<std::coroutine_handle<>, object &, Rest...> {
  using promise_type = member_promise;
};

static std::coroutine_handle<> loud(logger &l, int n) {
  for (int i = 0; i < 2; i++) {
    co_await std::suspend_always{};
    l.lines += n;
    n *= 2;
  }
}

static std::coroutine_handle<> quiet(quiet_tag, int *out) {
  co_await std::suspend_always{};
  *out = 42;
}

struct object {
  int k;
  std::coroutine_handle<> add(int a, int b) {
    co_await std::suspend_always{};
    member_promise &p = co_await 0;
    std::printf("add %d same %d params %d; ", p.sum + k, &p.self == this, a * b);
  }
  std::coroutine_handle<> none() {
    member_promise &p = co_await 0;
    std::printf("none %d %d; ", p.sum, p.self.k);
    co_return;
  }
};

int main() {
  logger log;
  int number = 10, out = 0;
  auto a = loud(log, number);
  auto b = quiet({}, &out);
  object o{1000};
  auto c = o.add(3, 4), d = o.none();
  for (int i = 0; i < 3; i++) {
    a.resume();
    if (i < 2) {
      b.resume();
      c.resume();
    }
    std::printf("lines %d out %d\n", log.lines, out);
  }
  d.resume();
  std::printf("number %d\n", number);
}
