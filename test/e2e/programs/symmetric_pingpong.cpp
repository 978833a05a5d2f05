// Two and three coroutines that hand control to one another a million times by
// symmetric transfer from await_suspend, without a resumer in between.
// E2E: clang14 short
#include <coroutine>
#include <cstdio>

struct player {
  struct promise_type {
    player get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

struct table {
  std::coroutine_handle<> seats[3];
  int players;
  unsigned ball = 1;
  int hits = 0;
};

struct pass_to {
  table &t;
  int seat;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return t.seats[seat]; }
  unsigned await_resume() { return t.ball; }
};

static player play(table &t, int me, int limit) {
  unsigned mine = static_cast<unsigned>(me) * 77u;
  for (;;) {
    t.ball = t.ball * 1664525u + mine;
    if (++t.hits >= limit) {
      std::printf("player %d stops the game ", me);
      co_return;
    }
    int next = t.players == 2 ? 1 - me : static_cast<int>(t.ball >> 7) % 3;
    mine += co_await pass_to{t, next};
  }
}

#ifdef SHORT
constexpr int limit = 3000;
#else
constexpr int limit = 1000000;
#endif

int main() {
  for (int players = 2; players <= 3; players++) {
    table t{{}, players};
    player p[3] = {play(t, 0, limit), play(t, 1, limit), play(t, 2, limit)};
    for (int i = 0; i < 3; i++)
      t.seats[i] = p[i].h;
    p[0].h.resume();
    std::printf("hits %d ball %08x\n", t.hits, t.ball);
    for (player &q : p)
      q.h.destroy();
  }
}
