// A global counter without a lock.
#include <thread>

int counter;

int main() {
  std::thread other([] { ++counter; }); // race
  ++counter;                            // race
  other.join();
  return counter != 2;
}
