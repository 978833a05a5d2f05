// float, double and long double in frames and promises: a Newton iteration, a
// compensated sum, a Runge-Kutta stepper, and values that must not be rounded.
// E2E: clang14
#include "coro_lib.h"

static lib::generator<double> newton(double x) {
  double guess = x / 2;
  for (int i = 0; i < 8; i++) {
    co_yield guess;
    guess = (guess + x / guess) / 2;
  }
}

static lib::generator<float> compensated(int n) {
  float sum = 0, lost = 0, naive = 0;
  for (int i = 1; i <= n; i++) {
    float y = 1.0f / static_cast<float>(i) - lost;
    float t = sum + y;
    lost = (t - sum) - y;
    sum = t;
    naive += 1.0f / static_cast<float>(i);
    if (i % 1000 == 0) {
      co_yield sum;
      co_yield naive - sum;
    }
  }
}

struct state {
  double position, speed;
};

static lib::generator<state> oscillate(state s, double step) {
  auto slope = [](state at) { return state{at.speed, -at.position}; };
  for (;;) {
    co_yield s;
    state k1 = slope(s);
    state k2 = slope({s.position + step / 2 * k1.position, s.speed + step / 2 * k1.speed});
    s.position += step * (k1.position + k2.position) / 2;
    s.speed += step * (k1.speed + k2.speed) / 2;
  }
}

static lib::task<long double> wide(long double x, int n) {
  if (n == 0)
    co_return x;
  long double scale = 1.0L / 3;
  long double rest = co_await wide(x * scale, n - 1);
  co_return rest / scale + 1.0L / (1ull << 60);
}

int main() {
  for (double g : newton(2))
    std::printf("%.15f ", g);
  std::printf("\n");
  for (float f : compensated(4000))
    std::printf("%.7g ", static_cast<double>(f));
  std::printf("\n");
  int i = 0;
  for (state s : oscillate({1, 0}, 0.125)) {
    if (i % 10 == 0)
      std::printf("%a %a\n", s.position, s.speed);
    if (++i == 50)
      break;
  }
  std::printf("%.18Lg\n", lib::run(wide(1.0L, 20)));
  auto nan = newton(0.0);
  nan.next();
  nan.next();
  std::printf("%d\n", nan.value() != nan.value());
}
