// A value is made on first use, without a lock.
#include <thread>

int *value;

int get() {
  if (!value)           // race
    value = new int(42); // race
  return *value;
}

int main() {
  std::thread other([] { get(); });
  get();
  other.join();
  return *value != 42;
}
