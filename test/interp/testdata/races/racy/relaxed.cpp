// A relaxed store publishes an object: what the flag guards may not be written yet.
#include <atomic>
#include <thread>

int data;
std::atomic<bool> ready;

int main() {
  std::thread other([] {
    data = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_acquire))
    std::this_thread::yield();
  int seen = data; // race
  other.join();
  return seen != 42;
}
