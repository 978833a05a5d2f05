// The ray marcher that the benchmark measures: a coroutine that suspends at every step, and the same by hand.

#pragma once
#include "generator.h"

struct Vec {
  float x, y, z;
};

static inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
static inline float length(Vec a) { return square_root(a.x * a.x + a.y * a.y + a.z * a.z); }

static inline float scene(Vec p) {
  float sphere = length(p + Vec{0, -0.5f, -3}) - 1;
  float floor = p.y + 1;
  return sphere < floor ? sphere : floor;
}

static inline Generator<float> march(Vec origin, Vec direction) {
  float travelled = 0;
  while (travelled < 20) {
    float distance = scene(origin + direction * travelled);
    if (distance < 0.001f)
      co_return;
    travelled += distance;
    co_yield travelled;
  }
}

struct MarchMachine {
  Vec origin, direction;
  float travelled = 0, current = 0;
  bool next() {
    if (!(travelled < 20))
      return false;
    float distance = scene(origin + direction * travelled);
    if (distance < 0.001f)
      return false;
    travelled += distance;
    current = travelled;
    return true;
  }
  float value() const { return current; }
};

static inline Vec aim(u32 word) {
  Vec direction{float(word % 64) / 32 - 1, float(word / 64 % 64) / 32 - 1, 1};
  return direction * (1 / length(direction));
}

template <class G> static inline u32 follow(G &ray) {
  float travelled = 0;
  u32 steps = 0;
  while (steps < 64 && ray.next()) {
    travelled = ray.value();
    steps++;
  }
  return __builtin_bit_cast(u32, travelled) + steps;
}
