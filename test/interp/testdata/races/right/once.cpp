// A static variable, and call_once: the other thread waits while this one makes the value.
#include <mutex>
#include <string>
#include <thread>

std::once_flag flag;
std::string *text;

const std::string &name() {
  static const std::string made = [] {
    for (int i = 0; i < 20; ++i)
      std::this_thread::yield();
    return std::string(100, 'x');
  }();
  return made;
}

unsigned long use() {
  std::call_once(flag, [] {
    text = new std::string(50, 'y');
    std::this_thread::yield();
  });
  unsigned long n = text->size();
  return n + name().size();
}

int main() {
  unsigned long x = 0;
  std::thread other([&] { x = use(); });
  unsigned long y = use();
  other.join();
  delete text;
  return x + y != 300;
}
