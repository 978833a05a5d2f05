// A small ray marcher: a coroutine walks along a ray and suspends at every step; the kernel gives up rays
// that take too long. Threads of a warp end at different steps.
// GPU: local
#include "generator.h"

namespace {
struct Vec {
  float x, y, z;
};
} // namespace

static Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
static float length(Vec a) { return square_root(a.x * a.x + a.y * a.y + a.z * a.z); }

// The distance to a sphere over a floor.
static float scene(Vec p) {
  float sphere = length(p + Vec{0, -0.5f, -3}) - 1;
  float floor = p.y + 1;
  return sphere < floor ? sphere : floor;
}

static Generator<float> march(Vec origin, Vec direction) {
  float travelled = 0;
  while (travelled < 20) {
    float distance = scene(origin + direction * travelled);
    if (distance < 0.001f)
      co_return;
    travelled += distance;
    co_yield travelled;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Vec direction{float(in[t] % 64) / 32 - 1, float(in[t] / 64 % 64) / 32 - 1, 1};
  direction = direction * (1 / length(direction));
  Generator<float> ray = march({0, 0, 0}, direction);
  float travelled = 0;
  u32 steps = 0;
  while (steps < 64 && ray.next()) {
    travelled = ray.value();
    steps++;
  }
  out[t] = __builtin_bit_cast(u32, travelled) + steps;
}
