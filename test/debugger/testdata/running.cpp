// Coroutines that compute between events, for test/debugger. Its comments name the lines at which they
// are suspended and compute. The first time, it prints the stack of each as glibc, `perf script` and
// sanitizers do. Then it prints "ready", and computes again for each line of input.
#include "task.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <vector>

std::vector<std::coroutine_handle<>> queue;
struct event {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { queue.push_back(h); }
  void await_resume() {}
};

// Where the byte at an address lies in its file, as perf prints it.
struct place {
  unsigned long address, offset;
};
int find(dl_phdr_info *file, size_t, void *to) {
  auto &p = *static_cast<place *>(to);
  for (int k = 0; k < file->dlpi_phnum; k++) {
    const auto &h = file->dlpi_phdr[k];
    unsigned long in = p.address - file->dlpi_addr - h.p_vaddr;
    if (h.p_type == PT_LOAD && in < h.p_memsz) {
      p.offset = in + h.p_offset;
      return 1;
    }
  }
  return 0;
}

bool shown;
volatile long sink;
__attribute__((noinline)) void print(const char *name) {
  void *stack[20];
  int n = backtrace(stack, 20);
  std::printf("glibc %s\n", name);
  std::fflush(stdout);
  backtrace_symbols_fd(stack, n, 1);
  for (int form = 0; form < 2; form++) {
    std::printf(form == 0 ? "perf %s\nrunning 12/13 [001] 5.5:  250000 cpu-clock:u: \n" : "sanitizer %s\n", name);
    for (int k = 0; k < n; k++) {
      Dl_info i{};
      dladdr(stack[k], &i);
      unsigned long offset = (char *)stack[k] - (char *)i.dli_fbase;
      place p{(unsigned long)stack[k], 0};
      dl_iterate_phdr(find, &p);
      if (form == 0)
        std::printf("\t    %12lx [unknown] (%s)\n", p.offset, i.dli_fname);
      else
        std::printf("    #%d %p in f (%s+0x%lx)\n", k, stack[k], i.dli_fname, offset);
    }
    std::puts("");
  }
}
inline __attribute__((always_inline)) void compute(const char *name) {
  for (int k = 0; k < 20000; k++)
    sink = sink + k;
  if (!shown)
    print(name);
}

// A coroutine that one coroutine awaits, and one that two await.
__attribute__((noinline)) task<int> parse(int n) {
  for (;;) {
    co_await event{}; // parse.suspend
    compute("parse"); // parse
    if (n < 0)
      co_return n;
  }
}
__attribute__((noinline)) task<int> hash(int n) {
  for (;;) {
    co_await event{}; // hash.suspend
    compute("hash"); // hash
    if (n < 0)
      co_return n;
  }
}
task<int> request(int n) {
  int r = co_await parse(n); // request
  co_return r + 1;
}
task<int> session(int n) {
  int r = co_await request(n); // session
  sink = r;
  co_return r;
}
task<int> upload(int n) {
  int r = co_await hash(n); // upload
  sink = r;
  co_return r;
}
task<int> batch(int n) {
  int r = co_await hash(n); // batch
  sink = r;
  co_return r;
}

// A generator, all of which becomes a part of the function that uses it.
struct generator {
  struct promise_type {
    int value = 0;
    generator get_return_object() { return generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit generator(std::coroutine_handle<promise_type> h) : h(h) {}
  ~generator() { h.destroy(); }
  std::coroutine_handle<promise_type> h;
};
static generator numbers(int n) {
  for (int k = 0; k < n; k++) {
    compute("numbers"); // numbers
    co_yield k;
  }
}
__attribute__((noinline)) int sum(int n) {
  int s = 0;
  generator g = numbers(n);
  for (g.h.resume(); !g.h.done(); g.h.resume())
    s += g.h.promise().value;
  return s;
}

int main() {
  std::vector<task<int>> all;
  all.push_back(session(1));
  all.push_back(upload(2));
  all.push_back(batch(3));
  all.push_back(batch(4));
  all.push_back(batch(5));
  for (auto &t : all)
    t.h.resume();
  for (;;) {
    for (auto h : std::exchange(queue, {}))
      h.resume();
    sink = sum(1);
    if (!shown)
      std::puts("ready");
    std::fflush(stdout);
    if (std::getchar() == EOF)
      return 0;
    shown = true;
  }
}
