// Function and member templates that are coroutines, for types of several
// sizes, with non-type parameters, packs, concepts and if constexpr.
// E2E: clang14
#include "coro_lib.h"
#include <concepts>
#include <cstdint>
#include <type_traits>

template <class T>
concept number = std::integral<T> || std::floating_point<T>;

template <number T, int Step = 1> static lib::generator<T> iota(T from, int n) {
  T at = from;
  while (n-- > 0) {
    co_yield at;
    if constexpr (std::is_signed_v<T>)
      at = static_cast<T>(at - Step);
    else
      at = static_cast<T>(at + Step);
  }
}

template <class T> struct accumulate {
  T total{};
  template <class... G> lib::task<T> all(G... gens) {
    (co_await one(std::move(gens)), ...);
    co_return total;
  }
  template <class G> lib::task<> one(G gen) {
    while (gen.next())
      total = static_cast<T>(total + static_cast<T>(gen.value()));
    co_return;
  }
};

template <int N> static lib::generator<int> countdown() {
  co_yield N;
  if constexpr (N > 0) {
    auto rest = countdown<N - 1>();
    while (rest.next())
      co_yield rest.value();
  }
}

template <class T> static long mix(lib::generator<T> g) {
  long h = 17;
  while (g.next())
    h = (h * 31 + static_cast<long>(g.value() * 4)) % 1000003;
  return h;
}

int main() {
  std::printf("%ld ", mix(iota<std::int8_t>(100, 300)));
  std::printf("%ld ", mix(iota<std::uint8_t, 7>(100, 300)));
  std::printf("%ld ", mix(iota<std::int16_t, 1000>(5, 50)));
  std::printf("%ld ", mix(iota<std::uint64_t, 3>(5, 50)));
  std::printf("%ld ", mix(iota<float>(1.5f, 20)));
  std::printf("%ld\n", mix(iota<double>(2.25, 20)));
  accumulate<double> d;
  std::printf("%.2f\n", lib::run(d.all(iota<int>(10, 4), iota<float>(0.5f, 3), countdown<6>())));
  accumulate<std::uint8_t> b;
  std::printf("%d\n", lib::run(b.all(iota<unsigned, 50>(0, 12), countdown<3>())));
  for (int v : countdown<9>())
    std::printf("%d", v);
  std::printf("\n");
}
