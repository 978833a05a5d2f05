/* Lends elements of a table, ends the accesses and leaves them. A continuation's two results come in two registers: rax and edx hold a char and an
   int, as of a struct that keeps them apart. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lent {
  void *done;
  char *what;
};
struct result {
  int64_t old, kind; /* of which the lower bytes are told */
};
typedef struct result go_on(void *buffer, bool left);
struct lent element(void *buffer, char *table, int64_t index, int64_t size);

static int taken, given;
void *take(int64_t size) {
  taken++;
  return malloc(size);
}
void give(void *mem) {
  given++;
  free(mem);
}

int main(void) {
  char table[] = "one two six ten ";
  for (int k = 0; k < 4; k++) {
    _Alignas(8) char buffer[32], inner[32];
    struct lent a = element(buffer, table, k, 4);
    struct lent b = element(inner, a.what, 1, 2); /* of what is lent */
    b.what[0] = '0' + k;
    struct result rb = ((go_on *)b.done)(inner, k == 2);
    a.what[0] -= 32;
    struct result ra = ((go_on *)a.done)(buffer, k == 3);
    printf("%s|%c%d %c%d\n", table, (char)ra.old, (int)ra.kind, (char)rb.old, (int)rb.kind);
  }
  printf("%d not given back\n", taken - given);
  return 0;
}
