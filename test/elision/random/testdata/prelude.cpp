// What the generated programs share.
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

using H = std::coroutine_handle<>;
#define NI __attribute__((noinline))
#define AI inline __attribute__((always_inline))

static unsigned long hash;
static NI void T(unsigned long n) { hash = hash * 6364136223846793005ul + n + 1; }

struct Tr {
  unsigned long n;
  ~Tr() { T(n); }
};

struct Base {
  H cont;
  int val = 5;
};
static Base &base(H h) { return std::coroutine_handle<Base>::from_address(h.address()).promise(); }

struct Own {
  H h;
  Own() : h(nullptr) {}
  explicit Own(H h) : h(h) {}
  Own(Own &&o) : h(std::exchange(o.h, nullptr)) {}
  Own &operator=(Own &&o) {
    H old = std::exchange(h, std::exchange(o.h, nullptr));
    if (old) old.destroy();
    return *this;
  }
  ~Own() {
    if (h) h.destroy();
  }
};

// Opt makes its owner in a buffer when it is first asked for it.
struct Opt {
  alignas(Own) unsigned char buf[sizeof(Own)];
  bool has = false;
  H &ref() {
    if (!has) {
      new (buf) Own;
      has = true;
    }
    return reinterpret_cast<Own *>(buf)->h;
  }
  ~Opt() {
    if (has) reinterpret_cast<Own *>(buf)->~Own();
  }
};

struct Two {
  int before = 1;
  H m = nullptr;
  H k = nullptr;
};

static H G[3];

template <bool Eager> struct Initial {
  bool await_ready() noexcept { return Eager; }
  void await_suspend(H) noexcept {}
  void await_resume() noexcept {}
};

template <int Final> struct Last {
  bool await_ready() noexcept { return Final == 0; }
  H await_suspend(H h) noexcept {
    H c = base(h).cont;
    return c ? c : std::noop_coroutine();
  }
  void await_resume() noexcept {}
};

template <bool Eager, int Final, bool Throws> struct Ret {
  struct promise_type : Base {
    Ret get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    Initial<Eager> initial_suspend() noexcept { return {}; }
    Last<Final> final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {
      T(77);
      if (Throws) throw;
    }
  };
  H h;
};

struct Wait {
  int v;
  bool await_ready() { return false; }
  void await_suspend(H h) { base(h).val = v; }
  int await_resume() { return v; }
};

struct Await {
  H &h;
  bool await_ready() { return false; }
  H await_suspend(H me) {
    base(h).cont = me;
    return h;
  }
  void await_resume() {}
};

struct Transfer {
  H h;
  bool await_ready() { return false; }
  H await_suspend(H) { return h; }
  void await_resume() {}
};

struct Kill {
  H &h;
  bool await_ready() { return false; }
  void await_suspend(H) {
    H k = h;
    k.destroy();
  }
  void await_resume() {}
};

struct Self {
  H &h;
  bool await_ready() { return false; }
  bool await_suspend(H me) {
    h = me;
    return false;
  }
  void await_resume() {}
};

static inline H viaInt(H h) { return H::from_address(reinterpret_cast<void *>(reinterpret_cast<std::uintptr_t>(h.address()))); }
static inline H viaVolatile(H h) {
  void *volatile v = h.address();
  return H::from_address(v);
}
static inline void byteCopy(H &to, const H &from) {
  char b[sizeof(H)];
  for (unsigned k = 0; k < sizeof(H); ++k) b[k] = reinterpret_cast<const char *>(&from)[k];
  std::memcpy(static_cast<void *>(&to), b, sizeof b);
}
