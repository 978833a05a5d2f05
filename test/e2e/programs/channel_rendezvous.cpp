// An unbuffered channel between producers and consumers that block on it, with
// close: a value goes from the sender's frame straight into the receiver's.
#include "coro_lib.h"
#include <deque>
#include <optional>

static std::deque<std::coroutine_handle<>> ready;

struct channel {
  struct sender {
    channel &c;
    int value;
    std::coroutine_handle<> h;
    bool await_ready() { return c.closed; }
    bool await_suspend(std::coroutine_handle<> me);
    bool await_resume() { return !c.closed || taken; }
    bool taken = false;
  };
  struct receiver {
    channel &c;
    std::optional<int> slot;
    std::coroutine_handle<> h;
    bool await_ready() { return c.closed && c.senders.empty(); }
    bool await_suspend(std::coroutine_handle<> me);
    std::optional<int> await_resume() { return slot; }
  };
  std::deque<sender *> senders;
  std::deque<receiver *> receivers;
  bool closed = false;
  sender send(int v) { return {*this, v, {}}; }
  receiver receive() { return {*this, {}, {}}; }
  void close() {
    closed = true;
    for (receiver *r : receivers)
      ready.push_back(r->h);
    receivers.clear();
  }
};

bool channel::sender::await_suspend(std::coroutine_handle<> me) {
  if (c.receivers.empty()) {
    h = me;
    c.senders.push_back(this);
    return true;
  }
  receiver *r = c.receivers.front();
  c.receivers.pop_front();
  r->slot = value;
  taken = true;
  ready.push_back(r->h);
  return false;
}

bool channel::receiver::await_suspend(std::coroutine_handle<> me) {
  if (c.senders.empty()) {
    h = me;
    c.receivers.push_back(this);
    return true;
  }
  sender *s = c.senders.front();
  c.senders.pop_front();
  slot = s->value;
  s->taken = true;
  ready.push_back(s->h);
  return false;
}

static lib::task<> producer(channel &c, int from, int n, int &open) {
  for (int i = 0; i < n; i++)
    co_await c.send(from + i);
  if (--open == 0)
    c.close();
}

static lib::task<> consumer(channel &c, char name, long &sum) {
  int count = 0;
  while (std::optional<int> v = co_await c.receive()) {
    std::printf("%c%d ", name, *v);
    sum += *v;
    count++;
  }
  std::printf("[%c ends after %d] ", name, count);
}

int main() {
  channel c;
  int open = 3;
  long sum = 0;
  lib::task<> all[] = {consumer(c, 'x', sum), producer(c, 100, 7, open), consumer(c, 'y', sum),
                       producer(c, 200, 5, open), producer(c, 300, 9, open)};
  for (auto &t : all)
    t.start();
  while (!ready.empty()) {
    auto h = ready.front();
    ready.pop_front();
    h.resume();
  }
  std::printf("\nsum %ld late send %d\n", sum, c.send(1).await_ready());
  for (auto &t : all)
    std::printf("%d", t.done());
  std::printf("\n");
}
