// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A generator in CUDA: every thread adds up the divisors of its number, weighted by a function of
// weight.cu. docs/cuda.md compiles it.

#ifndef __global__ // without NVIDIA's headers
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#endif

// No library has <coroutine> for a device. Its functions, and those of the generator, are for both
// sides.
#pragma clang force_cuda_host_device begin
#include "generator.h"
#pragma clang force_cuda_host_device end

extern "C" __device__ u32 weight(u32 divisor);

__device__ static Generator<u32> divisors(u32 n) {
  for (u32 d = 1; d <= n; d++)
    if (n % d == 0)
      co_yield d;
}

extern "C" __global__ void divisor_sums(u32 *sums) {
  Generator<u32> g = divisors(thread_index());
  u32 sum = 0;
  while (g.next())
    sum += weight(g.value());
  sums[thread_index()] = sum;
}
