// A pipeline of generators, each owning the one before it as a parameter moved
// into its frame: map, filter, take, zip, chunk, flatten.
#include "coro_lib.h"

template <class T> using gen = lib::generator<T>;

static gen<int> numbers() {
  for (int i = 0;; i++)
    co_yield i;
}

template <class T, class F> static auto map(gen<T> in, F f) -> gen<decltype(f(in.value()))> {
  while (in.next())
    co_yield f(in.value());
}

template <class T, class F> static gen<T> filter(gen<T> in, F keep) {
  while (in.next())
    if (keep(in.value()))
      co_yield in.value();
}

template <class T> static gen<T> take(gen<T> in, int n) {
  while (n-- > 0 && in.next())
    co_yield in.value();
}

template <class A, class B> struct both {
  A a;
  B b;
};

template <class A, class B> static gen<both<A, B>> zip(gen<A> a, gen<B> b) {
  while (a.next() && b.next())
    co_yield both<A, B>{a.value(), b.value()};
}

template <int N> struct chunk {
  int items[N];
};

template <int N> static gen<chunk<N>> chunks(gen<int> in) {
  chunk<N> c{};
  int n = 0;
  while (in.next()) {
    c.items[n++] = in.value();
    if (n == N) {
      co_yield c;
      n = 0;
    }
  }
}

template <int N> static gen<int> flatten(gen<chunk<N>> in) {
  while (in.next())
    for (int i = N; i-- > 0;)
      co_yield in.value().items[i];
}

int main() {
  int offset = 3;
  auto squares = map(numbers(), [offset](int v) { return v * v + offset; });
  auto odd = filter(std::move(squares), [](int v) { return v % 2 == 1; });
  auto some = take(flatten(chunks<3>(std::move(odd))), 12);
  auto halves = map(numbers(), [](int v) { return v / 2.0; });
  double sum = 0;
  for (const auto &[v, h] : zip(std::move(some), std::move(halves))) {
    std::printf("%d:%.1f ", v, h);
    sum += v * h;
  }
  std::printf("\nsum %.1f\n", sum);
  auto never_run = take(filter(numbers(), [](int) { return false; }), 10);
  auto nothing = take(std::move(never_run), 0);
  std::printf("nothing %d\n", nothing.next());
}
