// Runtime of generated coroutines (package gen): external functions that record
// a trace, an allocator that notices misuse, and the driver that runs every
// coroutine of one module through all its lives.
//
// Usage: prog INDEX - runs the module with that index in rt_modules and prints
// its trace to stdout. Two lowerings of a module are equal when their traces are.
// It does not decide anything by itself: errors it notices are lines of the trace.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace {

// Row and Module are the records at the start of gen's table().
struct Row {
  const char *name;
  void *(*start)(int64_t);
  void (*resume)(void *);
  void (*destroy)(void *);
  int64_t (*done)(void *);
  void (*promise)(void *);
  int64_t flags;
};
enum { kThrows = 1, kPlain = 2 };
struct Module {
  Row *rows;
  int64_t count;
  unsigned char *buf;
  int64_t buflen;
};

// Block is one allocation. Memory is never given back, so that a use after free
// reads the poison and a write after free is seen at the end of the run.
struct Block {
  unsigned char *base;
  size_t size, align;
  bool live;
};
constexpr size_t kGuard = 128;

struct Stash {
  unsigned char *p;
  int64_t n;
};

std::map<void *, Block> blocks;
std::vector<Stash> stashes;
uint64_t counter, argument;
int64_t epoch, calls_left;
long events;

uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

uint64_t sum(const unsigned char *p, int64_t n) {
  uint64_t h = 1469598103934665603u;
  for (int64_t i = 0; i < n; i++) h = (h ^ p[i]) * 1099511628211u;
  return h;
}

void event(const char *what, long long tag, unsigned long long v) {
  if (++events > 200000) {
    printf("too many events\n");
    fflush(stdout);
    _Exit(3);
  }
  printf("%s %lld %llx\n", what, tag, v);
}

void change(unsigned char *p, int64_t n) {
  for (int64_t i = 0; i < n; i++) p[i] = (unsigned char)(p[i] * 5 + 3 * i + 1);
}

}  // namespace

extern "C" {
extern Module *rt_modules[];
extern int64_t rt_nmodules;

void rt_trace(int64_t tag, int64_t v) { event("t", tag, v); }

int64_t rt_val(int64_t tag) { return (int64_t)mix(argument * 1000003 + tag * 131 + ++counter); }

// rt_tid stands for "current thread": fixed within one activation, new at the next.
int64_t rt_tid() { return epoch; }

void rt_peek(unsigned char *p, int64_t n, int64_t tag) { event("p", tag, sum(p, n)); }

void rt_use(unsigned char *p, int64_t n, int64_t tag) {
  event("u", tag, sum(p, n));
  change(p, n);
}

void rt_use_via(unsigned char **p, int64_t n, int64_t tag) { rt_use(*p, n, tag); }

void rt_fill(unsigned char *p, int64_t n, int64_t seed) {
  for (int64_t i = 0; i < n; i++) p[i] = (unsigned char)mix(seed + i);
}

void rt_align(void *p, int64_t align, int64_t tag) {
  if ((uintptr_t)p % align) event("MISALIGNED", tag, align);
}

void rt_stash(unsigned char *p, int64_t n) { stashes.push_back({p, n}); }

void rt_unstash(unsigned char *p) {
  for (size_t i = 0; i < stashes.size(); i++)
    if (stashes[i].p == p) {
      stashes.erase(stashes.begin() + i);
      return;
    }
}

int64_t rt_throw_val(int64_t tag) {
  if (calls_left > 0 && --calls_left == 0) {
    event("throw", tag, 0);
    throw (int)tag;
  }
  return rt_val(tag);
}

void *rt_alloc(int64_t size, int64_t align) {
  if (align < 16) align = 16;
  void *p = nullptr;
  if (posix_memalign(&p, align, size + kGuard)) abort();
  memset(p, 0xAA, size + kGuard);
  blocks[p] = {(unsigned char *)p, (size_t)size, (size_t)align, true};
  return p;
}

void rt_free(void *p) {
  if (!p) return;
  auto it = blocks.find(p);
  if (it == blocks.end()) return event("BAD FREE", 0, 0);
  Block &b = it->second;
  if (!b.live) return event("DOUBLE FREE", 0, 0);
  b.live = false;
  for (size_t i = 0; i < kGuard; i++)
    if (b.base[b.size + i] != 0xAA) {
      event("OVERRUN", i, b.base[b.size + i]);
      break;
    }
  for (Stash &s : stashes)
    if (s.p >= b.base && s.p < b.base + b.size) event("STASH LEFT", 0, s.n);
  memset(p, 0xDD, b.size + kGuard);
}
}

namespace {

bool alive(void *h) {
  auto it = blocks.find(h);
  return it != blocks.end() && it->second.live;
}

// between is what the world does while a coroutine is suspended: it changes the
// memory it was given and the module's buffer.
void between(Module *m) {
  epoch++;
  for (Stash &s : stashes) {
    event("s", s.n, sum(s.p, s.n));
    change(s.p, s.n);
  }
  event("b", m->buflen, sum(m->buf, m->buflen));
  change(m->buf, m->buflen);
}

void checkEnd() {
  for (auto &kv : blocks) {
    Block &b = kv.second;
    if (b.live) {
      event("LEAK", 0, 0);
    } else {
      for (size_t i = 0; i < b.size + kGuard; i++)
        if (b.base[i] != 0xDD) {
          event("WRITE AFTER FREE", i, b.base[i]);
          break;
        }
    }
    free(b.base);
  }
  blocks.clear();
  if (!stashes.empty()) event("STASH LEFT", 1, stashes.size());
  stashes.clear();
}

// guarded runs f and reports an exception as an event.
template <class F>
bool guarded(F f) {
  try {
    f();
    return true;
  } catch (int tag) {
    event("threw", tag, 0);
    return false;
  }
}

void life(Module *m, Row &r, int arg, int resumes, int throwAt) {
  printf("= %s arg %d resumes %d throw %d\n", r.name, arg, resumes, throwAt);
  counter = 0, argument = arg, epoch = 100, calls_left = throwAt, events = 0;
  rt_fill(m->buf, m->buflen, arg);
  void *h = nullptr;
  if (!guarded([&] { h = r.start(mix(arg)); }) || (r.flags & kPlain)) return checkEnd();
  for (int i = 0; i < resumes && alive(h); i++) {
    r.promise(h);
    bool done = r.done(h);
    event("done", i, done);
    if (done) break;
    between(m);
    guarded([&] { r.resume(h); });
  }
  if (alive(h)) {
    r.promise(h);
    event("done", -1, r.done(h));
    between(m);
    guarded([&] { r.destroy(h); });
  } else {
    event("gone", 0, 0);
  }
  checkEnd();
}

}  // namespace

int main(int argc, char **argv) {
  int i = argc > 1 ? atoi(argv[1]) : -1;
  if (i < 0 || i >= rt_nmodules) {
    fprintf(stderr, "usage: %s INDEX (0..%lld)\n", argv[0], (long long)rt_nmodules - 1);
    return 2;
  }
  static const int kResumes[] = {0, 1, 2, 3, 5, 60};
  Module *m = rt_modules[i];
  for (int64_t e = 0; e < m->count; e++)
    for (int arg = 1; arg <= 2; arg++)
      for (int t = 0; t <= ((m->rows[e].flags & kThrows) ? 4 : 0); t++) {
        if (m->rows[e].flags & kPlain) {
          life(m, m->rows[e], arg, 0, t);
          continue;
        }
        for (int k : kResumes) life(m, m->rows[e], arg, k, t);
      }
  return 0;
}
