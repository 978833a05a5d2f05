// Runtime of generated coroutines (test/diff/gen) for one thread of a device and for the host: what they do becomes a number for each life of each
// coroutine. As test/diff/testdata/runtime.cpp, without a library and without exceptions. MODULE names the table of the module.
typedef unsigned char u8;
typedef long i64;
typedef unsigned long u64;

void *malloc(u64);
void free(void *);

struct row {
  const char *name;
  void *(*start)(i64);
  void (*resume)(void *);
  void (*destroy)(void *);
  i64 (*done)(void *);
  void (*promise)(void *);
  i64 flags;
};
enum { plain = 2, guard = 32, most = 512 };

extern struct module {
  struct row *rows;
  i64 count;
  u8 *buf;
  i64 buflen;
} MODULE;

// Memory is given back at the end of a life only: a write after free is seen there.
static struct block {
  u8 *raw, *base;
  i64 size;
  int live;
} blocks[most];
static struct stash {
  u8 *p;
  i64 n;
} stashes[most];
static i64 nblocks, nstashes, epoch, argument;
static u64 counter, trace, events;

static u64 mix(u64 x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static u64 sum(const u8 *p, i64 n) {
  u64 h = 1469598103934665603u;
  for (i64 i = 0; i < n; i++)
    h = (h ^ p[i]) * 1099511628211u;
  return h;
}

static void event(u64 kind, u64 tag, u64 v) {
  events++;
  trace = mix(trace ^ mix(kind * 131 + tag) ^ v);
}

static void change(u8 *p, i64 n) {
  for (i64 i = 0; i < n; i++)
    p[i] = (u8)(p[i] * 5 + 3 * i + 1);
}

void rt_trace(i64 tag, i64 v) { event(1, tag, v); }
i64 rt_val(i64 tag) { return (i64)mix(argument * 1000003 + tag * 131 + ++counter); }
i64 rt_throw_val(i64 tag) { return rt_val(tag); }
i64 rt_tid(void) { return epoch; }
void rt_peek(u8 *p, i64 n, i64 tag) { event(2, tag, sum(p, n)); }
void rt_use(u8 *p, i64 n, i64 tag) {
  event(3, tag, sum(p, n));
  change(p, n);
}
void rt_use_via(u8 **p, i64 n, i64 tag) { rt_use(*p, n, tag); }
void rt_fill(u8 *p, i64 n, i64 seed) {
  for (i64 i = 0; i < n; i++)
    p[i] = (u8)mix(seed + i);
}
void rt_align(void *p, i64 align, i64 tag) {
  if ((u64)p % align)
    event(4, tag, align);
}
void rt_stash(u8 *p, i64 n) {
  if (nstashes < most)
    stashes[nstashes++] = (struct stash){p, n};
}
void rt_unstash(u8 *p) {
  for (i64 i = 0; i < nstashes; i++)
    if (stashes[i].p == p) {
      for (nstashes--; i < nstashes; i++)
        stashes[i] = stashes[i + 1];
      return;
    }
}

void *rt_alloc(i64 size, i64 align) {
  if (align < 16)
    align = 16;
  u8 *raw = malloc(size + align + guard);
  if (!raw || nblocks == most) {
    event(5, 0, 0);
    return 0;
  }
  u8 *base = (u8 *)(((u64)raw + align - 1) & -(u64)align);
  for (i64 i = 0; i < size + guard; i++)
    base[i] = 0xAA;
  blocks[nblocks++] = (struct block){raw, base, size, 1};
  return base;
}

static struct block *find(void *p) {
  for (i64 i = 0; i < nblocks; i++)
    if (blocks[i].base == p)
      return &blocks[i];
  return 0;
}

void rt_free(void *p) {
  if (!p)
    return;
  struct block *b = find(p);
  if (!b || !b->live)
    return event(6, 0, 0);
  b->live = 0;
  for (i64 i = 0; i < guard; i++)
    if (b->base[b->size + i] != 0xAA)
      event(7, i, 0);
  for (i64 i = 0; i < nstashes; i++)
    if (stashes[i].p >= b->base && stashes[i].p < b->base + b->size)
      event(8, 0, 0);
  for (i64 i = 0; i < b->size + guard; i++)
    b->base[i] = 0xDD;
}

static int alive(void *h) {
  struct block *b = find(h);
  return b && b->live;
}

// between is what the world does while a coroutine is suspended.
static void between(void) {
  epoch++;
  for (i64 i = 0; i < nstashes; i++) {
    event(9, stashes[i].n, sum(stashes[i].p, stashes[i].n));
    change(stashes[i].p, stashes[i].n);
  }
  event(10, MODULE.buflen, sum(MODULE.buf, MODULE.buflen));
  change(MODULE.buf, MODULE.buflen);
}

static void end(void) {
  for (i64 k = 0; k < nblocks; k++) {
    struct block *b = &blocks[k];
    if (b->live)
      event(11, 0, 0);
    else
      for (i64 i = 0; i < b->size + guard; i++)
        if (b->base[i] != 0xDD)
          event(12, i, b->base[i]);
    free(b->raw);
  }
  nblocks = nstashes = 0;
}

static void life(struct row *r, i64 arg, i64 resumes) {
  counter = trace = events = 0;
  argument = arg;
  epoch = 100;
  rt_fill(MODULE.buf, MODULE.buflen, arg);
  void *h = r->start(mix(arg));
  if (r->flags & plain)
    return end();
  for (i64 i = 0; i < resumes && alive(h); i++) {
    r->promise(h);
    i64 done = r->done(h);
    event(13, i, done);
    if (done)
      break;
    between();
    r->resume(h);
  }
  if (alive(h)) {
    r->promise(h);
    event(13, -1, r->done(h));
    between();
    r->destroy(h);
  } else {
    event(14, 0, 0);
  }
  end();
}

static i64 lives(u64 *out, i64 max) {
  static const i64 resumes[] = {1, 3, 40};
  i64 n = 0;
  for (i64 e = 0; e < MODULE.count; e++)
    for (i64 k = 0; k < 3 && n + 2 <= max; k++) {
      life(&MODULE.rows[e], 1 + k, resumes[k]);
      out[n++] = trace;
      out[n++] = events;
    }
  return n;
}

#ifdef __NVPTX__
__attribute__((nvptx_kernel)) void run(u64 *out, i64 max) { lives(out, max); }
#else
int printf(const char *, ...);
int main(void) {
  static u64 out[64];
  i64 n = lives(out, 64);
  for (i64 i = 0; i < n; i++)
    printf("%lx\n", out[i]);
}
#endif
