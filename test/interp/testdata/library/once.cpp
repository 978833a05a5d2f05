// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::call_once, also after an exception, std::shared_mutex, and futures.
#include <cstdio>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::once_flag first, second;
std::shared_mutex lock;
int shared;
int main() {
  for (int k = 0; k < 2; k++) std::call_once(first, [k] { printf("once %d\n", k); });
  for (int k = 0; k < 3; k++)
    try {
      std::call_once(second, [k] { if (k == 0) throw k; printf("returned %d\n", k); });
    } catch (int) {
      puts("thrown");
    }
  std::thread writer([] { std::unique_lock l(lock); shared = 3; });
  writer.join();
  { std::shared_lock a(lock), b(lock, std::try_to_lock); printf("%d %d\n", shared, b.owns_lock()); }
  auto f = std::async(std::launch::async, [] { return 5; });
  auto d = std::async(std::launch::deferred, [] { return 6; });
  std::promise<int> p;
  auto g = p.get_future();
  p.set_value(7);
  printf("%d %d %d\n", f.get(), d.get(), g.get());
}
