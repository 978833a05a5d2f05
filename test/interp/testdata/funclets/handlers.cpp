// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers by value, by reference, of a base class and of any type; cleanups in between.
extern "C" int printf(const char *, ...);
struct S {
  int v;
  ~S() { printf("~%d\n", v); }
};
struct Left { int l; };
struct Right { int r; };
struct Both : Left, Right { int b; };
static void thrower(int k) {
  S s{k};
  if (k == 1)
    throw 42;
  if (k == 2)
    throw Right{5};
  if (k == 3) {
    Both f;
    f.l = 4, f.r = 6, f.b = 7;
    throw f;
  }
  if (k == 4)
    throw (const char *)"text";
}
static int run(int k) {
  S outer{100 + k};
  try {
    S in{10 + k};
    thrower(k);
    printf("no throw\n");
  } catch (int i) {
    printf("int %d\n", i);
    return 1;
  } catch (Right &e) {
    printf("Right %d\n", e.r);
    try {
      throw;
    } catch (Both &f) {
      printf("Both %d\n", f.b);
    } catch (...) {
      printf("again\n");
    }
    return 2;
  } catch (...) {
    printf("any\n");
  }
  return 0;
}
// Handlers that throw their exception again, and catch it inside, or leave both handlers by it.
static void again(bool leaves) {
  try {
    try {
      throw S{7};
    } catch (S &s) {
      try {
        throw;
      } catch (S &t) {
        printf("inside %d\n", t.v);
        if (leaves)
          throw;
      }
      printf("still %d\n", s.v);
    }
  } catch (S &s) {
    printf("outside %d\n", s.v);
  }
}
int main() {
  again(false);
  again(true);
  int s = 0;
  for (int k = 0; k < 5; k++)
    s = s * 10 + run(k);
  printf("%d\n", s);
}
