// The names of <coroutine> that the compiler looks up, without a standard
// library: device code has none. The host build uses them too, so that both
// sides run one text.

#pragma once

using size_t = decltype(sizeof 0);

namespace std {

template <class... T> using device_void_t = void;

template <class R, class = void> struct coroutine_traits_base {};
template <class R> struct coroutine_traits_base<R, device_void_t<typename R::promise_type>> {
  using promise_type = typename R::promise_type;
};
template <class R, class... Args> struct coroutine_traits : coroutine_traits_base<R> {};

template <class Promise = void> struct coroutine_handle;

template <> struct coroutine_handle<void> {
  constexpr coroutine_handle() noexcept = default;
  constexpr coroutine_handle(decltype(nullptr)) noexcept {}
  static coroutine_handle from_address(void *address) noexcept {
    coroutine_handle h;
    h.frame = address;
    return h;
  }
  void *address() const noexcept { return frame; }
  explicit operator bool() const noexcept { return frame != nullptr; }
  bool done() const noexcept { return __builtin_coro_done(frame); }
  void resume() const { __builtin_coro_resume(frame); }
  void operator()() const { resume(); }
  void destroy() const { __builtin_coro_destroy(frame); }

protected:
  void *frame = nullptr;
};

inline bool operator==(coroutine_handle<> a, coroutine_handle<> b) noexcept { return a.address() == b.address(); }

template <class Promise> struct coroutine_handle : coroutine_handle<> {
  constexpr coroutine_handle() noexcept = default;
  constexpr coroutine_handle(decltype(nullptr)) noexcept {}
  static coroutine_handle from_address(void *address) noexcept {
    coroutine_handle h;
    h.frame = address;
    return h;
  }
  static coroutine_handle from_promise(Promise &promise) noexcept {
    return from_address(__builtin_coro_promise((char *)&promise, alignof(Promise), true));
  }
  Promise &promise() const noexcept { return *(Promise *)__builtin_coro_promise(frame, alignof(Promise), false); }
};

struct noop_coroutine_promise {};
using noop_coroutine_handle = coroutine_handle<>;
inline noop_coroutine_handle noop_coroutine() noexcept { return coroutine_handle<>::from_address(__builtin_coro_noop()); }

struct suspend_always {
  bool await_ready() const noexcept { return false; }
  void await_suspend(coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};

struct suspend_never {
  bool await_ready() const noexcept { return true; }
  void await_suspend(coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};

// Says that operator new answers null instead of throwing; the compiler looks for nothrow in it.
struct nothrow_t {};
inline constexpr nothrow_t nothrow{};

} // namespace std

inline void *operator new(size_t, void *place) noexcept { return place; }
