// A push parser for dates and key=value lines, written as a coroutine that
// awaits its next character: the caller feeds it one at a time.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct parser {
  struct promise_type {
    char next = 0;
    const char *verdict = nullptr;
    parser get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    struct input {
      promise_type &p;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      char await_resume() { return p.next; }
    };
    struct get_char {};
    input await_transform(get_char) { return {*this}; }
    void return_value(const char *v) { verdict = v; }
    void unhandled_exception() { verdict = "exception"; }
  };
  std::coroutine_handle<promise_type> h;
  bool feed(char c) {
    h.promise().next = c;
    h.resume();
    return !h.done();
  }
};

static constexpr parser::promise_type::get_char next_char;

static parser line(int *fields) {
  int parts[3] = {}, part = 0, digits = 0;
  char c = co_await next_char;
  if (c >= 'a' && c <= 'z') {
    char key[8] = {}, value[8] = {};
    int k = 0, v = 0;
    do {
      if (k == 7)
        co_return "key too long";
      key[k++] = c;
      c = co_await next_char;
    } while (c >= 'a' && c <= 'z');
    if (c != '=')
      co_return "no =";
    while ((c = co_await next_char) != '\n')
      if (v < 7)
        value[v++] = c;
    std::printf("<%s|%s> ", key, value);
    *fields += 1;
    co_return "pair";
  }
  for (;; c = co_await next_char) {
    if (c >= '0' && c <= '9') {
      parts[part] = parts[part] * 10 + c - '0';
      digits++;
    } else if (c == '-' && part < 2 && digits) {
      part++;
      digits = 0;
    } else if (c == '\n' && part == 2 && digits) {
      std::printf("<%d.%d.%d> ", parts[2], parts[1], parts[0]);
      *fields += 3;
      co_return parts[1] >= 1 && parts[1] <= 12 ? "date" : "bad month";
    } else {
      co_return "bad character";
    }
  }
}

int main() {
  const char *text = "2024-02-29\nkey=value\nx=\n1999-13-1\n12-x\n"
                     "verylongkey=1\nab:c\nq=a long one\n1-2";
  int fields = 0;
  parser p = line(&fields);
  for (const char *s = text; *s; s++) {
    if (!p.feed(*s)) {
      std::printf("%s\n", p.h.promise().verdict);
      p.h.destroy();
      while (*s && *s != '\n')
        s++;
      p = line(&fields);
      if (!*s)
        break;
    }
  }
  std::printf("fields %d unfinished %d\n", fields, !p.h.done());
  p.h.destroy();
}
