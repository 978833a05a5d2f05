// What the hard programs (package gen) run on: functions that the lowering cannot see into, and the outside world that calls the programs,
// keeps what they give away, and uses it later. It models nothing: which of the ways of a program are well-defined is found out by running
// the plain lowering, built with -DWITNESS under AddressSanitizer, and what is decided on the way is replayed by the builds that are tested.
//
//   witness record FILE FILL     runs every path of every program, and writes what it decided and what was seen
//   witness verify FILE FILL OUT runs the paths of FILE with other bytes in fresh memory; what differs read uninitialised memory and is dropped
//   tested check FILE            runs the paths of FILE that were not dropped, and prints those on which something else is seen
//   either show FILE PROG PATH [FILL]   prints what is seen on one path
//
// All paths run in a forked child; a path that crashes, hangs or exits costs a fork.
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef WITNESS
extern "C" {
void __asan_poison_memory_region(void const volatile *, size_t);
void __asan_unpoison_memory_region(void const volatile *, size_t);
void *__asan_region_is_poisoned(void *, size_t);
void __asan_handle_no_return(void);
// A path that AddressSanitizer stops is dropped. Nobody reads the report, which costs more than the path.
void __asan_on_error(void) { _exit(1); }
}
#endif

extern "C" {
// The descriptions that the programs export.
enum PlaceKind : int64_t { kPlain = 0, kXor, kMul, kHalves, kAddress };
struct Place {
  int64_t *at;
  int64_t kind;
};
typedef void User(void *cell, int64_t n);
struct Program {
  User **users;
  int64_t nusers;
  Place *places;
  int64_t nplaces;
  int64_t *resets;
  int64_t seed;
};
extern Program *rt_programs[];
extern int64_t rt_nprograms;
char rt_base[256];
int64_t **rt_held[4];  // cells with handles, known outside
}

