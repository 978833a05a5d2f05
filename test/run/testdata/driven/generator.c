/* Generators to their end, left in between, and two by turns; the frame's memory is counted. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct yield {
  void *next;
  int64_t value;
};
typedef struct yield go_on(void *buffer, bool stop, int64_t value);
struct yield numbers(void *buffer, int64_t from, int64_t count);

static int taken, given;
void *take(int64_t size) {
  taken++;
  void *mem = malloc(size);
  memset(mem, 0xa5, size);
  return mem;
}
void give(void *mem) {
  given++;
  free(mem);
}
int64_t weigh(const int64_t *history, int64_t sum) { return sum + history[0] + 2 * history[1] + 3 * history[2] + 4 * history[3]; }
void told(const int64_t *history, int64_t why) { printf("left with %lld after %lld\n", (long long)why, (long long)weigh(history, 0)); }

int main(void) {
  void *a[2], *b[2];
  struct yield x = numbers(a, 10, 3);
  for (int64_t k = 1; x.next; k++) {
    printf("%lld ", (long long)x.value);
    x = ((go_on *)x.next)(a, false, k * k);
  }
  printf("end\n");

  x = numbers(a, 100, 5);
  struct yield y = numbers(b, -100, 2);
  for (int64_t k = 0; k < 3; k++) {
    printf("%lld %lld ", (long long)x.value, (long long)y.value);
    x = ((go_on *)x.next)(a, false, k);
    y = ((go_on *)y.next)(b, false, -k);
  }
  x = ((go_on *)x.next)(a, true, 77);
  y = ((go_on *)y.next)(b, true, 78);
  printf("%d %d\n", x.next == NULL, y.next == NULL);
  x = numbers(a, 5, 0);
  printf("%d\n", x.next == NULL);
  printf("%d not given back\n", taken - given);
  return 0;
}
