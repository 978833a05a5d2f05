// Each thread has its own variable, and prints without a lock.
#include <cstdio>
#include <thread>

struct counted {
  int n = 0;
  ~counted() { n = -1; }
};
thread_local counted own;

int work(int k) {
  for (int i = 0; i < k; ++i)
    own.n += i;
  std::printf("%d\n", k);
  return own.n;
}

int main() {
  int x = 0;
  std::thread other([&] { x = work(5); });
  int y = work(6);
  other.join();
  return x + y != 25;
}
