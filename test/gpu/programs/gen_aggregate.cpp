// Rows of a sparse matrix: yields a struct of mixed types, held by value in the promise.
// GPU: local
#include "generator.h"

namespace {
struct Entry {
  u8 kind;
  u32 column;
  i64 weight;
};
} // namespace

static Generator<Entry> row(u32 seed) {
  for (u32 column = 0, step = seed % 7 + 1; column < 40; column += step)
    co_yield Entry{u8(column % 3), column, i64(mix(seed, column)) - 0x80000000l};
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Generator<Entry> entries = row(in[t]);
  i64 sum = 0;
  while (entries.next()) {
    Entry e = entries.value();
    sum += e.kind == 0 ? e.weight : e.kind == 1 ? -e.weight : i64(e.column);
  }
  out[t] = u32(sum) ^ u32(u64(sum) >> 32);
}
