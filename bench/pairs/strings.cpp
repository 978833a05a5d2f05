// Results that own memory.
#include "task.h"
#include <string>

TASK(std::string) name(int k) { RETURN "item-" + std::to_string(k); }
TASK(std::string) both(int k) {
  std::string a = AWAIT name(k);
  RETURN a + AWAIT name(k + 1);
}
TASK(long) loop(int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += (long)(AWAIT both(i)).size();
  RETURN sum;
}

int main() { printf("%ld\n", run(loop(30000))); }
