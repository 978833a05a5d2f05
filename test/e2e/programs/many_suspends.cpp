// One coroutine with more than 60 suspend points, each with a local that lives
// only until the next, and one that lives through all of them.
// E2E: clang14
#include <coroutine>
#include <cstdio>

struct stream {
  struct promise_type {
    unsigned value = 0;
    stream get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(unsigned v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

#define STEP(n)                                                                                    \
  {                                                                                                \
    unsigned t##n = mix * (2u * n + 1u) + seed;                                                    \
    if (t##n & 4)                                                                                  \
      co_yield t##n;                                                                               \
    mix ^= t##n >> 3;                                                                              \
    co_yield mix + n;                                                                              \
    mix += t##n;                                                                                   \
  }
#define STEP4(n) STEP(n##0) STEP(n##1) STEP(n##2) STEP(n##3)

static stream mixer(unsigned seed) {
  unsigned mix = seed ^ 0x9e3779b9u;
  STEP4(1) STEP4(2) STEP4(3) STEP4(4) STEP4(5) STEP4(6) STEP4(7) STEP4(8)
  co_yield mix;
}

int main() {
  for (unsigned seed = 1; seed <= 3; seed++) {
    stream s = mixer(seed);
    unsigned hash = 2166136261u;
    int count = 0;
    for (s.h.resume(); !s.h.done(); s.h.resume(), count++)
      hash = (hash ^ s.h.promise().value) * 16777619u;
    std::printf("seed %u: %d values, hash %08x\n", seed, count, hash);
    s.h.destroy();
  }
}
