// A thread frees memory that another one has read, and nothing makes it wait.
#include <atomic>
#include <thread>

std::atomic<int *> shared;
std::atomic<bool> done;

int main() {
  shared.store(new int(1));
  int seen = 0;
  std::thread other([&] {
    seen = *shared.load();
    done.store(true, std::memory_order_relaxed);
  });
  while (!done.load(std::memory_order_relaxed))
    std::this_thread::yield();
  delete shared.load(); // race
  other.join();
  return seen != 1;
}
