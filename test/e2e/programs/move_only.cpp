// Move-only values through parameters, yields, awaits and results: unique_ptr
// and a file-like handle, none lost and none closed twice.
#include "coro_lib.h"
#include <memory>
#include <vector>

class ticket {
public:
  static inline int open = 0, closed = 0;
  explicit ticket(int n) : n_(n) { open++; }
  ticket(ticket &&o) noexcept : n_(std::exchange(o.n_, -1)) {}
  ticket &operator=(ticket &&o) noexcept {
    std::swap(n_, o.n_);
    return *this;
  }
  ~ticket() { closed += n_ >= 0; }
  int number() const { return n_; }

private:
  int n_;
};

// source yields tickets by a reference from which the caller may move.
struct source {
  struct promise_type {
    ticket *current = nullptr;
    source get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(ticket &&t) {
      current = &t;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
  ~source() { h.destroy(); }
  bool next() { return h.resume(), !h.done(); }
};

static source print_tickets(std::unique_ptr<int> first, int n) {
  ticket spare(1000);
  for (int i = 0; i < n; i++) {
    co_yield ticket(*first + i);
    if (i % 3 == 2) {
      co_yield std::move(spare);
      spare = ticket(2000 + i);
    }
  }
}

static lib::task<std::unique_ptr<ticket>> box(ticket t) {
  co_return std::make_unique<ticket>(std::move(t));
}

static lib::task<ticket> pick(ticket a, std::unique_ptr<ticket> b) {
  std::unique_ptr<ticket> boxed = co_await box(std::move(a));
  if (boxed->number() > b->number())
    co_return std::move(*boxed);
  co_return std::move(*b);
}

int main() {
  {
    std::vector<ticket> kept;
    source s = print_tickets(std::make_unique<int>(10), 9);
    for (int i = 0; s.next() && i < 9; i++)
      if (i % 2)
        kept.push_back(std::move(*s.h.promise().current));
    for (const ticket &t : kept)
      std::printf("%d ", t.number());
    std::printf("| open %d closed %d\n", ticket::open, ticket::closed);
    ticket won = lib::run(pick(std::move(kept[0]), std::make_unique<ticket>(15)));
    ticket other = lib::run(pick(std::move(kept[1]), std::make_unique<ticket>(15)));
    std::printf("won %d %d\n", won.number(), other.number());
    auto unused = pick(ticket(1), std::make_unique<ticket>(2));
  }
  std::printf("open %d closed %d\n", ticket::open, ticket::closed);
  return ticket::open - ticket::closed;
}
