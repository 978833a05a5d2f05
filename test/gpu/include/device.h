// What a program needs of the machine: who am I, memory shared by a block,
// barriers, a heap. On nvptx64 these are the target's builtins and the driver's
// malloc, without the CUDA SDK; on the host the functions of host/host.cpp,
// which runs the threads of a block as fibers.
//
// A program is a kernel `run(in, out, n)`: n threads in all, a word of input and
// a word of output for each.

#pragma once
#include "coro.h"

using u8 = unsigned char;
using u32 = unsigned;
using u64 = unsigned long;
using i64 = long;

constexpr u32 max_block = 256; // threads of a block, at most

#ifdef __NVPTX__

#define KERNEL extern "C" __attribute__((nvptx_kernel)) void
// Shared memory has no initial value: loader_uninitialized keeps clang from writing one.
#define SHARED [[clang::loader_uninitialized]] static __attribute__((address_space(3)))

inline u32 lane_of_block() { return __nvvm_read_ptx_sreg_tid_x(); }
inline u32 block_size() { return __nvvm_read_ptx_sreg_ntid_x(); }
inline u32 block_index() { return __nvvm_read_ptx_sreg_ctaid_x(); }
inline void barrier() { __nvvm_bar_sync(0); }
inline u32 shuffle_xor(u32 value, u32 mask) { return __nvvm_shfl_sync_bfly_i32(0xffffffffu, value, mask, 31); }
inline float square_root(float x) { return __nvvm_sqrt_rn_f(x); }

extern "C" void *malloc(size_t);
extern "C" void free(void *);

#else

#define KERNEL extern "C" void
#define SHARED static

extern "C" u32 lane_of_block();
extern "C" u32 block_size();
extern "C" u32 block_index();
extern "C" void barrier();
extern "C" u32 shuffle_xor(u32 value, u32 mask);
inline float square_root(float x) { return __builtin_sqrtf(x); }

extern "C" void *malloc(size_t) noexcept;
extern "C" void free(void *) noexcept;

#endif

// The driver has malloc and free, and no operator new. A program that shows what becomes of the
// plain declared one says PLAIN_NEW. Inline, which C++ forbids, for a strong one would stay in every module.
#if defined(__NVPTX__) && !defined(PLAIN_NEW)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
inline void *operator new(size_t size) { return malloc(size); }
inline void operator delete(void *p) noexcept { free(p); }
inline void operator delete(void *p, size_t) noexcept { free(p); }
#pragma clang diagnostic pop
#endif

inline u32 thread_index() { return block_index() * block_size() + lane_of_block(); }

// A word that depends on every bit of its arguments.
inline u32 mix(u32 a, u32 b) {
  a = (a ^ b) * 0x9e3779b1u;
  a ^= a >> 15;
  a *= 0x85ebca77u;
  return a ^ (a >> 13);
}
