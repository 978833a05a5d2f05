// What the generated functions call: they print what they are given.
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" {
void out(int64_t v) { std::printf("%lld\n", (long long)v); }

void peek(char *p) {
  long long v;
  std::memcpy(&v, p, sizeof v);
  std::printf("peek %lld\n", v);
  p[1] ^= 0x55;
}

int64_t may_throw(int64_t v) {
  std::printf("try %lld\n", (long long)v);
  if (v & 1)
    throw int(v);
  return v / 2;
}

int64_t pure(int64_t v) { return v * 3 + 1; }

void run(int64_t (*f)(int64_t, int64_t), int64_t a, int64_t b) {
  std::printf("run %lld %lld\n", (long long)a, (long long)b);
  std::printf("= %lld\n", (long long)f(a, b));
}

void test(void);
}

int main() { test(); }
