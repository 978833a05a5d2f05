// The generator that the benchmark measures: WORDS words of state, all of which change between two suspends,
// and the same by hand. A consumer takes `pulls` values and is done.

#pragma once
#include "generator.h"

#ifndef WORDS
#define WORDS 4
#endif

constexpr u32 pulls = 32;

static inline u32 advance(u32 (&state)[WORDS], u32 i) {
  u32 &cell = state[(i * 7 + state[0]) % WORDS];
  cell = mix(cell, i);
  state[0] += cell;
  return cell;
}

static inline void begin(u32 (&state)[WORDS], u32 seed) {
  for (u32 i = 0; i < WORDS; i++)
    state[i] = seed + i;
}

static inline Generator<u32> counter(u32 seed) {
  u32 state[WORDS];
  begin(state, seed);
  for (u32 i = 0;; i++)
    co_yield advance(state, i);
}

// What the compiler makes of counter, as a person would write it.
struct CounterMachine {
  u32 state[WORDS];
  u32 i = 0;
  u32 current = 0;
  u8 at = 0;
  explicit CounterMachine(u32 seed) { begin(state, seed); }
  bool next() {
    if (at == 0)
      at = 1;
    else
      i++;
    current = advance(state, i);
    return true;
  }
  u32 value() const { return current; }
};

template <class G> static inline u32 consume(G &g) {
  u32 hash = 0;
  for (u32 k = 0; k < pulls; k++) {
    g.next();
    hash = hash * 31 + g.value();
  }
  return hash;
}
