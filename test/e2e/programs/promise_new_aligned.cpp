// Promise operator new with std::align_val_t, which the compiler picks for an
// over-aligned frame only, beside the plain one for ordinary frames.
// E2E: -fcoro-aligned-allocation
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

static int plain_new, aligned_new, plain_delete, aligned_delete;

struct co {
  struct promise_type {
    static void *operator new(std::size_t n) {
      plain_new++;
      return std::malloc(n);
    }
    static void *operator new(std::size_t n, std::align_val_t a) {
      aligned_new++;
      std::size_t align = static_cast<std::size_t>(a);
      return std::aligned_alloc(align, (n + align - 1) / align * align);
    }
    static void operator delete(void *p) {
      plain_delete++;
      std::free(p);
    }
    static void operator delete(void *p, std::align_val_t) {
      aligned_delete++;
      std::free(p);
    }
    co get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};

template <std::size_t Align> struct alignas(Align) block {
  unsigned char bytes[Align];
};

template <std::size_t Align>
[[gnu::noinline]] static co use(int rounds, unsigned &sum, bool &aligned) {
  block<Align> b{};
  for (int i = 0; i < rounds; i++) {
    b.bytes[i % Align] += static_cast<unsigned char>(i);
    aligned = aligned && reinterpret_cast<std::uintptr_t>(&b) % Align == 0;
    co_await std::suspend_always{};
  }
  for (unsigned char byte : b.bytes)
    sum += byte;
}

template <std::size_t Align> static void test() {
  unsigned sum = 0;
  bool aligned = true;
  co c = use<Align>(20, sum, aligned);
  while (!c.h.done())
    c.h.resume();
  c.h.destroy();
  std::printf("align %zu: sum %u aligned %d\n", Align, sum, aligned);
}

int main() {
  test<8>();
  test<16>();
  test<32>();
  test<64>();
  test<256>();
  std::printf("balanced %d\n", plain_new + aligned_new == plain_delete + aligned_delete);
}
