// Follows Collatz sequences: integer arithmetic and branches.
int printf(const char *, ...);

int main(void) {
  long longest = 0;
  for (long n = 1; n < 30000; n++) {
    long x = n, steps = 0;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      steps++;
    }
    if (steps > longest)
      longest = steps;
  }
  printf("%ld\n", longest);
  return 0;
}
