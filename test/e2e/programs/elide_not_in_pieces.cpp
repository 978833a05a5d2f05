// A coroutine tells others its own handle in pieces: bytes, digits from a table, bits that decide on branches. Nobody destroys it on the path that is
// taken, so its frame must outlive its creator.
// E2E: wide
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using handle = std::coroutine_handle<>;
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};

static unsigned char bytes[8];
static char digits[17];
static unsigned short parts[6];
static uintptr_t number;

struct base {
  bool await_ready() { return false; }
  void await_resume() {}
};
struct by_bytes : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address();
    for (int i = 0; i < 8; i++) bytes[i] = (p >> (8 * i)) & 0xff;
  }
};
struct by_digits : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address();
    for (int i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[(p >> (4 * i)) & 15];
  }
};
struct by_bits : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), sum = 0;
    for (int i = 0; i < 64; i++) sum |= ((p >> i) & 1) << i;
    number = sum;
  }
};
struct by_branches : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), sum = 0;
    for (int i = 0; i < 64; i++)
      if ((p >> i) & 1) sum |= (uintptr_t)1 << i;
    number = sum;
  }
};
struct by_cases : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), sum = 0;
    for (int i = 0; i < 64; i += 2) switch ((p >> i) & 3) {
        case 1: sum |= (uintptr_t)1 << i; break;
        case 2: sum |= (uintptr_t)2 << i; break;
        case 3: sum |= (uintptr_t)3 << i; break;
      }
    number = sum;
  }
};
struct by_rest : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address();
    for (int i = 0; i < 8; i++) bytes[i] = p % 256, p /= 256;
  }
};
struct by_parts : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address();
    for (int i = 0; i < 6; i++) parts[i] = (p >> (12 * i)) & 0xfff;
  }
};
struct by_distance : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), low = 0, high = (uintptr_t)1 << 62;
    while (low < high) {
      uintptr_t m = low + (high - low) / 2;
      if ((intptr_t)(p - m) <= 0) high = m;
      else low = m + 1;
    }
    number = low;
  }
};
struct by_sign : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), sum = 0;
    for (int i = 0; i < 64; i++, p <<= 1)
      if ((intptr_t)p < 0) sum |= (uintptr_t)1 << (63 - i);
    number = sum;
  }
};
struct by_memory : base {
  void await_suspend(handle h) {
    uintptr_t p = (uintptr_t)h.address(), sum = 0;
    unsigned char b[8];
    memcpy(b, &p, 8);
    for (int i = 0; i < 64; i++)
      if (b[i / 8] >> i % 8 & 1) sum |= (uintptr_t)1 << i;
    number = sum;
  }
};
struct by_vector : base {
  void await_suspend(handle h) {
    typedef unsigned char vector __attribute__((vector_size(8)));
    vector b = (vector)(uintptr_t)h.address();
    uintptr_t sum = 0;
    for (int i = 0; i < 64; i++)
      if (b[i / 8] >> i % 8 & 1) sum |= (uintptr_t)1 << i;
    number = sum;
  }
};

template <class A> static task sums(int n) {
  int x[4] = {n, n + 1, n + 2, n + 3};
  co_await A{};
  printf("sum %d\n", x[0] + x[1] + x[2] + x[3]);
  co_await std::suspend_always{};
}

static volatile bool destroy = false;
template <class A> __attribute__((noinline)) static void create(int n) {
  task t = sums<A>(n);
  t.h.resume();
  if (destroy) t.h.destroy();
}

__attribute__((noinline)) static void end(uintptr_t p) {
  volatile char over[6000];
  for (int i = 0; i < 6000; i++) over[i] = (char)i;
  handle h = handle::from_address((void *)p);
  h.resume();
  h.destroy();
}

int main() {
  uintptr_t p = 0;
  create<by_bytes>(1);
  memcpy(&p, bytes, 8), end(p);
  create<by_digits>(2);
  p = 0;
  for (int i = 15; i >= 0; i--) p = p << 4 | (digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
  end(p);
  create<by_bits>(3);
  end(number);
  create<by_branches>(4);
  end(number);
  create<by_cases>(5);
  end(number);
  create<by_rest>(6);
  memcpy(&p, bytes, 8), end(p);
  create<by_parts>(7);
  p = 0;
  for (int i = 5; i >= 0; i--) p = p << 12 | parts[i];
  end(p);
  create<by_distance>(8);
  end(number);
  create<by_sign>(9);
  end(number);
  create<by_memory>(10);
  end(number);
  create<by_vector>(11);
  end(number);
}
