// Loads in a pipeline: the coroutine has the next four words on their way while its consumer works on a word.
// GPU: local
#include "generator.h"

static Generator<u32> stream(const u32 *in, u32 first, u32 stride, u32 n, u32 count) {
  u32 ahead[4];
  for (u32 k = 0; k < 4; k++)
    ahead[k] = in[(first + k * stride) % n];
  for (u32 i = 0; i < count; i++) {
    u32 word = ahead[i % 4];
    ahead[i % 4] = in[(first + (i + 4) * stride) % n];
    co_yield word;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  u32 hash = t;
  for (Generator<u32> words = stream(in, t, 7, n, 16 + in[t] % 8); words.next();)
    hash = mix(hash, words.value());
  out[t] = hash;
}
