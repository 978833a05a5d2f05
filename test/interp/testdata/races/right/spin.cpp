// A lock of an atomic flag, a latch, a semaphore and a barrier.
#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>

std::atomic_flag busy = ATOMIC_FLAG_INIT;
std::latch begun(2);
std::binary_semaphore turn(1);
std::barrier phase(2);
int a, b, part[2], total[2];

void work(int me) {
  begun.arrive_and_wait();
  for (int i = 0; i < 5; ++i) {
    while (busy.test_and_set(std::memory_order_acquire))
      std::this_thread::yield();
    ++a;
    busy.clear(std::memory_order_release);
    turn.acquire();
    ++b;
    turn.release();
  }
  part[me] = me + 1;
  phase.arrive_and_wait();
  total[me] = part[0] + part[1];
}

int main() {
  std::thread other(work, 0);
  work(1);
  other.join();
  return a != 10 || b != 10 || total[0] != 3 || total[1] != 3;
}
