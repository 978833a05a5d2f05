// Computes a Fibonacci number recursively: calls.
int printf(const char *, ...);

__attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  printf("%d\n", fib(26));
  return 0;
}
