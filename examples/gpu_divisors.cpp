// A generator in C++, in a kernel, without the CUDA SDK: every thread adds up the divisors of its number.
#include "generator.h" // of test/gpu/include, as are the names of <coroutine>, which no standard library has for a device

static Generator<u32> divisors(u32 n) {
  for (u32 d = 1; d <= n; d++)
    if (n % d == 0)
      co_yield d;
}

extern "C" __attribute__((nvptx_kernel)) void divisor_sums(u32 *sums) {
  Generator<u32> g = divisors(thread_index());
  u32 sum = 0;
  while (g.next())
    sum += g.value();
  sums[thread_index()] = sum;
}
