// A mutex, a lock of readers, and a recursive mutex.
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

std::mutex lock;
std::shared_mutex table;
std::recursive_mutex deep;
std::vector<int> list;
int entries, depth;

void nested(int n) {
  std::lock_guard hold(deep);
  ++depth;
  if (n)
    nested(n - 1);
}

void work(int n) {
  for (int i = 0; i < 20; ++i) {
    {
      std::lock_guard hold(lock);
      list.push_back(n + i);
    }
    if (i % 4 == 0) {
      std::unique_lock hold(table);
      ++entries;
    } else {
      std::shared_lock hold(table);
      if (entries < 0)
        return;
    }
    if (lock.try_lock()) {
      list.push_back(-1);
      lock.unlock();
    }
    nested(3);
  }
}

int main() {
  std::thread a(work, 0), b(work, 100);
  work(200);
  a.join();
  b.join();
  return list.size() < 60 || entries != 15 || depth != 240;
}
