// A promise aligned to 64: the frame puts it behind padding, and
// from_promise finds the frame again. The allocator gives aligned memory.
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

struct co {
  struct alignas(64) promise_type {
    int wide[16] = {};
    char last = 'a';
    static void *operator new(std::size_t n) {
      return std::aligned_alloc(64, (n + 63) / 64 * 64);
    }
    static void operator delete(void *p) { std::free(p); }
    co get_return_object() { return {this}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      wide[v % 16] += v;
      last++;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
    bool aligned() const { return reinterpret_cast<std::uintptr_t>(this) % 64 == 0; }
  };
  // Only the promise is kept; every use goes through from_promise.
  promise_type *p;
  auto handle() { return std::coroutine_handle<promise_type>::from_promise(*p); }
};

static co fill(int n) {
  short odd = 1;
  char tiny = 2;
  for (int i = 0; i < n; i++) {
    co_yield i *odd + tiny;
    odd += 2;
    tiny ^= 3;
  }
}

int main() {
  for (int n : {0, 1, 5, 40}) {
    co c = fill(n);
    while (!c.handle().done())
      c.handle().resume();
    long sum = 0;
    for (int i = 0; i < 16; i++)
      sum = sum * 3 + c.p->wide[i];
    bool same = &c.handle().promise() == c.p;
    std::printf("n %d: sum %ld last %d aligned %d same %d\n", n, sum, c.p->last, c.p->aligned(),
                same);
    c.handle().destroy();
  }
}
