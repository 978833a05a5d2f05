// A bytecode interpreter that suspends for each output.
#include "library.h"
struct ins {
  unsigned char op;
  int a;
};
gen<long> run(const std::vector<ins> &code) {
  long st[16];
  int sp = 0;
  long reg[4] = {};
  size_t pc = 0;
  for (;;) {
    const ins &i = code[pc++];
    switch (i.op) {
    case 0: st[sp++] = i.a; break;
    case 1: {
      long y = st[--sp];
      st[sp - 1] += y;
      break;
    }
    case 2: {
      long y = st[--sp];
      st[sp - 1] *= y;
      break;
    }
    case 3: reg[i.a] = st[--sp]; break;
    case 4: st[sp++] = reg[i.a]; break;
    case 5:
      if (st[--sp]) pc = i.a;
      break;
    case 6: co_yield st[--sp]; break;
    case 7: co_return;
    case 8: {
      long y = st[--sp];
      st[sp - 1] %= y;
      break;
    }
    }
  }
}
int main() {
  std::vector<ins> p{{0, 300000}, {3, 0},  {0, 1},     {3, 1}, {4, 1}, {0, 31}, {2, 0},
                     {4, 0},      {1, 0},  {0, 10007}, {8, 0}, {3, 1}, {4, 1},  {6, 0},
                     {4, 0},      {0, -1}, {1, 0},     {3, 0}, {4, 0}, {5, 4},  {7, 0}};
  unsigned long s = 0;
  for (int r = 0; r < 12; ++r)
    for (long v : run(p)) s = s * 5 + v;
  finish(s);
}
