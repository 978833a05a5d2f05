// The judge of mutants: LLVM's parser and verifier behind a pipe. A request is a letter, four bytes of length, and that many bytes of text:
//   v  is the module valid?
//   l  is it valid, and does LLVM's plain coroutine lowering give a valid module, without stopping the process?
// An answer is a letter (y, or p: does not parse, n: is not valid, s: lowering fails), four bytes of length, and a message.
// Each request is answered in a child, because some input stops LLVM.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct O *Ref;
Ref LLVMContextCreate(void);
void LLVMContextDispose(Ref);
void LLVMContextSetDiagnosticHandler(Ref, void (*)(Ref, void *), void *);
char *LLVMGetDiagInfoDescription(Ref);
int LLVMGetDiagInfoSeverity(Ref);
Ref LLVMCreateMemoryBufferWithMemoryRangeCopy(const char *, size_t, const char *);
int LLVMParseIRInContext(Ref, Ref, Ref *, char **);
int LLVMVerifyModule(Ref, int, char **);
void LLVMDisposeModule(Ref);
void LLVMDisposeMessage(char *);
Ref LLVMCreatePassBuilderOptions(void);
Ref LLVMRunPasses(Ref, const char *, Ref, Ref);
char *LLVMGetErrorMessage(Ref);

static char *shared; // the answer: letter, message
enum { kMessage = 4000 };

static void answer(char letter, const char *message) {
  shared[0] = letter;
  strncpy(shared + 1, message ? message : "", kMessage - 2);
}

static void quiet(Ref info, void *p) {
  // Broken debug info is a warning, and is stripped; an error is remembered.
  if (LLVMGetDiagInfoSeverity(info) == 0) *(int *)p = 1;
}

static void judge(char what, char *text, uint32_t n) {
  Ref c = LLVMContextCreate(), m = 0;
  int failed = 0;
  LLVMContextSetDiagnosticHandler(c, quiet, &failed);
  char *message = 0;
  Ref b = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, n, "m");
  if (LLVMParseIRInContext(c, b, &m, &message)) {
    answer('p', message);
    LLVMContextDispose(c);
    return;
  }
  if (LLVMVerifyModule(m, 2, &message)) {
    answer('n', message);
  } else if (what == 'l') {
    Ref o = LLVMCreatePassBuilderOptions();
    Ref e = LLVMRunPasses(m, "coro-early,cgscc(coro-split),coro-cleanup", 0, o);
    if (e) answer('s', LLVMGetErrorMessage(e));
    else if (failed) answer('s', "a diagnostic");
    else if (LLVMVerifyModule(m, 2, &message)) answer('s', message);
    else answer('y', "");
  } else {
    answer('y', "");
  }
  LLVMDisposeModule(m);
  LLVMContextDispose(c);
}

static int all(void *p, size_t n) { return fread(p, 1, n, stdin) == n; }

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  shared = mmap(0, kMessage + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  // One child answers as many requests as it survives: the parent reads them and hands them on through a pipe.
  int to[2], back[2];
  pid_t child = 0;
  char what;
  while (all(&what, 1)) {
    uint32_t n;
    if (!all(&n, 4)) return 1;
    char *text = malloc(n + 1);
    if (!all(text, n)) return 1;
    text[n] = 0;
    if (!child) {
      if (pipe(to) || pipe(back)) return 1;
      child = fork();
      if (child == 0) {
        close(to[1]), close(back[0]), close(0);
        freopen("/dev/null", "w", stderr);
        for (;;) {
          char w;
          uint32_t k;
          if (read(to[0], &w, 1) != 1 || read(to[0], &k, 4) != 4) _exit(0);
          char *t = malloc(k + 1);
          for (uint32_t at = 0; at < k;) {
            ssize_t r = read(to[0], t + at, k - at);
            if (r <= 0) _exit(0);
            at += r;
          }
          t[k] = 0;
          alarm(10);
          judge(w, t, k);
          alarm(0);
          free(t);
          if (write(back[1], "!", 1) != 1) _exit(0);
        }
      }
      close(to[0]), close(back[1]);
    }
    memset(shared, 0, kMessage + 1);
    int ok = write(to[1], &what, 1) == 1 && write(to[1], &n, 4) == 4;
    for (uint32_t at = 0; ok && at < n;) {
      ssize_t r = write(to[1], text + at, n - at);
      if (r <= 0) ok = 0;
      else at += r;
    }
    char done;
    if (!ok || read(back[0], &done, 1) != 1) {
      answer('c', "LLVM stops");
      close(to[1]), close(back[0]);
      waitpid(child, 0, 0);
      child = 0;
    }
    free(text);
    uint32_t l = strlen(shared + 1);
    fwrite(shared, 1, 1, stdout), fwrite(&l, 4, 1, stdout), fwrite(shared + 1, 1, l, stdout);
    fflush(stdout);
  }
  return 0;
}
