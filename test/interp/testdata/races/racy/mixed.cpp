// A plain read of what another thread writes atomically.
#include <atomic>
#include <thread>

alignas(int) int value;

int main() {
  std::thread other([] { std::atomic_ref<int>(value).store(1); });
  int seen = value; // race
  other.join();
  return seen > 1;
}
