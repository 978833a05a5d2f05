// Fences order relaxed accesses.
#include <atomic>
#include <thread>

int data, more;
std::atomic<int> flag, other_flag;

int main() {
  std::thread a([] {
    data = 1;
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
  });
  std::thread b([] {
    more = 2;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    other_flag.store(1, std::memory_order_relaxed);
  });
  while (!flag.load(std::memory_order_relaxed) || !other_flag.load(std::memory_order_relaxed))
    std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
  int sum = data + more;
  a.join();
  b.join();
  return sum != 3;
}