namespace {

constexpr int kPaths = 24, kRounds = 3, kActions = 5, kKept = 4;
constexpr int kMaxDecisions = 1500, kMaxEvents = 3000;
constexpr int64_t kXorKey = 0x5bd1e995, kMulBack = (int64_t)0xf1de83e19937733d;  // and 0x9e3779b97f4a7c15 to multiply by

struct Event {
  int64_t tag, value;
};
enum Status : int32_t { kOk, kDropped, kHangs, kCrashes };

// What a path reached, as bits of a Run.
enum Reached : int32_t { kThread = 1, kQueue = 2, kSecondReturn = 4, kAwaited = 8, kAwaitedBehind = 16, kAwaitedGone = 32, kAwaitThrew = 64 };
constexpr int kReachedBits = 7;

// Head is the fixed part of what is known about a path.
struct Head {
  int32_t prog, path, status, ndec, nev, exited, reached;
};

// Run is the path that the child is on, in memory that the parent sees.
struct Run : Head {
  unsigned char dec[kMaxDecisions];
  Event ev[kMaxEvents];
  char why[64];
};
// Recorded is a path of a file. All paths of a batch are in memory at the same time, so each has only the room that it needs.
struct Recorded : Head {
  unsigned char *dec;
  Event *ev;
};
Run *run;
const Recorded *want;  // what is replayed; null while recording
unsigned char fillByte = 0xAB;
sigjmp_buf pathEnd;
uint64_t script, dice;  // what the outside does in any case, and what is decided while recording

uint64_t next(uint64_t &rnd) {
  rnd += 0x9e3779b97f4a7c15u;
  uint64_t x = rnd;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// threadEnd is where a thread that resumes a coroutine ends; null in the first one.
thread_local sigjmp_buf *threadEnd;
[[noreturn]] void leavePath() { siglongjmp(threadEnd ? *threadEnd : pathEnd, 1); }

[[noreturn]] void stop(Status s, const char *why) {
  run->status = s;
  strncpy(run->why, why, sizeof run->why - 1);
  leavePath();
}

void event(int64_t tag, int64_t value) {
  if (run->nev == kMaxEvents) stop(kDropped, "too many events");
  run->ev[run->nev++] = {tag, value};
  // A tested build that went astray need not be followed further.
  if (want && (run->nev > want->nev || memcmp(&want->ev[run->nev - 1], &run->ev[run->nev - 1], sizeof(Event)))) stop(kCrashes, "differs");
}

// decide gives the next decision: the recorded one, or what make says.
template <class F> int decide(F make) {
  int d;
  if (want) d = run->ndec < want->ndec ? want->dec[run->ndec] : 0;
  else d = make();
  if (run->ndec == kMaxDecisions) stop(kDropped, "too many decisions");
  run->dec[run->ndec++] = (unsigned char)d;
  return d;
}

__attribute__((noinline)) void scribble(int n) {
  volatile unsigned char *b = (volatile unsigned char *)__builtin_alloca(n);
  for (int i = 0; i < n; i += 8) *(volatile uint64_t *)(b + i) = 0x5a5a5a5a5a5a5a5a;
}

__attribute__((no_sanitize("address"), noinline)) void fill(void *p, size_t n, unsigned char byte) {
  volatile unsigned char *b = (volatile unsigned char *)p;
  for (size_t i = 0; i < n; i++) b[i] = byte;
}

struct Block {
  size_t size;
  bool live;
};
std::map<char *, Block> *blocks;
char *arena;
size_t arenaUsed;
constexpr size_t kArena = 8 << 20;

struct Kept {
  char *at;
  int64_t off;
};
Kept kept[kKept];
void *keptHandle[kKept];
User *callback;
void *callbackCell;
int64_t callbackN;
struct Jump {
  jmp_buf buf;
  Jump *up;
  int destructors;
} *jumps;
int depth;
int destructors;  // calls that are open and out of which an exception would run a destructor; only the witness counts them
std::vector<void *> *queue;  // of handles
std::vector<char *> *cells;  // on the stack of functions that run, of which outside code knows

typedef void Part(void *);

#ifdef WITNESS
enum State { kRunning, kSuspended, kFinal, kThrew, kDying };
struct Frame {
  State state;
  bool ramp;
  int depth;  // of the call of the part that runs, or ran last
  bool wasRamp;  // when it suspended
  int64_t turn;  // another one whenever it suspends, is resumed, is destroyed or goes on
};
int64_t turns;
std::map<void *, Frame> *frames;
struct Life {
  int64_t size, since;
  int depth;  // of the activation that began it
};
std::map<char *, Life> *lives;  // objects that are marked as living

// What a setjmp was called in.
struct Returning {
  void *h;
  int64_t turn, since;
  int depth, destructors;
  size_t cells;
};
std::map<void *, Returning> *returning;

[[noreturn]] void undefined(const char *why) { stop(kDropped, why); }

Frame *frame(void *h) {
  auto it = frames->find(h);
  return it == frames->end() ? nullptr : &it->second;
}

bool resumable(void *h) {
  Frame *f = frame(h);
  return f && f->state == kSuspended;
}
bool destroyable(void *h) {
  Frame *f = frame(h);
  return f && (f->state == kSuspended || f->state == kFinal || f->state == kThrew);
}

// usable tells whether 8 bytes are there for outside code: in a block of the heap, or in a variable of a function that runs. A coroutine's first two
// pointers are the lowering's own, and where it was left for good, nothing in its frame is there.
bool usable(void *q) {
  char *p = (char *)q;
  if (!p) return false;
  auto it = blocks->upper_bound(p);
  if (it != blocks->begin()) {
    --it;
    if (Frame *f = frame(it->first); f && (p < it->first + 16 || f->state == kThrew || f->state == kDying)) return false;
    if (it->second.live && p + 8 <= it->first + it->second.size) return !__asan_region_is_poisoned(p, 8);
  }
  for (char *c : *cells)
    if (c == p) return true;
  if (p >= rt_base && p + 8 <= rt_base + sizeof rt_base) return true;
  Program *pr = rt_programs[run->prog];
  for (int i = 0; i < pr->nplaces; i++)
    if ((char *)pr->places[i].at == p) return true;
  return false;
}

// left: an activation of h was left, by an exception or a longjmp. Its objects are gone: only what lives at a suspend lies elsewhere than on the
// stack for certain.
void left(void *h) {
  auto block = blocks->find((char *)h);
  if (block == blocks->end()) return;
  char *end = block->first + block->second.size;
  for (auto it = lives->lower_bound(block->first); it != lives->end() && it->first < end; it = lives->erase(it))
    __asan_poison_memory_region(it->first, it->second.size);
}

// part calls a part of a coroutine and notes how it was left.
void part(void *h, int slot, State threw) {
  Frame *f = frame(h);
  f->state = kRunning;
  f->ramp = false;
  f->turn = ++turns;
  size_t n = cells->size();
  depth++;
  int d = f->depth = depth;
  try {
    (*(Part ***)&h)[slot](h);
  } catch (...) {
    depth = d - 1;
    cells->resize(n);
    f = frame(h);
    if (f && f->state == kRunning) f->state = threw, left(h);
    throw;
  }
  depth = d - 1;
}
#else
bool usable(void *p) { return p != nullptr; }
bool destroyable(void *) { return true; }
#endif

void resume(void *h) {
#ifdef WITNESS
  if (!resumable(h)) undefined("resume");
  part(h, 0, kThrew);
#else
  (*(Part ***)&h)[0](h);
#endif
}
void destroy(void *h) {
#ifdef WITNESS
  if (!destroyable(h)) undefined("destroy");
  part(h, 1, kDying);
#else
  (*(Part ***)&h)[1](h);
#endif
}

void check(bool ok, const char *why) {
#ifdef WITNESS
  if (!ok) undefined(why);
#else
  (void)ok, (void)why;
#endif
}

int64_t decode(const Place &p) {
  switch (p.kind) {
  case kXor: return p.at[0] ^ kXorKey;
  case kMul: return p.at[0] * kMulBack;
  case kHalves: return (int64_t)(((uint64_t)p.at[0] << 32) | (uint32_t)p.at[1]);
  }
  return p.at[0];
}

#ifdef WITNESS
void unwound(int d);
void jumped(int d);
#endif

template <class F> int64_t guarded(F f) {
  int d = depth;
  size_t n = cells->size();
  Jump *j = jumps;
  try {
    f();
    return -1;
  } catch (int64_t v) {
    depth = d, jumps = j, cells->resize(n);
#ifdef WITNESS
    unwound(d);
#endif
    return v;
  }
}

}  // namespace

extern "C" {

int rt_ask(int n) {
  scribble(128);
  return decide([&] { return (int)(next(dice) % (unsigned)n); });
}
void rt_show(int64_t tag, int64_t v) { event(tag, v); }

void *rt_alloc(int64_t n) {
#ifdef WITNESS
  char *p = (char *)malloc(n);
#else
  char *p = arena + arenaUsed;
  arenaUsed += (n + 64 + 63) & ~63L;
  if (arenaUsed > kArena) stop(kDropped, "too much memory");
#endif
  fill(p, n, fillByte);
  (*blocks)[p] = {(size_t)n, true};
  return p;
}
void rt_free(void *q) {
  char *p = (char *)q;
  if (!p) return;
  auto it = blocks->find(p);
  if (it == blocks->end() || !it->second.live) {
    event(-1, 0);  // nothing of ours
    stop(kCrashes, "frees what is no block");
  }
  it->second.live = false;
#ifdef WITNESS
  __asan_unpoison_memory_region(p, it->second.size);
  lives->erase(lives->lower_bound(p), lives->lower_bound(p + it->second.size));
  blocks->erase(it);
  free(p);
#else
  fill(p, it->second.size, 0xEE);
#endif
}
// alloc under other names and promises.
void *rt_alloc_throwing(int64_t n) { return rt_alloc(n); }

void rt_keep(int k, void *p, int64_t off) { kept[k % kKept] = {(char *)p, off}; }
void rt_peek(int k) {
  Kept &e = kept[k % kKept];
  check(usable(e.at + e.off), "peek");
  event(100 + k, *(int64_t *)(e.at + e.off));
}
void rt_poke(int k, int64_t v) {
  Kept &e = kept[k % kKept];
  check(usable(e.at + e.off), "poke");
  *(int64_t *)(e.at + e.off) = v;
}
void rt_keep_handle(int k, void *h) { keptHandle[k % kKept] = h; }
void *rt_kept_handle(int k) { return keptHandle[k % kKept]; }
void *rt_identity(void *p) { return p; }

// Cells of handles.
void rt_hold(int k, int64_t **cell) { rt_held[k % kKept] = cell; }
void rt_hold_clear(int k) {
  check(usable(rt_held[k % kKept]), "cell");
  *rt_held[k % kKept] = nullptr;
}
void rt_hold_resume(int k) {
  check(usable(rt_held[k % kKept]), "cell");
  resume(*rt_held[k % kKept]);
}
void rt_hold_destroy(int k) {
  check(usable(rt_held[k % kKept]), "cell");
  void *h = *rt_held[k % kKept];
  *rt_held[k % kKept] = nullptr;
  destroy(h);
}

void rt_throw(int64_t v) { throw v; }
void rt_maythrow(int64_t v) {
  if (rt_ask(3) == 0) throw v;
}
#ifdef WITNESS
// lookForGone has AddressSanitizer look for stack frames that are gone, those deeper than its own: it does when the next one is made.
__attribute__((noinline)) static void lookForGone() {
  char small[8];
  asm volatile("" : : "r"(small) : "memory");
}
#endif
void rt_call(User *f, void *cell, int64_t n) {
#ifdef WITNESS
  asm volatile("" : : "r"(__builtin_alloca(1024)) : "memory");  // what is called lies deeper than lookForGone
#endif
  depth++;
  f(cell, n);
  depth--;
  scribble(2048);
}
int64_t rt_try(User *f, void *cell, int64_t n) {
  int64_t r = guarded([&] { rt_call(f, cell, n); });
#ifdef WITNESS
  lookForGone();
#endif
  scribble(2048);
  return r;
}
int64_t rt_jtry(User *f, void *cell, int64_t n) {
  Jump j;
  j.up = jumps, j.destructors = destructors;
  int d = depth;
  size_t nc = cells->size();
  if (setjmp(j.buf)) {
    depth = d, destructors = j.destructors;
    cells->resize(nc);
    jumps = j.up;
#ifdef WITNESS
    jumped(d);
#endif
    scribble(2048);
    return 1;
  }
  jumps = &j;
  int64_t r = guarded([&] { rt_call(f, cell, n); });
  jumps = j.up;
  return r;
}
void *rt_target() {
  check(jumps, "jump");
  if (!jumps) stop(kCrashes, "jump to nowhere");
  return jumps->buf;
}
// canGoBack tells whether the activation that called setjmp runs, and none of it was left since.
static bool canGoBack(void *buf) {
#ifdef WITNESS
  auto it = returning->find(buf);
  if (it == returning->end()) return false;
  Frame *f = it->second.h ? frame(it->second.h) : nullptr;
  return !it->second.h || (f && f->state == kRunning && f->turn == it->second.turn);
#else
  return buf != nullptr;
#endif
}
void rt_go_back(void *buf) {
  check(canGoBack(buf), "longjmp");
  longjmp(*(jmp_buf *)buf, 1);
}
void rt_may_go_back(void *buf) {
  if (decide([&] { return canGoBack(buf) && next(dice) % 2 ? 1 : 0; })) rt_go_back(buf);
}

// The queue: whoever puts a handle into it is done with it.
void rt_queue(void *h) { queue->push_back(h); }
void rt_queue_run(int n) {
  for (int i = 0; i < n && !queue->empty(); i++) {
    void *h = queue->front();
    queue->erase(queue->begin());
    int ok = decide([&]() -> int {
#ifdef WITNESS
      return resumable(h) && depth < 12;
#endif
      return 0;
    });
    if (ok) run->reached |= kQueue, event(202, guarded([&] { resume(h); }));
  }
}

// Another thread resumes a coroutine, and ends before this one goes on.
struct Resumer {
  void *h;
  int64_t threw;
  bool stopped;
};
static void *resumeInThread(void *p) {
  Resumer *r = (Resumer *)p;
  sigjmp_buf end;
  threadEnd = &end;
  if (sigsetjmp(end, 1) == 0) r->threw = guarded([&] { resume(r->h); });
  else r->stopped = true;
  return nullptr;
}
void rt_thread(void *h) {
#ifdef WITNESS
  if (!resumable(h)) undefined("resume in a thread");
#endif
  Jump *j = jumps;
  jumps = nullptr;  // nobody jumps to another thread's stack
  Resumer r{h, 0, false};
  pthread_t t;
  if (pthread_create(&t, nullptr, resumeInThread, &r)) stop(kDropped, "no thread");
  pthread_join(t, nullptr);
  jumps = j;
  if (r.stopped) leavePath();
  run->reached |= kThread;
  event(203, r.threw);
}
void rt_set_callback(User *f, void *cell, int64_t n) { callback = f, callbackCell = cell, callbackN = n; }
void rt_run_callback() {
  check(callback && usable(callbackCell), "callback");
  if (callback) rt_call(callback, callbackCell, callbackN);
}

// setter sets a flag. A flag that holds 2 is first cleared by who waits.
static void *setter(void *p) {
  int32_t *flag = (int32_t *)p;
  do usleep(200);  // who spawned it waits already; to yield would let it wait a time slice on a busy machine
  while (__atomic_load_n(flag, __ATOMIC_SEQ_CST) == 2);
  __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  return nullptr;
}
static pthread_t thread;
static bool threaded;
static void spawn(int32_t *flag, int32_t first) {
  if (threaded) pthread_join(thread, nullptr);
  __atomic_store_n(flag, first, __ATOMIC_SEQ_CST);  // the thread before may have been given the same one, and nobody would wait for this one
  threaded = pthread_create(&thread, nullptr, setter, flag) == 0;
  usleep(1);  // lets the thread begin
}
void rt_spawn(int32_t *flag) { spawn(flag, 0); }
// The flag is set when it was cleared after the call.
void rt_spawn_later(int32_t *flag) { spawn(flag, 2); }

#ifdef WITNESS
// What only the witness is told: where coroutines are, and where variables live.
// A call that is marked coro_elide_safe is about to be made in a parent. What it creates need not return: the coroutine may be resumed in its first part,
// and throw.
static struct {
  void *parent;
  int site, depth;
} creates;
// What such a call created last.
static std::map<std::pair<void *, int>, void *> safe;
void rt_begin(void *h) {
  if (creates.parent && creates.depth == depth) safe[{creates.parent, creates.site}] = h, creates.parent = nullptr;
  ++depth;
  (*frames)[h] = {kRunning, true, depth, true, ++turns};
}
void rt_suspend(void *h, int final) {
  Frame *f = frame(h);
  if (!f) return;
  if (f->ramp) depth--;
  f->wasRamp = f->ramp, f->turn = ++turns;
  f->state = final ? kFinal : kSuspended, f->ramp = false;
}
void rt_destructors(int more) { destructors += more; }
// Users tell where they begin and end: how many cells are known is put back.
int rt_cells() {
  depth++;
  return (int)cells->size();
}
void rt_cells_to(int n) {
  depth--;
  if ((size_t)n < cells->size()) cells->resize(n);
}
void rt_go_on(void *h) {
  if (Frame *f = frame(h)) f->state = kRunning, f->turn = ++turns;
}
// An await_suspend of h lets the coroutine go on, or throws. It may if nobody else let it go on since it began.
int64_t rt_turn(void *h) {
  Frame *f = frame(h);
  return f ? f->turn : 0;
}
static bool inTurn(void *h, int64_t turn) {
  Frame *f = frame(h);
  return f && f->turn == turn && f->state == kSuspended;
}
void rt_goes_on(void *h, int64_t turn) {
  if (!inTurn(h, turn)) undefined("goes on");
  Frame *f = frame(h);
  f->state = kRunning, f->ramp = f->wasRamp, f->turn = ++turns;
  if (f->ramp) depth++;
}
void rt_await_threw(void *h, int64_t turn) {
  rt_goes_on(h, turn);
  run->reached |= kAwaitThrew;
}
// An await_suspend of h is at its end.
void rt_awaited(void *h, int64_t turn) {
  run->reached |= kAwaited | (!frame(h) ? kAwaitedGone : frame(h)->turn != turn ? kAwaitedBehind : 0);
}
void rt_landed() {}
void rt_transfer(void *h) {
  if (frame(h)) resume(h);  // else to nobody
}
// setjmp in an activation; h: of the coroutine, if it is one's.
void rt_returning(void *buf, void *h) {
  Frame *f = h ? frame(h) : nullptr;
  (*returning)[buf] = {h, f ? f->turn : 0, ++turns, depth, destructors, cells->size()};
}
// What the activation began since then is behind the second return not to be found any more.
void rt_returned(void *buf) {
  Returning r = (*returning)[buf];
  depth = r.depth, destructors = r.destructors;
  run->reached |= kSecondReturn;
  if (r.cells < cells->size()) cells->resize(r.cells);
  for (auto it = lives->begin(); it != lives->end();) {
    if (it->second.depth == r.depth && it->second.since > r.since) {
      __asan_poison_memory_region(it->first, it->second.size);
      it = lives->erase(it);
    } else {
      ++it;
    }
  }
  returning->erase(buf);
}
void rt_unwind(void *h) {
  Frame *f = frame(h);
  if (f && !f->ramp) f->state = kFinal;
  if (f) left(h);
}
// A call that is marked coro_elide_safe promises that what it creates is not used when the caller is gone, or at the call again.
static void isGone(void *parent);
static void forget(void *h) {
  frames->erase(h);
  isGone(h);  // and so is what it created with such calls
  auto it = blocks->find((char *)h);
  if (it != blocks->end()) it->second.live = false, __asan_poison_memory_region(h, it->second.size);
}
void rt_safe(void *parent, void *h, int site) {
  void *&last = safe[{parent, site}];
  if (last && last != h && frame(last)) forget(last);
  last = h;
  creates = {h ? nullptr : parent, site, depth};
}
static void isGone(void *parent) {
  for (auto it = safe.lower_bound({parent, 0}); it != safe.end() && it->first.first == parent;) {
    if (frame(it->second)) forget(it->second);
    it = safe.erase(it);
  }
}
void rt_end(void *h) {
  frames->erase(h);
  isGone(h);
}
}
// What an exception or a longjmp left when it came to a call at depth d. A coroutine whose ramp was left is gone for those who promised to be used
// no longer than it.
namespace {
void leftRamps(int d) {
  std::vector<void *> ramps;
  for (auto &[h, f] : *frames)
    if (f.ramp && f.state == kRunning && f.depth > d) ramps.push_back(h), f.state = kDying;
  for (void *h : ramps) left(h), isGone(h);
}

// unwound: it was an exception. AddressSanitizer looks for stack frames that are gone only when it is told that some may be.
void unwound(int d) {
  __asan_handle_no_return();
  leftRamps(d);
}

// jumped: it was a longjmp, which leaves activations of all kinds without their knowing.
void jumped(int d) {
  for (auto &[h, f] : *frames)
    if (f.state == kRunning && f.depth > d) left(h);
  leftRamps(d);
}
}  // namespace
extern "C" {
void rt_resume(void *h) { resume(h); }
void rt_destroy(void *h) { destroy(h); }
int rt_done(void *h) {
  Frame *f = frame(h);
  if (!f || f->state == kRunning || f->state == kThrew || f->state == kDying) undefined("done");
  return *(void **)h == nullptr;
}
void rt_promise(void *h) {
  if (!frame(h)) undefined("promise");
}
void rt_lives(void *p, int64_t n) {
  __asan_unpoison_memory_region(p, n);
  fill(p, n, fillByte);
  (*lives)[(char *)p] = {n, ++turns, depth};
}
void rt_dies(void *p, int64_t n) {
  fill(p, n, fillByte);
  __asan_poison_memory_region(p, n);
  lives->erase((char *)p);
}
void rt_cell_in(void *p) { cells->push_back((char *)p); }
// Questions of which the answer is legal. n: one answer in n is no, although it could be yes.
static int may(bool ok, int n) {
  return decide([&] { return ok && (n == 0 || next(dice) % (unsigned)n != 0) ? 1 : 0; });
}
int rt_ask_resume(void *h) { return may(resumable(h), 4); }
int rt_ask_destroy(void *h) { return may(destroyable(h), 3); }
int rt_ask_done(void *h) {
  Frame *f = frame(h);
  return may(f && (f->state == kSuspended || f->state == kFinal), 4);
}
int rt_ask_frame(void *h) { return may(frame(h) != nullptr, 4); }
int rt_ask_kept(int k) { return may(usable(kept[k % kKept].at + kept[k % kKept].off), 4); }
void rt_live(void *h) { check(!h || destroyable(h), "comparison"); }
int rt_ask_address(void *p) { return may(usable(p), 4); }
int rt_ask_held(int k, int what) {
  int64_t **c = rt_held[k % kKept];
  if (!usable(c)) return may(false, 0);
  return may(what == 0 || (what == 1 ? resumable(*c) : destroyable(*c)), 4);
}
int rt_ask_callback() { return may(callback && usable(callbackCell) && depth < 6, 3); }
// A jump past a destructor is undefined in C++.
int rt_ask_jump() { return may(jumps && destructors == jumps->destructors, 3); }
int rt_ask_turn(void *h, int64_t turn) { return may(inTurn(h, turn), 2); }
int rt_ask_back(void *buf) { return may(canGoBack(buf), 2); }
int rt_ask_deep() { return may(depth < 4, 3); }
#endif
}

namespace {

// outside uses what a program gave away, as long as the witness says that it is still there.
void outside(Program *p) {
  for (int i = 0; i < kActions; i++) {
    int a = decide([&]() -> int {
#ifdef WITNESS
      int list[64], n = 0;
      auto add = [&](int x) { if (n < 64) list[n++] = x; };
      auto handle = [&](void *h, int k) {
        if (!h) return;
        if (resumable(h)) add(k * 4), add(k * 4);
        if (destroyable(h)) add(k * 4 + 1);
      };
      for (int k = 0; k < p->nplaces; k++) {
        if (p->places[k].kind == kAddress) {
          if (usable((void *)p->places[k].at[0])) add(k * 4 + 2), add(k * 4 + 3);
        } else {
          handle((void *)decode(p->places[k]), k);
        }
      }
      for (int k = 0; k < kKept; k++) {
        handle(keptHandle[k], 48 + k);
        if (usable(kept[k].at + kept[k].off)) add((52 + k) * 4 + 2), add((52 + k) * 4 + 3);
        if (kept[k].at && kept[k].off && usable(kept[k].at)) handle(*(void **)kept[k].at, 56 + k);
      }
      if (n && next(dice) % 5) return list[next(dice) % (unsigned)n];
#endif
      return 255;
    });
    if (a == 255) return;
    int k = a / 4;
    void *h = nullptr;
    int64_t *at = nullptr;
    if (k >= 56) h = *(void **)kept[k - 56].at;
    else if (k >= 52) at = (int64_t *)(kept[k - 52].at + kept[k - 52].off);
    else if (k >= 48) h = keptHandle[k - 48];
    else if (p->places[k].kind == kAddress) at = (int64_t *)p->places[k].at[0];
    else h = (void *)decode(p->places[k]);
    event(200 + a, 0);
    int64_t r = 0;
    switch (a % 4) {
    case 0: r = guarded([&] { resume(h); }); break;
    case 1: r = guarded([&] { destroy(h); }); break;
    case 2: r = *at; break;
    case 3: *at = 7000 + i; break;
    }
    event(201, r);
    scribble(4096);
  }
}

void path(Program *p) {
  for (int64_t *r = p->resets; *r; r += 2) memset((void *)r[0], 0, r[1]);
  memset(kept, 0, sizeof kept);
  memset(keptHandle, 0, sizeof keptHandle);
  memset(rt_held, 0, sizeof rt_held);
  callback = nullptr;
  jumps = nullptr;
  depth = destructors = 0;
  blocks->clear();
  cells->clear();
  queue->clear();
  arenaUsed = 0;
  for (int r = 0; r < kRounds; r++) {
    uint64_t x = next(script);
    User *u = p->users[(r == 0 ? run->path + x % 2 : x) % p->nusers];
    int64_t n = (x >> 8) % 4;
    void *cell = nullptr;
    int k = (x >> 16) % p->nplaces;
    if ((x >> 32) % 3 == 0 && p->places[k].kind == kPlain) cell = p->places[k].at;
    int64_t got = (x >> 40) % 3 ? rt_try(u, cell, n) : rt_jtry(u, cell, n);
    event(300, got);
    scribble(8192);
    outside(p);
    if (!queue->empty()) rt_queue_run(3);
  }
}

// A path of the witness has 16 milliseconds, which most need a small part of; the builds under test have 125 times as long.
#ifdef WITNESS
constexpr int kPathMicroseconds = 16000;
#else
constexpr int kPathMicroseconds = 2000000;
#endif

// limit bounds a path: in processor time, for a machine may be busy, and what waits for ever by the clock.
void limit(int microseconds, int byClock) {
  itimerval t{{0, 0}, {microseconds / 1000000, microseconds % 1000000}};
  setitimer(ITIMER_PROF, &t, nullptr);
  alarm(byClock);
}
bool wasLimit(int signal) { return signal == SIGPROF || signal == SIGALRM; }

void onePath() {
  run->ndec = run->nev = run->status = run->exited = run->reached = 0;
  run->why[0] = 0;
  script = dice = (uint64_t)rt_programs[run->prog]->seed * 1000003 + run->path * 7919 + 1;
#ifdef WITNESS
  frames->clear();
  lives->clear();
  safe.clear();
  creates.parent = nullptr;
  returning->clear();
#endif
  limit(kPathMicroseconds, 120);
  if (sigsetjmp(pathEnd, 1) == 0) path(rt_programs[run->prog]);
  if (threaded) pthread_join(thread, nullptr), threaded = false;
  limit(0, 0);
}

// Records in files: the fixed part of Run, the decisions, the events.
template <class R> void writeRun(FILE *f, const R *r) {
  fwrite((const Head *)r, sizeof(Head), 1, f);
  fwrite(r->dec, 1, r->ndec, f);
  fwrite(r->ev, sizeof(Event), r->nev, f);
  fflush(f);
}
bool readRun(FILE *f, Recorded *r) {
  if (fread((Head *)r, sizeof(Head), 1, f) != 1) return false;
  r->dec = (unsigned char *)malloc(r->ndec), r->ev = (Event *)malloc(r->nev * sizeof(Event));
  return fread(r->dec, 1, r->ndec, f) == (size_t)r->ndec && fread(r->ev, sizeof(Event), r->nev, f) == (size_t)r->nev;
}

std::vector<Recorded *> loaded;
FILE *out;

// each runs job(i) for all i in children, so that what kills one costs the rest nothing; dead(i, status) is told of those.
template <class J, class D> void each(int n, J job, D dead) {
  int *at = (int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (*at = 0; *at < n; ++*at) {
    fflush(nullptr);
    pid_t pid = fork();
    if (pid == 0) {
      for (; *at < n; ++*at) job(*at);
      _exit(0);
    }
    int st = 0;
    waitpid(pid, &st, 0);
    if (*at < n) dead(*at, st);
  }
}

template <class R> void dump(const R *r) {
  for (int i = 0; i < r->nev; i++) printf("  %ld: %ld %ld\n", (long)i, (long)r->ev[i].tag, (long)r->ev[i].value);
  printf("  status %d\n", r->status);
}

void compare(const char *how) {
  if (run->status == kOk && run->nev == want->nev && !memcmp(run->ev, want->ev, run->nev * sizeof(Event))) return;
  printf("DIFFERS prog=%d path=%d event=%d of %d (%s)\n", run->prog, run->path, run->nev, want->nev, how);
  fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  setvbuf(stdout, nullptr, _IOLBF, 4096);
  run = (Run *)mmap(nullptr, sizeof(Run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  arena = (char *)mmap(nullptr, kArena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  blocks = new std::map<char *, Block>;
  cells = new std::vector<char *>;
  queue = new std::vector<void *>;
#ifdef WITNESS
  frames = new std::map<void *, Frame>;
  lives = new std::map<char *, Life>;
  returning = new std::map<void *, Returning>;
#endif
  bool record = !strcmp(argv[1], "record"), verify = !strcmp(argv[1], "verify"), show = !strcmp(argv[1], "show");
  if (argc > 3 && !show) fillByte = (unsigned char)atoi(argv[3]);
  if (argc > 5) fillByte = (unsigned char)atoi(argv[5]);
  if (record) {
    out = fopen(argv[2], "wb");
    each((int)rt_nprograms * kPaths,
         [](int i) { run->prog = i / kPaths, run->path = i % kPaths, onePath(), writeRun(out, run); },
         [](int, int st) {
           run->status = WIFEXITED(st) && WEXITSTATUS(st) == 42 ? kOk : WIFSIGNALED(st) && wasLimit(WTERMSIG(st)) ? kHangs : kDropped;
           run->exited = 1;
           strcpy(run->why, "AddressSanitizer");
           writeRun(out, run);
         });
    fclose(out);
    return 0;
  }
  FILE *in = fopen(argv[2], "rb");
  if (!in) return 2;
  for (;;) {
    Recorded *r = new Recorded;
    if (!readRun(in, r)) break;
    loaded.push_back(r);
  }
  if (verify) out = fopen(argv[4], "wb");
  auto start = [](int i) { want = loaded[i], run->prog = want->prog, run->path = want->path, onePath(); };
  if (show) {
    for (size_t i = 0; i < loaded.size(); i++)
      if (loaded[i]->prog == atoi(argv[3]) && loaded[i]->path == atoi(argv[4])) {
        printf("wanted:\n"), dump(loaded[i]);
        pid_t pid = fork();
        if (pid == 0) start((int)i), _exit(0);
        int st;
        waitpid(pid, &st, 0);
        printf("seen (%s, ended with %d):\n", run->why, st), dump(run);
      }
    return 0;
  }
  if (verify) {
    each((int)loaded.size(),
         [&](int i) {
           if (loaded[i]->status == kOk) {
             start(i);
             if (run->status != kOk || run->nev != want->nev) loaded[i]->status = kDropped;
           }
           writeRun(out, loaded[i]);
         },
         [&](int i, int st) {
           Recorded *r = loaded[i];
           if (!(WIFEXITED(st) && WEXITSTATUS(st) == 42 && run->nev == r->nev)) r->status = kDropped;
           writeRun(out, r);
         });
    fclose(out);
    return 0;
  }
  each((int)loaded.size(),
       [&](int i) {
         if (loaded[i]->status != kOk) return;
         start(i);
         compare(run->why);
       },
       [&](int i, int st) {
         want = loaded[i];
         if (WIFEXITED(st) && WEXITSTATUS(st) == 42 && want->exited) return compare("exits");
         printf("DIFFERS prog=%d path=%d event=%d of %d (%s)\n", run->prog, run->path, run->nev, loaded[i]->nev,
                WIFSIGNALED(st) ? strsignal(WTERMSIG(st)) : "exits");
       });
  int ok = 0, dropped = 0;
  std::vector<int> reached(rt_nprograms);
  for (Recorded *r : loaded) {
    (r->status == kOk ? ok : dropped)++;
    if (r->status == kOk) reached[r->prog] |= r->reached;
  }
  printf("paths %d dropped %d reached", ok, dropped);
  for (int i = 0; i < kReachedBits; i++) {
    int n = 0;
    for (int r : reached) n += r >> i & 1;
    printf(" %d", n);
  }
  printf("\n");
}
