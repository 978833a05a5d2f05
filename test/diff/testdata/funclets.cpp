// Generators in plain code, under a cleanup, in a destructor that runs as a cleanup, and in a catch. The header is in the file: for these targets
// none is installed.
typedef __SIZE_TYPE__ size_t;
void *operator new(size_t, void *p) noexcept;
namespace std {
template<class R, class...> struct coroutine_traits { using promise_type = typename R::promise_type; };
template<class P = void> struct coroutine_handle;
template<> struct coroutine_handle<void> { void *p = nullptr; static coroutine_handle from_address(void *a) noexcept { coroutine_handle h; h.p = a; return h; } void *address() const noexcept { return p; } void resume() const { __builtin_coro_resume(p); } void destroy() const { __builtin_coro_destroy(p); } bool done() const { return __builtin_coro_done(p); } };
template<class P> struct coroutine_handle { void *p = nullptr; static coroutine_handle from_address(void *a) noexcept { coroutine_handle h; h.p = a; return h; } static coroutine_handle from_promise(P &q) { coroutine_handle h; h.p = __builtin_coro_promise((char *)&q, alignof(P), true); return h; } P &promise() const { return *(P *)__builtin_coro_promise(p, alignof(P), false); } void resume() const { __builtin_coro_resume(p); } void destroy() const { __builtin_coro_destroy(p); } bool done() const { return __builtin_coro_done(p); } operator coroutine_handle<>() const noexcept { return coroutine_handle<>::from_address(p); } void *address() const noexcept { return p; } };
struct suspend_always { bool await_ready() noexcept { return false; } void await_suspend(coroutine_handle<>) noexcept {} void await_resume() noexcept {} };
struct suspend_never { bool await_ready() noexcept { return true; } void await_suspend(coroutine_handle<>) noexcept {} void await_resume() noexcept {} };
}
template<class T> struct gen { struct promise_type { T cur; gen get_return_object() { return gen{std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(T v) noexcept { cur = v; return {}; } void return_void() noexcept {} void unhandled_exception() noexcept {} }; std::coroutine_handle<promise_type> h; ~gen() { h.destroy(); } bool next() { h.resume(); return !h.done(); } T value() { return h.promise().cur; } };
extern "C" int ext(int) noexcept; extern "C" void mayThrow(int);
gen<int> g1(int n) noexcept { for (int i = 0; i < n; ++i) { int k = ext(i); co_yield k; ext(k); } }
extern "C" int plain(int n) { int s = 0; gen<int> g = g1(n); while (g.next()) s += g.value(); return s; }
extern "C" int thrower(int n) { int s = 0; { gen<int> g = g1(n); while (g.next()) { s += g.value(); mayThrow(s); } } return s; }
struct fin { int n; ~fin() { gen<int> g = g1(n); while (g.next()) ext(g.value()); } };
extern "C" int infin(int n) { fin f{n}; mayThrow(n); mayThrow(n + 1); return 0; }
extern "C" int incatch(int n) { int s = 0; try { mayThrow(n); } catch (int e) { gen<int> g = g1(e); while (g.next()) { s += g.value(); mayThrow(s); } } return s; }
