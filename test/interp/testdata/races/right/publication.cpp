// Release and acquire publish an object, also through a read-modify-write of a third thread.
#include <atomic>
#include <thread>

struct node {
  int value;
  node *next;
};
std::atomic<node *> top;
std::atomic<int> stage;
int data;

void push(int v) {
  node *n = new node{v, top.load(std::memory_order_relaxed)};
  while (!top.compare_exchange_weak(n->next, n, std::memory_order_release, std::memory_order_relaxed))
    ;
}

int main() {
  std::thread a([] { push(1); push(2); }), b([] { push(3); });
  std::thread first([] {
    data = 42;
    stage.store(1, std::memory_order_release);
  });
  std::thread second([] {
    int one = 1;
    while (!stage.compare_exchange_weak(one, 2, std::memory_order_relaxed))
      one = 1;
  });
  while (stage.load(std::memory_order_acquire) != 2)
    std::this_thread::yield();
  int sum = data;
  int found = 0;
  while (found < 3)
    for (node *n = top.exchange(nullptr, std::memory_order_acquire); n;) {
      node *next = n->next;
      sum += n->value;
      ++found;
      delete n;
      n = next;
    }
  a.join();
  b.join();
  first.join();
  second.join();
  return sum != 48;
}
