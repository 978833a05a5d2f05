// A path tracer: a coroutine follows a path over three spheres and a floor, and suspends at each bounce with the light that
// it found there; the kernel adds four paths and gives up dark ones.
// GPU: local
#include "generator.h"

namespace {
struct Vec {
  float x, y, z;
};
struct Hit {
  float distance;
  u32 object; // 0 to 2: a sphere; 3: the floor; 4: the sky
};
} // namespace

static Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
static float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec unit(Vec a) { return a * (1 / square_root(dot(a, a))); }

static Vec center(u32 object) { return {float(object) * 2 - 2, 0.25f * float(object), 4}; }

static Hit nearest(Vec from, Vec along) {
  Hit hit{1000, 4};
  for (u32 k = 0; k < 3; k++) {
    Vec to = center(k) + from * -1;
    float b = dot(to, along), rest = b * b - dot(to, to) + 1;
    if (rest < 0)
      continue;
    float at = b - square_root(rest);
    if (at > 0.001f && at < hit.distance)
      hit = {at, k};
  }
  if (along.y < 0) {
    float at = (-1 - from.y) / along.y;
    if (at > 0.001f && at < hit.distance)
      hit = {at, 3};
  }
  return hit;
}

static float random(u32 &state) {
  state = mix(state, 17);
  return float(state >> 8) / 16777216.0f - 0.5f;
}

static Generator<float> path(Vec from, Vec along, u32 seed) {
  float weight = 1;
  for (;;) {
    Hit hit = nearest(from, along);
    if (hit.object == 4) {
      co_yield weight * (0.5f + along.y * 0.5f);
      co_return;
    }
    from = from + along * hit.distance;
    Vec normal = hit.object == 3 ? Vec{0, 1, 0} : from + center(hit.object) * -1;
    Vec noise{random(seed), random(seed), random(seed)};
    along = hit.object == 1 ? along + normal * (-2 * dot(along, normal)) : unit(normal + noise);
    weight *= hit.object == 3 ? 0.5f : 0.75f;
    co_yield weight * 0.1f;
  }
}

KERNEL run(const u32 *in, u32 *out, u32 n) {
  u32 t = thread_index();
  if (t >= n)
    return;
  Vec along = unit({float(in[t] % 64) / 32 - 1, float(in[t] / 64 % 64) / 64 - 0.5f, 1});
  float light = 0;
  for (u32 sample = 0; sample < 4; sample++) {
    Generator<float> bounces = path({0, 0, 0}, along, mix(in[t], sample));
    for (u32 k = 0; k < 8 && bounces.next(); k++) {
      light += bounces.value();
      if (bounces.value() < 0.01f)
        break;
    }
  }
  out[t] = __builtin_bit_cast(u32, light);
}
