// Backtracking over six queens: a generator of squares for each row, remade on the way down.
// GPU: heap
#include "generator.h"

static Generator<u32> free_columns(const u32 *queens, u32 row, u32 first) {
  for (u32 i = 0; i < 6; i++) {
    u32 column = (first + i) % 6;
    bool attacked = false;
    for (u32 r = 0; r < row; r++) {
      u32 distance = row - r;
      attacked |= queens[r] == column || queens[r] + distance == column || queens[r] == column + distance;
    }
    if (!attacked)
      co_yield column;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  u32 queens[6], hash = in[t];
  Generator<u32>::handle_type rows[6];
  u32 row = 0;
  auto open = [&] {
    Generator<u32> g = free_columns(queens, row, in[t] % 6);
    rows[row] = g.handle;
    g.handle = nullptr;
  };
  for (open();;) {
    rows[row].resume();
    if (rows[row].done()) {
      rows[row].destroy();
      if (row-- == 0)
        break;
      continue;
    }
    queens[row] = rows[row].promise().current;
    if (row == 5) {
      for (u32 q : queens)
        hash = mix(hash, q);
      continue;
    }
    row++;
    open();
  }
  out[t] = hash;
}
