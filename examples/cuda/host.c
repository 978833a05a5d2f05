// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// host FILE: loads a cubin, a fat binary or PTX with the kernel divisor_sums, runs it in 256 threads and
// prints the sums of the first numbers. It uses the CUDA driver API: link it with -lcuda.

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 256 };

static void check(CUresult result, const char *call) {
  const char *name = "unknown error";
  if (result == CUDA_SUCCESS)
    return;
  cuGetErrorName(result, &name);
  fprintf(stderr, "%s: %s\n", call, name);
  exit(1);
}

#define CHECK(call) check(call, #call)

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: host FILE\n");
    return 2;
  }
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr sums;
  static unsigned result[threads];

  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoad(&module, argv[1]));
  CHECK(cuModuleGetFunction(&kernel, module, "divisor_sums"));
  CHECK(cuMemAlloc(&sums, sizeof result));
  void *arguments[] = {&sums};
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL));
  CHECK(cuMemcpyDtoH(result, sums, sizeof result));
  for (int n = 0; n < 16; n++)
    printf("%d: %u\n", n, result[n]);
  CHECK(cuMemFree(sums));
  CHECK(cuModuleUnload(module));
  return cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS ? 0 : 1;
}
