// Coroutines whose variables a debugger reads: TestVariables compares what the debug info says with
// the value that the program gives to LOOK.
#include "generator.h"
#include "task.h"

// look is where a debugger stops. The caller has a variable of the given number in the test's list
// of names, whose value is `value`.
__attribute__((noinline)) void look(u32 name, u64 value) { asm volatile("" ::"r"(name), "l"(value)); }

enum : u32 { X, Y, WIDE, ITEM, INDEX, TOTAL, FLAGS, SEED, VALUE };

struct Item {
  u32 first, second;
};

struct Flags {
  u32 low : 3, high : 7;
  bool set;
};

static Generator<u32> numbers(u32 seed, u32 count) {
  u32 x = seed * 3;
  u64 wide = (u64(seed) << 32) + 7;
  look(SEED, seed);
  for (u32 index = 0; index < count; index++) {
    Item item = {index, x};
    look(INDEX, index);
    co_yield x;
    look(X, x);
    look(WIDE, wide);
    look(ITEM, item.first | u64(item.second) << 32);
    {
      unsigned short x = (unsigned short)(index + 100); // hides the outer one
      look(X, x);
      co_yield x;
      look(X, x);
    }
    x += index;
    wide *= 3;
    look(X, x);
  }
  look(SEED, seed);
}

static Task<u32> deeper(u32 seed) {
  u32 y = seed ^ 5;
  look(Y, y);
  co_return y + 1;
}

static Task<u32> total(u32 seed) {
  u32 total = 0;
  Flags flags = {seed & 7, seed >> 3 & 127, seed > 40};
  for (u32 index = 0; index < 3; index++) {
    u32 value = co_await deeper(seed + index);
    total += value;
    look(VALUE, value);
    look(TOTAL, total);
    look(INDEX, index);
  }
  look(FLAGS, flags.low | flags.high << 3 | u64(flags.set) << 32);
  co_return total;
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  u32 total = 0;
  auto g = numbers(in[t], 3);
  while (g.next()) {
    u32 value = g.value();
    total = mix(total, value);
    look(VALUE, value);
    look(TOTAL, total);
  }
  total += ::total(in[t]).run();
  look(TOTAL, total);
  out[t] = total;
}
