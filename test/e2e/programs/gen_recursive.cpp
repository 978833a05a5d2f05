// A recursive generator: co_yield of a generator makes the root resume the
// innermost frame directly, and an exception comes up through all of them.
// E2E: clang14
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

struct nested {
  struct promise_type {
    promise_type *root = this, *leaf = this, *parent = nullptr;
    int value = 0;
    std::exception_ptr error;
    using handle = std::coroutine_handle<promise_type>;

    nested get_return_object() { return nested(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct to_parent {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(handle h) noexcept {
        promise_type &p = h.promise();
        if (!p.parent)
          return std::noop_coroutine();
        p.root->leaf = p.parent;
        return handle::from_promise(*p.parent);
      }
      void await_resume() noexcept {}
    };
    to_parent final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      root->value = v;
      return {};
    }
    struct into_child {
      handle child;
      bool await_ready() { return child.done(); }
      std::coroutine_handle<> await_suspend(handle h) {
        promise_type &c = child.promise();
        c.parent = &h.promise();
        c.root = h.promise().root;
        c.root->leaf = &c;
        return child;
      }
      void await_resume() {
        if (child.promise().error)
          std::rethrow_exception(child.promise().error);
      }
    };
    // The child is a temporary of the yield expression and outlives its use.
    into_child yield_value(const nested &child) { return {child.h}; }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  promise_type::handle h;
  explicit nested(promise_type::handle h) : h(h) {}
  nested(nested &&o) noexcept : h(std::exchange(o.h, nullptr)) {}
  ~nested() {
    if (h)
      h.destroy();
  }
  bool next() {
    promise_type::handle::from_promise(*h.promise().leaf).resume();
    if (h.done() && h.promise().error)
      std::rethrow_exception(h.promise().error);
    return !h.done();
  }
};

static nested bits(int depth, int prefix) {
  if (depth == 0) {
    co_yield prefix;
    co_return;
  }
  co_yield bits(depth - 1, prefix * 2);
  co_yield bits(depth - 1, prefix * 2 + 1);
}

static nested fails(int depth) {
  co_yield depth;
  if (depth == 5)
    throw depth;
  int caught = 0;
  try {
    co_yield fails(depth + 1);
  } catch (int e) {
    if (depth > 2)
      throw e * 10 + depth;
    caught = e;
  }
  if (caught)
    co_yield caught;
}

int main() {
  nested n = bits(10, 0);
  int count = 0, sum = 0, last = -1, sorted = 1;
  while (n.next()) {
    int v = n.h.promise().value;
    sorted &= v == last + 1;
    last = v;
    sum += v;
    count++;
  }
  std::printf("%d leaves, sum %d, sorted %d\n", count, sum, sorted);
  nested f = fails(0);
  while (f.next())
    std::printf("%d ", f.h.promise().value);
  std::printf("\n");
}
