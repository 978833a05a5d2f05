// A queue with a condition variable.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

std::mutex lock;
std::condition_variable changed;
std::deque<std::string> queue;

int main() {
  std::thread producer([] {
    for (int i = 0; i < 10; ++i) {
      std::lock_guard hold(lock);
      queue.push_back(std::to_string(i));
      changed.notify_one();
    }
  });
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    std::unique_lock hold(lock);
    changed.wait(hold, [] { return !queue.empty(); });
    sum += queue.front()[0] - '0';
    queue.pop_front();
  }
  producer.join();
  return sum != 45;
}
