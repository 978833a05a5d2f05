// A CSV reader that characters are pushed into, and that yields rows; its frame is in main.
#include "library.h"
struct rows {
  struct promise_type {
    const std::vector<std::string> *row = nullptr;
    char in = 0;
    rows get_return_object() { return rows{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(const std::vector<std::string> &r) {
      row = &r;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    struct read {
      promise_type &p;
      bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<>) {}
      char await_resume() { return p.in; }
    };
    struct character {};
    read await_transform(character) { return {*this}; }
  };
  std::coroutine_handle<promise_type> h;
  ~rows() { h.destroy(); }
};
using character = rows::promise_type::character;
rows parse() {
  std::vector<std::string> row;
  std::string field;
  for (;;) {
    char c = co_await character{};
    if (c == '"') {
      for (;;) {
        c = co_await character{};
        if (c == '"') {
          c = co_await character{};
          if (c != '"') break;
        }
        field += c;
      }
    }
    if (c == ',' || c == '\n') {
      row.push_back(std::move(field));
      field.clear();
      if (c == '\n') {
        co_yield row;
        row.clear();
      }
    } else if (c == 0) {
      co_return;
    } else {
      field += c;
    }
  }
}
int main() {
  std::string s;
  for (int i = 0; i < 2000; i++)
    s += std::to_string(i) + ",\"a \"\"quoted\"\" name " + std::to_string(i % 10) + "\"," + std::to_string(i * 3) + "\n";
  unsigned long h = 0;
  for (int r = 0; r < 900; r++) {
    rows p = parse();
    for (char c : s) {
      p.h.promise().in = c;
      p.h.resume();
      if (auto *row = std::exchange(p.h.promise().row, nullptr)) {
        h = h * 3 + row->size() + std::atol((*row)[2].c_str()) + (*row)[1].size();
        p.h.resume();
      }
    }
  }
  finish(h);
}
