#include "numbers.hpp"
#include <cstdio>

int main() {
  numbers some = evens(10); // of another unit: only the linker sees both, so the frame is on the heap
  while (some.next())
    std::printf("%d\n", some.value());
  numbers all = count(3); // needs no heap
  while (all.next())
    std::printf("%d\n", all.value());
}
