// switch in coroutines: awaits in cases, fallthrough across a suspend, a
// bytecode loop, and a switch that jumps into the middle of a loop.
// E2E: clang14
#include "coro_lib.h"
#include <initializer_list>

enum op : unsigned char { push, add, mul, dup, swap, out, jump_if, halt };

static lib::generator<long> machine(const unsigned char *code) {
  long stack[16];
  int sp = 0, pc = 0, steps = 0;
  for (;; steps++) {
    switch (static_cast<op>(code[pc++])) {
    case push:
      stack[sp++] = code[pc++];
      break;
    case add:
      sp--;
      stack[sp - 1] += stack[sp];
      break;
    case mul:
      sp--;
      stack[sp - 1] *= stack[sp];
      break;
    case dup:
      stack[sp] = stack[sp - 1];
      sp++;
      break;
    case swap: {
      long t = stack[sp - 1];
      stack[sp - 1] = stack[sp - 2];
      stack[sp - 2] = t;
      break;
    }
    case out:
      co_yield stack[sp - 1];
      break;
    case jump_if:
      if (stack[sp - 1] < 5000)
        pc = code[pc];
      else
        pc++;
      break;
    case halt:
      co_yield -steps;
      co_return;
    }
  }
}

static lib::generator<int> fall(int from) {
  int seen = 0;
  switch (from) {
  case 3:
    co_yield 30 + seen++;
    [[fallthrough]];
  case 2:
    co_yield 20 + seen++;
    [[fallthrough]];
  case 1: {
    int scoped = seen * 100;
    co_yield scoped;
    break;
  }
  default:
    co_yield -seen;
  }
  co_yield seen;
}

// copy enters its loop in the middle, at the remainder of the count.
static lib::generator<int> copy(const int *in, int n) {
  int rounds = (n + 3) / 4;
  switch (n % 4) {
    do {
    case 0:
      co_yield *in++;
      [[fallthrough]];
    case 3:
      co_yield *in++;
      [[fallthrough]];
    case 2:
      co_yield *in++;
      [[fallthrough]];
    case 1:
      co_yield *in++;
    } while (--rounds > 0);
  }
}

int main() {
  const unsigned char code[] = {push, 3, push, 1, swap, dup, mul, out, swap, push, 2,
                                add,  swap, jump_if, 4, halt};
  for (long v : machine(code))
    std::printf("%ld ", v);
  std::printf("\n");
  for (int from : {3, 2, 1, 0})
    for (int v : fall(from))
      std::printf("%d ", v);
  std::printf("\n");
  const int in[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (int n : {4, 7, 10, 11, 1})
    for (int v : copy(in, n))
      std::printf("%d ", v);
  std::printf("\n");
}
