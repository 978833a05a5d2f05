// Counts primes by crossing out multiples: bytes in the heap.
int printf(const char *, ...);
void *malloc(unsigned long);

int main(void) {
  enum { N = 400000 };
  unsigned char *composite = malloc(N);
  for (int i = 0; i < N; i++)
    composite[i] = 0;
  int count = 0;
  for (int i = 2; i < N; i++) {
    if (composite[i])
      continue;
    count++;
    for (long j = (long)i * i; j < N; j += i)
      composite[j] = 1;
  }
  printf("%d\n", count);
  return 0;
}
