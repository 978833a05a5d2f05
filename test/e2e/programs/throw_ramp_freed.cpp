// Exceptions in the ramp before the first suspend, with a frame that is wiped
// when it is freed: the exception must not be read from the freed frame.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int where, frames;

struct local {
  int id;
  explicit local(int i) : id(i) {}
  local(const local &o) : id(o.id + 1) {}
  ~local() { std::printf("~%d ", id); }
};

struct co {
  struct promise_type {
    static void *operator new(std::size_t n) {
      frames++;
      return std::malloc(n);
    }
    // noinline, or the optimiser would drop the writes before free.
    [[gnu::noinline]] static void operator delete(void *p, std::size_t n) {
      frames--;
      std::memset(p, 0xa5, n);
      asm volatile("" : : "r"(p) : "memory");
      std::free(p);
    }
    promise_type() {
      if (where == 1)
        throw 1;
    }
    ~promise_type() { std::printf("~promise "); }
    co get_return_object() {
      if (where == 2)
        throw 2.5;
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() {
      if (where == 3)
        throw "three";
      return {};
    }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};

[[gnu::noinline]] static co body(local a, local b) {
  local c(a.id + b.id);
  co_await std::suspend_always{};
}

int main() {
  for (where = 0; where < 4; where++) {
    local a(100);
    try {
      co c = body(a, local(200));
      c.h.resume();
      c.h.destroy();
    } catch (int e) {
      std::printf("| int %d ", e);
    } catch (double e) {
      std::printf("| double %.1f ", e);
    } catch (const char *e) {
      std::printf("| text %s ", e);
    }
    std::printf("| frames %d\n", frames);
  }
}
