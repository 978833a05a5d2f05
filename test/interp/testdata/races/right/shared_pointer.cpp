// The last owner of an object destroys it, after all others have read it.
#include <memory>
#include <thread>
#include <vector>

int main() {
  auto all = std::make_shared<std::vector<int>>(10, 1);
  std::weak_ptr<std::vector<int>> watch = all;
  std::thread a([all] { (void)all->size(); }), b([all] { (void)all->front(); });
  all.reset();
  a.join();
  b.join();
  return !watch.expired();
}
