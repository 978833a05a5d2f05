/* Calls accessors with frames of the size that their records tell, and with an allocator that keeps a stack, counts, and looks behind what it gave. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma pack(push, 1)
struct record {
  int32_t function;
  uint32_t size;
  int64_t type;
};
#pragma pack(pop)
extern struct record outer_record __asm__("outer.record"), inner_record __asm__("inner.record");

struct allocator {
  char stack[4096];
  int64_t top;
  int frames, others;
};
struct lent {
  void *done;
  int32_t *what;
};
typedef struct lent begin(void *frame, struct allocator *, void *object, int64_t n);
typedef void go_on(void *frame, struct allocator *);

static void *push(struct allocator *a, int64_t size, int64_t type) {
  if (type != 7 && type != 8)
    printf("type %lld\n", (long long)type);
  char *mem = a->stack + a->top;
  a->top += (size + 15) / 16 * 16 + 16; /* with a fence behind it */
  memset(mem, 0xa5, a->top - (mem - a->stack));
  return mem;
}
static void pop(struct allocator *a, void *mem) {
  a->top = (char *)mem - a->stack;
}
void *take(void *frame, struct allocator *a, int64_t size, int64_t type) {
  a->others++;
  return push(a, size, type);
}
void give(void *frame, struct allocator *a, void *mem) {
  a->others--;
  pop(a, mem);
}
void *take_frame(void *frame, struct allocator *a, int64_t size, int64_t type) {
  a->frames++;
  if (size != inner_record.size || type != 8)
    printf("a frame of %lld bytes\n", (long long)size);
  return push(a, size, type);
}
void give_frame(void *frame, struct allocator *a, void *mem) {
  a->frames--;
  for (int k = 0; k < 16; k++)
    if (((unsigned char *)mem)[(inner_record.size + 15) / 16 * 16 + k] != 0xa5)
      printf("byte %d behind the frame was written\n", k);
  pop(a, mem);
}
void show(const char *text, int64_t n) { printf("%.*s ", (int)n, text); }
void aligned(void *p) {
  if ((uintptr_t)p % 64)
    printf("not aligned ");
}

int main(void) {
  begin *outer = (begin *)((char *)&outer_record + outer_record.function);
  for (int round = 0; round < 4; round++) {
    _Alignas(16) static struct allocator a;
    int64_t object[4] = {round, 2, 3, 'a' + round};
    char *frame = aligned_alloc(16, outer_record.size + 64) + 16 * (round % 2);
    memset(frame, 0x5a, outer_record.size + 16);
    push(&a, 16 * round, 7);
    struct lent l = outer(frame, &a, object, 5 + round);
    printf("%d %d %d: ", *l.what, a.frames, a.others);
    *l.what += 40;
    ((go_on *)l.done)(frame, &a);
    for (int k = 0; k < 16; k++)
      if (frame[outer_record.size + k] != 0x5a)
        printf("byte %d behind the frame was written\n", k);
    printf("%lld, %d %d\n", (long long)object[0], a.frames, a.others);
    a.top = 0;
  }
  return 0;
}
