// A promise and a future.
#include <future>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> p;
  auto f = p.get_future();
  std::thread other([&] { p.set_value(std::string(40, 'z')); });
  bool right = f.get().size() == 40;
  other.join();
  return !right;
}
