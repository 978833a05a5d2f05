// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point numbers as text: std::to_chars, and printf in hexadecimal.
#include <charconv>
#include <cstdio>
int main() {
  char b[32];
  const double list[] = {1.5, 0.1, 1e100, -2.0, 3.25e-7, 123456789};
  for (double d : list) {
    auto r = std::to_chars(b, b + sizeof b, d);
    printf("%.*s %a\n", int(r.ptr - b), b, d);
  }
  auto r = std::to_chars(b, b + 1, 1.5);
  printf("%d %d\n", int(r.ptr - b), r.ec == std::errc::value_too_large);
  printf("%A|%12a|%-12a|%.2a\n", 255.5, 1.0, 1.0, 1.5);
}
