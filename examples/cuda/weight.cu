// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A device function in a file of its own, which divisors.cu calls.

#ifndef __device__ // without NVIDIA's headers
#define __device__ __attribute__((device))
#endif

extern "C" __device__ unsigned weight(unsigned divisor) { return divisor % 2 ? divisor : 0; }
