// Coroutines whose frames others access while control is still in them: an awaiter that resumes its
// coroutine, or destroys it, before it returns, and an allocator that writes to freed frames and
// gives them out again. What loops keep in the frame must be stored and read in between.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

struct block { block *next; long mark[3]; };
static block *freed;
static long allocated, total;

struct script {
  struct promise_type {
    long in = 0;
    static void *operator new(std::size_t n) {
      ++allocated;
      if (n <= 512 && freed) {
        block *b = std::exchange(freed, freed->next);
        for (long &m : b->mark)
          total += std::exchange(m, -1);
        return b;
      }
      return std::malloc(n < 512 ? 512 : n);
    }
    static void operator delete(void *p, std::size_t) {
      freed = new (p) block{freed, {1, 2, 3}};
    }
    script get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> h;
};
using handle = std::coroutine_handle<script::promise_type>;

static int depth;

struct step {
  int kind;
  bool await_ready() { return kind == 0; }
  bool await_suspend(handle h) {
    switch (kind) {
    case 1: // goes on inside
      h.promise().in++;
      if (depth < 20) {
        depth++;
        h.resume();
        depth--;
        return true;
      }
      return false;
    case 2:
      h.destroy();
      return true;
    case 3:
      h.promise().in += 5;
      return false;
    }
    return true; // main resumes it
  }
  int await_resume() { return kind; }
};

static script run(long *out, long from, const int *kinds, int n) {
  long sum = from, product = 1;
  for (int i = 0; i < n; i++) {
    *out += sum;
    sum += *out & 7;
    int k = co_await step{kinds[i]};
    out[1] = (out[1] * 3 + sum) % 1000003;
    product = product * 5 + k + i;
    *out ^= product & 0xff;
  }
  *out += product + sum;
}

static script nested(long *out, int n) {
  for (int i = 0; i < n; i++) {
    const int kinds[] = {1, 0, 3, i & 1 ? 1 : 0, 3};
    run(out, i, kinds, 5);
    *out += i;
    co_await step{i & 3};
    out[2] += *out + i;
    if (i % 4 == 1)
      co_await step{4};
  }
}

int main() {
  long out[3] = {};
  const int kinds[] = {1, 1, 3, 0, 1, 4, 3, 1, 0, 4, 1, 3, 2, 1};
  for (long k = 0; k < 12; k++) {
    handle h = run(out, k, kinds, 14).h;
    h.resume();
    h.resume();
    std::printf("%ld %ld %ld\n", k, out[0], out[1]);
  }
  for (int n = 0; n < 7; n++) {
    handle h = nested(out, n).h;
    if (n >= 2)
      h.resume();
    std::printf("%d %ld %ld %ld\n", n, out[0], out[1], out[2]);
  }
  std::printf("%ld %ld\n", allocated, total);
}
