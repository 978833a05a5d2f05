// Bit-fields in locals, parameters and the promise, changed between suspends;
// neighbours in the same word keep their values.
// E2E: clang14
#include <coroutine>
#include <cstdint>
#include <cstdio>

struct flags {
  unsigned a : 3, b : 5, c : 1;
  signed d : 7;
  std::uint64_t e : 33, f : 20;
};

struct co {
  struct promise_type {
    std::uint16_t steps : 10 = 0, odd : 1 = 0, state : 5 = 1;
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept {
      state = 31;
      return {};
    }
    std::suspend_always yield_value(unsigned v) {
      steps = static_cast<std::uint16_t>((steps + 1) & 1023);
      odd = v & 1;
      state = static_cast<std::uint16_t>((state + v) & 15);
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

static void show(const flags &f) {
  std::printf("%u %u %u %d %llu %llu | ", f.a, f.b, f.c, f.d, static_cast<unsigned long long>(f.e),
              static_cast<unsigned long long>(f.f));
}

static co mutate(flags in, int n) {
  flags local = {7, 0, 1, -64, 1ull << 32, 0};
  for (int i = 0; i < n; i++) {
    local.a = (local.a + 1u) & 7u;
    local.b = in.b ^ local.b;
    co_yield local.a;
    local.c = !local.c;
    local.d = i % 2 ? 63 - i : i - 64;
    in.e += local.b;
    co_yield local.b;
    local.e = in.e - static_cast<unsigned>(i);
    local.f = (local.f * 3 + 1) & 0xfffff;
    show(local);
    show(in);
    std::printf("\n");
  }
}

int main() {
  co c = mutate(flags{1, 21, 0, 5, 8589934000ull, 1000000}, 6);
  while (!c.h.done()) {
    c.h.resume();
    auto &p = c.h.promise();
    std::printf("(%d %d %d) ", p.steps, p.odd, p.state);
  }
  std::printf("\n");
  c.h.destroy();
}
