// A task that awaits another one again after an exception, with strings in the frame.
#include "library.h"
task<std::string> get(int i, int attempt) {
  if ((i * 7 + attempt * 3) % 50 == 0) throw std::runtime_error("busy " + std::to_string(i));
  co_return "value " + std::to_string(i % 100);
}
task<int> withRetry(int i) {
  int failures = 0;
  for (int a = 0; a < 4; ++a) {
    try {
      std::string s = co_await get(i, a);
      co_return (int) s.size() + failures;
    } catch (const std::runtime_error &e) { failures += e.what()[0] == 'b'; }
  }
  co_return -1;
}
task<long> all(int n) {
  long s = 0;
  for (int i = 0; i < n; ++i) s += co_await withRetry(i);
  co_return s;
}
int main() {
  unsigned long s = 0;
  for (int r = 0; r < 40; ++r) s += all(20000).get();
  finish(s);
}
