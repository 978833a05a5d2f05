// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the blocks of operator new in taken.
#pragma once
#include "coroutine.h"

[[gnu::noinline]] void *operator new(std::size_t n) {
  void *p = std::malloc(n);
  if (!p)
    throw std::bad_alloc();
  taken++;
  return p;
}
[[gnu::noinline]] void operator delete(void *p) noexcept {
  if (p)
    taken--;
  std::free(p);
}
[[gnu::noinline]] void operator delete(void *p, std::size_t) noexcept { operator delete(p); }
[[gnu::noinline]] void *operator new(std::size_t n, const std::nothrow_t &) noexcept {
  void *p = std::malloc(n);
  taken += p != nullptr;
  return p;
}
