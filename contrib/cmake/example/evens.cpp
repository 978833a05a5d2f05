#include "numbers.hpp"

numbers evens(int n) {
  numbers all = count(n); // lies in this coroutine's frame, and needs no heap
  while (all.next())
    if (all.value() % 2 == 0)
      co_yield all.value();
}
