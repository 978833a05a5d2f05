// What the programs beside this file call. Each prints what it sees; keep, spawn and jump are what only outside code can do.
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

static jmp_buf home;
static void *one_kept;

static void *set_later(void *flag) {
  usleep(50000);
  __atomic_store_n(static_cast<int *>(flag), 1, __ATOMIC_SEQ_CST);
  return nullptr;
}

extern "C" {
void *ro_alloc(size_t n) { return memset(malloc(n), 0xAB, n); }
void ro_free(void *p) { free(p); }
void print(int n) { printf("print %d\n", n), fflush(stdout); }
void print64(long n) { printf("print64 %ld\n", n), fflush(stdout); }
__attribute__((noinline)) int rd(const int *p) { return *p; }
__attribute__((noinline)) void wr(int *p, int v) { *p = v; }
__attribute__((noinline)) long rd64(const long *p) { return *p; }
__attribute__((noinline)) void wr64(long *p, long v) { *p = v; }
void thrower(int n) { print(n); throw n; }
void maythrow(int n) {
  print(n);
  if (n & 1)
    throw n;
}
int trycall(void (*f)(void *), void *a) {
  try {
    f(a);
  } catch (int n) {
    printf("caught %d\n", n);
    return n;
  }
  return 0;
}
int jcall(void (*f)(void *), void *a) {
  int r = setjmp(home);
  if (r == 0)
    f(a);
  else
    printf("jumped %d\n", r);
  return r;
}
void jump(int n) { longjmp(home, n); }
void scribble() {
  volatile char b[4096];
  memset(const_cast<char *>(b), 0x5A, sizeof b);
}
void done_report() { puts("done"); }
void keep(void *p) { one_kept = p; }
void *kept() { return one_kept; }
void *same(void *p) { return p; }
void spawn(int *flag) {
  pthread_t t;
  pthread_create(&t, nullptr, set_later, flag);
  pthread_detach(t);
}
}
