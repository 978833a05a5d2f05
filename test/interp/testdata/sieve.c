// Counts primes by crossing out multiples: loops, bytes, branches.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  enum { N = 600000 };
  unsigned char *composite = calloc(N, 1);
  int count = 0;
  long sum = 0;
  for (int i = 2; i < N; i++) {
    if (composite[i])
      continue;
    count++;
    sum += i;
    for (long j = (long)i * i; j < N; j += i)
      composite[j] = 1;
  }
  printf("%d primes, sum %ld\n", count, sum);
  free(composite);
  return count % 100;
}
