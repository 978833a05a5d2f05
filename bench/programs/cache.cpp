// Awaiters that are mostly ready: a cache that only sometimes starts the task that loads.
#include "coro.h"

struct cache {
  long keys[64] = {}, values[64] = {};
  long loads = 0;
};
task<long> load(cache &c, long key) {
  c.loads++;
  unsigned long v = key;
  for (int i = 0; i < 8; i++)
    v = v * 6364136223846793005 + 1442695040888963407;
  co_return long(v >> 32);
}
task<long> get(cache &c, long key) {
  long slot = key & 63;
  if (c.keys[slot] == key)
    co_return c.values[slot];
  long v = co_await load(c, key);
  c.keys[slot] = key;
  co_return c.values[slot] = v;
}
task<long> client(cache &c, long n) {
  unsigned long sum = 0;
  for (long i = 1; i <= n; i++)
    sum = sum * 3 + co_await get(c, i % 67 + i / 4096);
  co_return long(sum);
}
int main() {
  cache c;
  unsigned long sum = client(c, 12000000).run();
  finish(sum + c.loads);
}
