extern "C" int printf(const char *, ...);
struct shape {
  virtual ~shape() {}
  virtual double area() const = 0;
};
struct square : shape {
  double side;
  square(double s) : side(s) {}
  double area() const override { return side * side + 0.5 * side; }
};
static int table[64];
template <class T> T biggest(const T *p, int n) {
  T best = p[0];
  for (int k = 1; k < n; ++k)
    best = p[k] > best ? p[k] : best;
  return best;
}
__attribute__((noinline)) int fill(int seed) {
  char note[40];
  for (int k = 0; k < 64; ++k)
    table[k] = (seed = seed * 1103515245 + 12345) >> 8;
  for (int k = 0; k < 39; ++k)
    note[k] = (char)('a' + (table[k] & 15));
  note[39] = 0;
  return printf("%d %s\n", 1, note);
}
int main(int argc, char **) {
  shape *s = new square(argc);
  switch (fill(argc) % 5) {
  case 0: printf("none %d\n", argc); break;
  case 3: printf("three %d\n", argc); break;
  default: printf("%d %.1f\n", biggest(table, 64), s->area());
  }
  delete s;
}
