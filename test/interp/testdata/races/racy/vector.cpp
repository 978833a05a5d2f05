// Two threads append to a vector, and only one of them holds the lock.
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> list;
std::mutex lock;

int main() {
  std::thread other([] {
    std::lock_guard hold(lock);
    list.push_back(1);
  });
  list.push_back(2);
  other.join();
  return list.size() != 2;
}
