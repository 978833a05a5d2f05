// Runs each generated function and what passes made of it, and compares: what is called in which order, what memory holds behind it, what is returned
// or thrown.
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <vector>

extern "C" {
alignas(16) int64_t g[4];
int32_t fuel;
static std::vector<int64_t> trace;
static int at[3];

void out(int64_t v) { trace.push_back(v); }
void peek(char *p) {
  int64_t v;
  std::memcpy(&v, p, sizeof v);
  trace.push_back(v);
  p[1] ^= 0x55;
}
int64_t may_throw(int64_t v) {
  trace.push_back(v ^ 1000);
  if (v & 1)
    throw v;
  return v / 2;
}
[[noreturn]] void stop(int64_t v) { throw v; }
int64_t pure(int64_t v) { return (int64_t)((uint64_t)v * 3 + 1); }

static void died(int sig) {
  char s[100];
  int n = std::snprintf(s, sizeof s, "differs %d %d %d signal %d\n", at[0], at[1], at[2], sig);
  (void)!write(1, s, n);
  _exit(1);
}

static std::vector<int64_t> want[6];
static uint64_t hash; // of the function's traces

void run(int64_t (*f)(int64_t, int64_t), int32_t k, int32_t variant) {
  static const int64_t args[6][2] = {{0, 1}, {-7, 12}, {100000, 3}, {1, 0}, {2, 2}, {6442450944, -1}};
  for (int n = 0; n < 6; n++) {
    at[0] = k, at[1] = variant, at[2] = n;
    trace.clear();
    fuel = 60;
    for (int j = 0; j < 4; j++)
      g[j] = 0x0102030405060708 * (j + n);
    alarm(20);
    try {
      trace.push_back(f(args[n][0], args[n][1]));
    } catch (int64_t v) {
      trace.push_back(v);
      trace.push_back(-1);
    }
    trace.insert(trace.end(), g, g + 4);
    trace.push_back(fuel);
    if (variant == 0) {
      want[n] = trace;
      if (n == 0)
        hash = 14695981039346656037u;
      for (int64_t v : trace)
        hash = (hash ^ (uint64_t)v) * 1099511628211;
      if (n == 5)
        std::printf("does %d %llx\n", k, (unsigned long long)hash);
    } else if (want[n] != trace) {
      std::printf("differs %d %d %d\n", k, variant, n);
      return;
    }
  }
}

void test(void);
}

int main() {
  for (int s : {SIGSEGV, SIGALRM, SIGILL, SIGFPE, SIGABRT, SIGBUS, SIGTRAP})
    std::signal(s, died);
  test();
  std::puts("done");
}
