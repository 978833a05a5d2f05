// A game: scripts of entities are coroutines that wait for frames, and some are removed while they wait.
#include "coro.h"
#include <vector>

struct entity { float x = 0, speed = 1; int health = 100; };

generator<int> patrol(entity &e, int width) {
  for (;;) {
    for (; e.x < width; e.x += e.speed)
      co_yield 1;
    for (int i = 0; i < 5; i++)
      co_yield 0;
    for (; e.x > 0; e.x -= e.speed)
      co_yield -1;
  }
}
generator<int> regenerate(entity &e) {
  while (e.health > 0) {
    e.health -= 3;
    co_yield e.health;
    for (int wait = e.health & 7; wait > 0; wait--)
      co_yield 0;
  }
}
int main() {
  long sum = 0;
  for (int level = 0; level < 120; level++) {
    std::vector<entity> entities(100);
    std::vector<generator<int>> scripts;
    for (auto &e : entities) {
      e.speed = 1 + int(&e - entities.data()) % 4 * 0.25f;
      scripts.push_back(patrol(e, 40));
      scripts.push_back(regenerate(e));
    }
    for (int frame = 0; frame < 1000; frame++)
      for (auto &s : scripts)
        if (!s.h.done() && s.next())
          sum += s.value();
  }
  finish(sum);
}
